// Sessions of the gateway: which events each may have, in which order, and what it has to be sent again.
import { GatewayIntentBits } from "discord-api-types/v10";
import type { WebSocket } from "ws";
import type { FaultBook } from "./faults.ts";
import type { WorldEvent } from "./world.ts";

export interface Session {
  id: string;
  intents: number;
  shard: [number, number];
  sequence: number;
  log: { s: number; t: string; d: object }[];
  /** `null` while nobody is connected; then it can be resumed. */
  socket: WebSocket | null;
  /** The socket is open, but nothing goes out any more. */
  isFrozen: boolean;
  sentUpTo: number;
}

export interface Sessions {
  all: Map<string, Session>;
  /** To one session, past all filters and faults. */
  append(session: Session, name: string, data: object): void;
  /** Sends again what came after `sequence`. */
  replay(session: Session, sequence: number): void;
  publish(event: WorldEvent): void;
  /** No event that is still late arrives after this. */
  stop(): void;
}

export function createSessions(faults: FaultBook): Sessions {
  const all = new Map<string, Session>();
  const held: WorldEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();

  function append(session: Session, name: string, data: object): void {
    session.log.push({ s: ++session.sequence, t: name, d: data });
    flush(session);
  }

  function flush(session: Session): void {
    if (session.isFrozen || session.socket === null || session.socket.readyState !== session.socket.OPEN) return;
    // Sequence numbers begin at 1 and leave none out.
    for (const entry of session.log.slice(session.sentUpTo)) {
      session.socket.send(JSON.stringify({ op: 0, ...entry }));
      session.sentUpTo = entry.s;
    }
  }

  function emit(event: WorldEvent): void {
    for (const session of all.values()) {
      if (mayHave(session, event)) append(session, event.name, contentFor(session, event));
    }
  }

  function release(): void {
    for (const event of held.splice(0)) emit(event);
  }

  return {
    all,
    append,
    replay: (session, sequence) => {
      session.sentUpTo = sequence;
      flush(session);
    },
    publish: (event) => {
      const channelId = channelIdOf(event.data);
      const fault = faults.takeForEvent({ name: event.name, channelId });
      switch (fault?.kind) {
        case "drop":
          return;
        case "swap":
          held.push(event);
          return;
        case "late": {
          const timer = setTimeout(() => {
            timers.delete(timer);
            emit(event);
          }, fault.ms);
          timers.add(timer);
          return;
        }
        case "duplicate":
          for (let turn = 0; turn <= fault.times; turn++) emit(event);
          release();
          return;
        case undefined:
          emit(event);
          release();
      }
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function channelIdOf(data: object): string | null {
  return "channel_id" in data && typeof data.channel_id === "string" ? data.channel_id : null;
}

function mayHave(session: Session, event: WorldEvent): boolean {
  const [shard, count] = session.shard;
  const home = event.guildId === null ? 0 : Number((BigInt(event.guildId) >> 22n) % BigInt(count));
  return home === shard && (event.intents === 0 || (session.intents & event.intents) !== 0);
}

function contentFor(session: Session, event: WorldEvent): object {
  if (event.hidesContent !== true || (session.intents & GatewayIntentBits.MessageContent) !== 0) return event.data;
  return { ...event.data, content: "", embeds: [], attachments: [], components: [] };
}
