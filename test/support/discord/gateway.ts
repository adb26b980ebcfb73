// WebSocket connections in; logins, heartbeats and resumed sessions answered as Discord's gateway does.
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { GatewayCloseCodes as Close, GatewayIntentBits, GatewayOpcodes as Op } from "discord-api-types/v10";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { FaultBook } from "./faults.ts";
import { createGatewayControl, type GatewayControl, type Outage } from "./gateway-control.ts";
import { createSessions, type Session } from "./gateway-sessions.ts";
import { fullMemberPayload, guildCreatePayload, userPayload } from "./guild-payloads.ts";
import { type Guild, personOf, type World } from "./world.ts";

interface GatewayOptions {
  server: Server;
  world: World;
  faults: FaultBook;
  heartbeatMs: number;
  /** Privileged intents that may be asked for. */
  grantedIntents: number;
  applicationFlags: number;
  resumeUrl: () => string;
  isToken(token: string): boolean;
  /** Counts a login; false if there were too many today. */
  takeLogin(): boolean;
}

export interface Gateway {
  control: GatewayControl;
  dispatch(name: string, data: object): void;
  close(): void;
}

const PRIVILEGED = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;
const KNOWN_INTENTS = Object.values(GatewayIntentBits).reduce<number>(
  (bits, bit) => (typeof bit === "number" ? bits | bit : bits),
  0,
);

const frame = z.object({ op: z.int(), d: z.unknown() });
const identify = z.object({
  token: z.string(),
  intents: z.int(),
  shard: z.tuple([z.int(), z.int()]).optional(),
});
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int() });
const membersRequest = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  user_ids: z.union([z.string(), z.array(z.string())]).optional(),
  nonce: z.string().optional(),
});

export function createGateway(options: GatewayOptions): Gateway {
  const { server, world } = options;
  const sessions = createSessions(options.faults);
  const sockets = new WebSocketServer({ noServer: true });
  const outage: Outage = { isRefusing: false, held: null };
  const control = createGatewayControl(sessions, sockets, outage);
  world.listeners.push((event) => sessions.publish(event));

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    control.connections++;
    if (outage.isRefusing) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      const isResumeAddress = request.url?.startsWith("/resume") === true;
      const start = () => greet(client, isResumeAddress);
      if (outage.held === null) start();
      else outage.held.push(start);
    });
  });

  function greet(socket: WebSocket, isResumeAddress: boolean): void {
    let session: Session | null = null;
    const send = (op: number, d: unknown) => socket.send(JSON.stringify({ op, d, s: null, t: null }));

    socket.on("message", (bytes) => {
      const parsed = frame.safeParse(jsonOf(String(bytes)));
      if (!parsed.success) return socket.close(Close.DecodeError);
      const { op, d } = parsed.data;
      const isKnown = session !== null && session.socket === socket;
      switch (op) {
        case Op.Heartbeat:
          if (session?.isFrozen !== true) send(Op.HeartbeatAck, null);
          return;
        case Op.Identify:
          if (isKnown) return socket.close(Close.AlreadyAuthenticated);
          session = login(socket, d);
          return;
        case Op.Resume:
          if (isKnown) return socket.close(Close.AlreadyAuthenticated);
          session = takeUp(socket, d, isResumeAddress ? "any" : session, send);
          return;
        case Op.PresenceUpdate:
        case Op.VoiceStateUpdate:
          if (!isKnown) socket.close(Close.NotAuthenticated);
          return;
        case Op.RequestGuildMembers:
          if (session === null || !isKnown) return socket.close(Close.NotAuthenticated);
          return sendMembers(session, d);
        default:
          socket.close(Close.UnknownOpcode);
      }
    });
    socket.on("close", (code) => {
      if (session === null || session.socket !== socket) return;
      session.socket = null;
      session.isFrozen = false;
      if (code === 1000 || code === 1001) sessions.all.delete(session.id);
    });
    socket.on("error", () => socket.terminate());
    send(Op.Hello, { heartbeat_interval: options.heartbeatMs, _trace: ["emulated"] });
  }

  function login(socket: WebSocket, sent: unknown): Session | null {
    control.identifies++;
    const parsed = identify.safeParse(sent);
    const refuse = (code: number) => {
      socket.close(code);
      return null;
    };
    if (!parsed.success) return refuse(Close.DecodeError);
    const { token, intents, shard = [0, 1] } = parsed.data;
    if (!options.isToken(token) || !options.takeLogin()) return refuse(Close.AuthenticationFailed);
    if (shard[0] >= shard[1]) return refuse(Close.InvalidShard);
    if ((intents & ~KNOWN_INTENTS) !== 0) return refuse(Close.InvalidIntents);
    if ((intents & PRIVILEGED & ~options.grantedIntents) !== 0) return refuse(Close.DisallowedIntents);
    const id = randomBytes(16).toString("hex");
    const session: Session = { id, intents, shard, sequence: 0, log: [], socket, isFrozen: false, sentUpTo: 0 };
    sessions.all.set(id, session);
    const guilds = [...world.guilds.values()].filter((guild) => isHome(guild, shard) && guild.members.has(world.botId));
    sessions.append(session, "READY", {
      v: 10,
      user: { ...userPayload(personOf(world, world.botId)), verified: true, mfa_enabled: true, email: null, flags: 0 },
      user_settings: {},
      session_type: "normal",
      session_id: id,
      resume_gateway_url: options.resumeUrl(),
      shard,
      relationships: [],
      private_channels: [],
      presences: [],
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      guild_join_requests: [],
      geo_ordered_rtc_regions: [],
      auth: {},
      application: { id: world.botId, flags: options.applicationFlags },
      _trace: ["emulated"],
    });
    if ((intents & GatewayIntentBits.Guilds) === 0) return session;
    const seesMembers = (intents & GatewayIntentBits.GuildMembers) !== 0;
    for (const guild of guilds) {
      sessions.append(session, "GUILD_CREATE", guildCreatePayload(world, guild, seesMembers));
    }
    return session;
  }

  function takeUp(
    socket: WebSocket,
    sent: unknown,
    allowed: Session | "any" | null,
    send: (op: number, d: unknown) => void,
  ): Session | null {
    const parsed = resume.safeParse(sent);
    if (!parsed.success || !options.isToken(parsed.data.token)) {
      socket.close(parsed.success ? Close.AuthenticationFailed : Close.DecodeError);
      return null;
    }
    const session = sessions.all.get(parsed.data.session_id);
    // Only the address that READY named takes sessions up, and the connection that had it before.
    if (session === undefined || (allowed !== "any" && allowed !== session)) {
      send(Op.InvalidSession, false);
      return null;
    }
    if (parsed.data.seq > session.sequence) {
      sessions.all.delete(session.id);
      socket.close(Close.InvalidSeq);
      return null;
    }
    control.resumes++;
    // Whoever still holds the session has lost it.
    if (session.socket !== null && session.socket !== socket) session.socket.close(4000);
    session.socket = socket;
    session.isFrozen = false;
    sessions.replay(session, parsed.data.seq);
    sessions.append(session, "RESUMED", { _trace: ["emulated"] });
    return session;
  }

  function sendMembers(session: Session, sent: unknown): void {
    const parsed = membersRequest.safeParse(sent);
    const guild = parsed.success ? world.guilds.get(parsed.data.guild_id) : undefined;
    if (!parsed.success || guild === undefined) return;
    const { user_ids: ids, nonce } = parsed.data;
    const wanted = ids === undefined ? null : [ids].flat();
    const members = [...guild.members.values()].filter((one) => wanted === null || wanted.includes(one.userId));
    sessions.append(session, "GUILD_MEMBERS_CHUNK", {
      guild_id: guild.id,
      members: members.map((one) => fullMemberPayload(world, one)),
      chunk_index: 0,
      chunk_count: 1,
      not_found: (wanted ?? []).filter((id) => !guild.members.has(id)),
      ...(nonce === undefined ? {} : { nonce }),
    });
  }

  return {
    control,
    dispatch: (name, data) => {
      const guildId = "guild_id" in data && typeof data.guild_id === "string" ? data.guild_id : null;
      sessions.publish({ name, data, guildId, intents: 0 });
    },
    close: () => {
      sessions.stop();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function isHome(guild: Guild, [shard, count]: [number, number]): boolean {
  return Number((BigInt(guild.id) >> 22n) % BigInt(count)) === shard;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
