// The door in; Slack's deliveries taken through it, by socket, by HTTP or by both, out.
import type { App, ReceiverEvent } from "@slack/bolt";
import type { SlackSettings } from "../../chat-settings.ts";
import type { ChatParts, Ear } from "../chat.ts";
import type { Door } from "../door.ts";
import type { SlackApi } from "./api.ts";
import { codeOf } from "./api-errors.ts";
import { createCommands } from "./commands.ts";
import { hookUp } from "./hook-up.ts";
import { createHttpEar, EVENTS_PATH } from "./http-ear.ts";
import { createKeepUp } from "./keep-up.ts";
import { createPresses } from "./presses.ts";
import { createReceive, NotTaken, type ReceiveParts } from "./receive.ts";
import { slackLogger } from "./slack-logger.ts";
import { createSocket, type Delivered, type Socket } from "./socket.ts";
import { createSubmissions } from "./submissions.ts";
import { createUnderWay } from "./under-way.ts";

export interface ListenParts extends ReceiveParts {
  settings: SlackSettings;
  api: SlackApi;
  chat: ChatParts;
}

export interface SlackEar extends Ear {
  /** null: Slack calls by HTTP alone, and is heard whenever it does. */
  socket: Socket | null;
}

export async function listen(parts: ListenParts, door: Door): Promise<SlackEar> {
  const { settings, api, chat, self, whisper } = parts;
  const { limits, log } = chat;
  const { appToken, signingSecret, apiUrl, botToken } = settings;
  const { App, HTTPReceiver } = await import("@slack/bolt");
  const { team, userId: botUserId, botId } = await self();
  const closing = new AbortController();
  const underWay = createUnderWay();
  const logger = slackLogger(log);

  const http =
    signingSecret === null
      ? null
      : new HTTPReceiver({ signingSecret, endpoints: EVENTS_PATH, logger, processBeforeResponse: true });
  const app = new App({
    receiver: { init: (given: App) => http?.init(given), start: async () => {}, stop: async () => {} },
    // Asked above; Bolt would ask by itself, and let a refusal end the process.
    authorize: async () => ({ botToken, botId, botUserId, teamId: team }),
    convoStore: false,
    logger,
    clientOptions: { slackApiUrl: apiUrl },
  });
  const receive = createReceive(parts, door);
  const presses = createPresses({ ...parts, posts: chat.posts, limits: chat.limits, log, metrics: chat.metrics }, door);
  hookUp(app, {
    receive,
    command: createCommands(parts, door),
    presses,
    submit: createSubmissions(presses, whisper, log),
    whisper,
    underWay,
    ackMs: limits.ackMs,
    log,
  });

  /** As Bolt does by HTTP: acknowledged when the listeners are through, and not at all when one could not take it. */
  async function take({ body, ack, retry_num, retry_reason }: Delivered): Promise<void> {
    if (closing.signal.aborted) return;
    const answers: unknown[] = [];
    const event: ReceiverEvent = {
      body,
      ...(retry_num === undefined ? {} : { retryNum: retry_num }),
      ...(retry_reason === undefined ? {} : { retryReason: retry_reason }),
      ack: async (response: unknown) => void answers.push(response),
    };
    try {
      await app.processEvent(event);
      if (answers.length > 0) await ack(answers[0]);
    } catch (error) {
      if (!(error instanceof NotTaken))
        log.warn({ code: codeOf(error), err: error }, "a delivery is left to come again");
    }
  }

  const socket =
    appToken === null
      ? null
      : createSocket({
          ...{ appToken, apiUrl, limits, log },
          take: (delivered) => void underWay.track(take(delivered)).catch(() => {}),
          // Slack repeats for some minutes what nobody acknowledged.
          onReturn: (awayMs) => {
            if (awayMs > limits.silenceMs) keepUp.fetchMissed();
          },
        });
  const isHeard = () => socket === null || (socket.isOpen() && socket.silentMs() < limits.silenceMs);
  await socket?.start();
  const keepUp = createKeepUp({ api, self, receive, door, chat, underWay, isHeard, signal: closing.signal });
  keepUp.fetchMissed();

  return {
    http: http === null || signingSecret === null ? null : createHttpEar(http, signingSecret, closing.signal, chat),
    socket,
    close: async () => {
      closing.abort();
      await underWay.settled(limits.callMs);
      await keepUp.noteLast();
      await socket?.close();
    },
  };
}
