// An app token in; Socket Mode's deliveries out, over one connection at a time that is made anew whenever it ends or falls
// silent. The library's own reconnecting is left off: it can end the process, and it waits five seconds and more.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { SocketModeClient } from "@slack/socket-mode";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import { codeOf, isTokenFault } from "./api-errors.ts";
import { SlackError, tokenSentence } from "./slack-error.ts";
import { slackLogger } from "./slack-logger.ts";

export interface Delivered {
  body: { [name: string]: unknown };
  ack(response?: unknown): Promise<void>;
  retry_num?: number;
  retry_reason?: string;
}

export interface Socket {
  /** Resolves with the first connection; rejects when there is none. */
  start(): Promise<void>;
  /** Milliseconds since Slack was last heard at all. */
  silentMs(): number;
  isOpen(): boolean;
  /** Why Slack opens no connection, where trying on is of no use; null otherwise. */
  refusal(): string | null;
  close(): Promise<void>;
}

interface SocketOptions {
  appToken: string;
  apiUrl: string;
  limits: Pick<ChatSettings, "callMs" | "silenceMs">;
  log: Log;
  take(delivered: Delivered): void;
  /** Connected again after this long without. */
  onReturn(awayMs: number): void;
}

interface Connection {
  client: SocketModeClient;
  /** Resolves when it has ended, or is given up. */
  ended: Promise<void>;
  giveUp(): void;
}

const CHECKS_IN_SILENCE = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
// Frames that the library keeps to itself. Nothing else in this process speaks to websockets of undici.
const FRAMES = ["undici:websocket:ping", "undici:websocket:pong"];

export function createSocket({ appToken, apiUrl, limits, log, take, onReturn }: SocketOptions): Socket {
  const stop = new AbortController();
  let heardAt = Date.now();
  let current: Connection | null = null;
  let running: Promise<void> = Promise.resolve();
  let refusal: string | null = null;
  const isAlive = () => {
    heardAt = Date.now();
  };

  function connect(): { connection: Connection; opened: Promise<unknown> } {
    const clientOptions = {
      slackApiUrl: apiUrl,
      timeout: limits.callMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    };
    const client = new SocketModeClient({
      appToken,
      autoReconnectEnabled: false,
      clientOptions,
      logger: slackLogger(log),
    });
    const { promise: ended, resolve: giveUp } = Promise.withResolvers<void>();
    client.on("ws_message", isAlive);
    client.on("disconnected", () => giveUp());
    client.on("slack_event", (delivered: Delivered) => take(delivered));
    const opened = client.start();
    // One that was given up while it was still opening must not stay open behind our back.
    void Promise.all([opened, ended]).then(
      () => leave(client),
      () => giveUp(),
    );
    return { connection: { client, ended, giveUp }, opened };
  }

  async function open(): Promise<Connection> {
    const { connection, opened } = connect();
    const inTime = new AbortController();
    const signal = AbortSignal.any([stop.signal, inTime.signal]);
    const tooLate = sleep(limits.callMs, undefined, { signal }).then(() => Promise.reject(new Error("no hello")));
    try {
      await Promise.race([opened, tooLate]);
      isAlive();
      refusal = null;
      return connection;
    } catch (error) {
      connection.giveUp();
      leave(connection.client);
      refusal = refusalOf(error);
      throw error;
    } finally {
      tooLate.catch(() => {});
      inTime.abort();
    }
  }

  async function keepOpen(): Promise<void> {
    let failures = 0;
    while (!stop.signal.aborted) {
      await current?.ended;
      if (stop.signal.aborted) return;
      if (current !== null) leave(current.client);
      current = null;
      const awayMs = Date.now() - heardAt;
      try {
        current = await open();
        failures = 0;
        onReturn(awayMs);
      } catch (error) {
        failures++;
        log.warn({ code: codeOf(error), failures }, "Slack's socket cannot be had; trying on");
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
        await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  }

  const watchdog = setInterval(() => {
    if (current === null || Date.now() - heardAt <= limits.silenceMs) return;
    log.warn({ silentMs: Date.now() - heardAt }, "Slack's socket is silent; it is made anew");
    current.giveUp();
  }, limits.silenceMs / CHECKS_IN_SILENCE);
  watchdog.unref();
  for (const frame of FRAMES) subscribe(frame, isAlive);

  function halt(): void {
    stop.abort();
    clearInterval(watchdog);
    for (const frame of FRAMES) unsubscribe(frame, isAlive);
  }

  return {
    start: async () => {
      try {
        current = await open();
      } catch (error) {
        halt();
        const said = refusal ?? `Slack's socket cannot be had (${codeOf(error) ?? "no answer"}).`;
        throw new SlackError(said, { cause: error });
      }
      running = keepOpen();
    },
    silentMs: () => Date.now() - heardAt,
    isOpen: () => current !== null,
    refusal: () => refusal,
    close: async () => {
      halt();
      current?.giveUp();
      if (current !== null) leave(current.client);
      await running;
    },
  };
}

function refusalOf(error: unknown): string | null {
  if (isTokenFault(error)) return tokenSentence("SLACK_APP_TOKEN", codeOf(error));
  if (codeOf(error) !== "missing_scope") return null;
  return "SLACK_APP_TOKEN lacks the scope connections:write: make a new one with it. See docs/slack.md.";
}

/** Asked twice: the first sends a polite frame and waits half a minute for the other side's. */
function leave(client: SocketModeClient): void {
  for (let times = 0; times < 2; times++) client.disconnect().catch(() => {});
}
