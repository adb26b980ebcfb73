// Envelopes in; frames on the open sockets out, any of which may get any envelope, and their acknowledgements back.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import type { FaultHandle } from "./api-faults.ts";
import type { Attempt, Envelope, Outcome, Transport } from "./deliveries.ts";
import { asFields, asText } from "./fields.ts";
import { randomName } from "./stamps.ts";

export interface SocketControls {
  /** Open and greeted ones. */
  readonly count: number;
  /** A disconnect frame; Slack closes ten seconds after a warning, and soon after it asks for a refresh. */
  disconnect(reason: "warning" | "refresh_requested" | "link_disabled", closeAfterMs?: number): void;
  /** Breaks the connections without a word. */
  cut(): void;
  /** The present ones stay open, but nothing goes out, no answer to pings either; envelopes sent there are lost. */
  silence(): FaultHandle;
  /** No new ones from now on. */
  refuse(): FaultHandle;
}

interface Options {
  appId: string;
  ackMs: number;
  socketWaitMs: number;
  pingMs: number;
}

const MAX_SOCKETS = 10;
const CLOSE_MS = 200;

export function createSockets({ appId, ackMs, socketWaitMs, pingMs }: Options) {
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  const tickets = new Set<string>();
  const open: { socket: WebSocket; isSilent: boolean }[] = [];
  const waiting = new Map<string, { settle: (response: unknown) => void; lose: () => void; socket: WebSocket }>();
  let refusals = 0;
  let isRefusing = false;
  let isClosed = false;

  const pinger = setInterval(() => {
    for (const { socket, isSilent } of open) if (!isSilent) socket.ping();
  }, pingMs);

  function greet(socket: WebSocket): void {
    const link = { socket, isSilent: false };
    socket.on("ping", (data) => {
      if (!link.isSilent) socket.pong(data);
    });
    socket.on("error", () => socket.terminate());
    if (open.length >= MAX_SOCKETS) {
      socket.send(disconnectFrame("too_many_websockets"));
      socket.close();
      return;
    }
    open.push(link);
    socket.on("close", () => {
      open.splice(open.indexOf(link), 1);
      for (const one of waiting.values()) if (one.socket === socket) one.lose();
    });
    socket.on("message", (data) => {
      if (link.isSilent) return;
      const ack = asFields(JSON.parse(String(data)));
      waiting.get(asText(ack.envelope_id) ?? "")?.settle(ack.payload ?? null);
    });
    const hello = { type: "hello", num_connections: open.length, connection_info: { app_id: appId } };
    const debug = { host: "applink-1", build_number: 1, approximate_connection_time: 18_060 };
    socket.send(JSON.stringify({ ...hello, debug_info: debug }));
  }

  async function waitForSocket(): Promise<boolean> {
    const until = Date.now() + socketWaitMs;
    while (open.length === 0 && Date.now() < until && !isClosed) await sleep(5);
    return open.length > 0;
  }

  const lastUsed = new WeakMap<Envelope, WebSocket>();

  const transport: Transport = async (envelope: Envelope, attempt: Attempt): Promise<Outcome> => {
    const startedAt = Date.now();
    const fails = (why: "timeout" | "connection_failed"): Outcome => {
      return { kind: "failed", status: null, ackMs: Date.now() - startedAt, why, stopsRetries: false };
    };
    // Whoever types a command is told at once; an event can wait for the app to come back.
    if (open.length === 0 && (envelope.type !== "events_api" || !(await waitForSocket())))
      return fails("connection_failed");
    const others = open.filter(({ socket }) => socket !== lastUsed.get(envelope));
    const choice = others.length > 0 ? others : open;
    const link = choice[Math.floor(Math.random() * choice.length)];
    if (link === undefined) return fails("connection_failed");
    lastUsed.set(envelope, link.socket);
    return new Promise((resolve) => {
      const envelopeId = randomUUID();
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        waiting.delete(envelopeId);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(fails("timeout")), ackMs);
      waiting.set(envelopeId, {
        settle: (response) => settle({ kind: "acked", status: null, ackMs: Date.now() - startedAt, response }),
        lose: () => settle(fails("connection_failed")),
        socket: link.socket,
      });
      const retry = {
        retry_attempt: attempt.num,
        retry_reason: attempt.reason === "http_timeout" ? "timeout" : attempt.reason,
      };
      const frame = {
        envelope_id: envelopeId,
        payload: envelope.payload,
        type: envelope.type,
        accepts_response_payload: envelope.acceptsResponse,
        ...(envelope.type === "events_api" || attempt.num > 0 ? retry : {}),
      };
      if (!link.isSilent) link.socket.send(JSON.stringify(frame));
    });
  };

  const controls: SocketControls = {
    get count() {
      return open.length;
    },
    disconnect: (reason, closeAfterMs = reason === "warning" ? 10_000 : 1000) => {
      for (const { socket } of [...open]) {
        socket.send(disconnectFrame(reason));
        const timer = setTimeout(() => socket.close(), closeAfterMs);
        socket.on("close", () => clearTimeout(timer));
      }
    },
    cut: () => {
      for (const { socket } of [...open]) socket.terminate();
    },
    silence: () => {
      const silenced = [...open];
      for (const link of silenced) link.isSilent = true;
      return {
        hits: silenced.length,
        off: () => {
          for (const link of silenced) link.isSilent = false;
        },
      };
    },
    refuse: () => {
      isRefusing = true;
      const before = refusals;
      return {
        get hits() {
          return refusals - before;
        },
        off: () => {
          isRefusing = false;
        },
      };
    },
  };

  return {
    controls,
    transport,
    /** The path and query of an address that one socket may open. */
    issueTicket: () => {
      const ticket = randomName();
      tickets.add(ticket);
      return `/link/?ticket=${ticket}&app_id=${appId}`;
    },
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const ticket = new URL(request.url ?? "/", "http://slack.local").searchParams.get("ticket") ?? "";
      if (isRefusing || !tickets.delete(ticket)) {
        refusals += 1;
        stream.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
        return;
      }
      server.handleUpgrade(request, stream, head, greet);
    },
    close: async () => {
      isClosed = true;
      clearInterval(pinger);
      for (const one of [...waiting.values()]) one.lose();
      // A client that is just saying goodbye gets its answer.
      for (const { socket } of [...open]) socket.close(1001);
      for (let waited = 0; open.length > 0 && waited < CLOSE_MS; waited += 5) await sleep(5);
      for (const { socket } of [...open]) socket.terminate();
      server.close();
    },
  };
}

function disconnectFrame(reason: string): string {
  return JSON.stringify({ type: "disconnect", reason, debug_info: { host: "applink-1" } });
}
