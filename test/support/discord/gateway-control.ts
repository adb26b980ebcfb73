// What a test does to the gateway's connections: cuts, asks, freezes, refuses; and what it counts.
import { setTimeout as sleep } from "node:timers/promises";
import { GatewayOpcodes as Op } from "discord-api-types/v10";
import type { WebSocketServer } from "ws";
import type { Session, Sessions } from "./gateway-sessions.ts";

export interface GatewayControl {
  identifies: number;
  /** Those that were granted. */
  resumes: number;
  /** Attempts, also those that were refused. */
  connections: number;
  sessions(): { id: string; intents: number; isConnected: boolean }[];
  /** Ends all connections with this code; 1006 without a word. 1000 and 1001 end their sessions too. */
  close(code: number): void;
  /** Opcode 7: come again. */
  askToReconnect(): void;
  /** Opcode 9. Unless resumable, the session is gone. */
  invalidate(isResumable: boolean): void;
  /** Discord asks for a heartbeat at once. */
  askForHeartbeat(): void;
  /** Cuts all connections; their RESUME is told that there is no such session. */
  forgetSessions(): void;
  /** Sockets stay open, but neither events nor heartbeat acks come; what is missed can be resumed. Call it to thaw. */
  freeze(): () => void;
  /** New connections fail until the returned function is called. */
  refuse(): () => void;
  /** New connections open, but are not greeted until the returned function is called. */
  hold(): () => void;
  /**
   * Cuts all connections and lets none in for this long; people may go on. With "refuse" discord.js gives its session up
   * and logs in anew; with "hold" it resumes.
   */
  outage(ms: number, how?: "refuse" | "hold"): Promise<void>;
}

export interface Outage {
  isRefusing: boolean;
  /** Connections that wait for their greeting; `null`: none has to. */
  held: (() => void)[] | null;
}

const FINAL_CODES = [1000, 1001, 4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014];

export function createGatewayControl(sessions: Sessions, sockets: WebSocketServer, outage: Outage): GatewayControl {
  const connected = () => [...sessions.all.values()].filter((session) => session.socket !== null);
  const tell = (session: Session, op: number, d: unknown) =>
    session.socket?.send(JSON.stringify({ op, d, s: null, t: null }));

  function cut(): void {
    for (const socket of sockets.clients) socket.terminate();
  }
  function refuse(): () => void {
    outage.isRefusing = true;
    return () => {
      outage.isRefusing = false;
    };
  }
  function hold(): () => void {
    outage.held = [];
    return () => {
      const waiting = outage.held ?? [];
      outage.held = null;
      for (const start of waiting) start();
    };
  }

  return {
    identifies: 0,
    resumes: 0,
    connections: 0,
    sessions: () =>
      [...sessions.all.values()].map(({ id, intents, socket }) => ({ id, intents, isConnected: socket !== null })),
    close: (code) => {
      if (code === 1006) return cut();
      for (const session of connected()) {
        if (FINAL_CODES.includes(code)) sessions.all.delete(session.id);
      }
      for (const socket of sockets.clients) socket.close(code);
    },
    askToReconnect: () => {
      for (const session of connected()) tell(session, Op.Reconnect, null);
    },
    invalidate: (isResumable) => {
      for (const session of connected()) {
        tell(session, Op.InvalidSession, isResumable);
        session.socket = null;
        if (!isResumable) sessions.all.delete(session.id);
      }
    },
    askForHeartbeat: () => {
      for (const session of connected()) tell(session, Op.Heartbeat, null);
    },
    forgetSessions: () => {
      sessions.all.clear();
      cut();
    },
    freeze: () => {
      const frozen = connected();
      for (const session of frozen) session.isFrozen = true;
      return () => {
        for (const session of frozen) {
          if (!session.isFrozen) continue;
          session.isFrozen = false;
          sessions.replay(session, session.sentUpTo);
        }
      };
    },
    refuse,
    hold,
    outage: async (ms, how = "refuse") => {
      const over = how === "refuse" ? refuse() : hold();
      cut();
      await sleep(ms);
      over();
    },
  };
}
