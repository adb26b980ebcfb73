// A Discord out, on a local port: its REST interface and its gateway for one application, and the people who write and
// press. For tests that run the real discord.js against it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ApplicationFlags, GatewayIntentBits } from "discord-api-types/v10";
import { createFaults, type Faults } from "./faults.ts";
import { createGateway } from "./gateway.ts";
import type { GatewayControl } from "./gateway-control.ts";
import { createWorld } from "./make-world.ts";
import { type Acts, createActs } from "./people-acts.ts";
import { createWords, type Words } from "./people-words.ts";
import { createPlaces, type Places } from "./places.ts";
import { type Call, createRestListener } from "./rest-server.ts";
import { createRouter } from "./router.ts";
import { addCommandRoutes, type CommandBook } from "./routes-commands.ts";
import { addGuildRoutes } from "./routes-guilds.ts";
import { addInteractionRoutes } from "./routes-interactions.ts";
import { addMessageRoutes } from "./routes-messages.ts";
import { addThreadRoutes } from "./routes-threads.ts";
import { type SeenMessage, type SeenModal, seenIn, seenModal } from "./seen.ts";
import { type Ping, personOf } from "./world.ts";

export interface DiscordOptions {
  token?: string;
  botName?: string;
  /** Privileged intents that are switched on in the developer portal; messageContent unless told otherwise. */
  granted?: ("messageContent" | "members" | "presences")[];
  /** Buckets with real limits (5 messages per 5 s and channel, 50 calls a second); off: headers only. */
  limits?: boolean;
  heartbeatMs?: number;
  /** How long a person waits for the first answer to an interaction; after it the answer is refused. */
  answerMs?: number;
  /** How long an interaction's token lives. */
  tokenMs?: number;
  /** Logins a day; one more and the token is taken away. */
  logins?: number;
}

/**
 * Users, channels, threads, messages, roles and guilds are named by their ids throughout. What people do takes effect at
 * once; the promises of `Acts` end with the application's first answer.
 */
export interface DiscordServer extends Places, Words, Acts {
  /** For DISCORD_API_URL; discord.js appends /v10. */
  apiUrl: string;
  token: string;
  /** Also the id of the bot's user. */
  applicationId: string;
  /** A guild that is there from the start, with the bot in it. */
  guildId: string;
  /** Its first text channel, "general". */
  channelId: string;

  /** In order; with `as` also what is for this person alone, and nothing if they may not see the channel. */
  seen(channelId: string, options?: { as?: string }): SeenMessage[];
  /** Every notification that a message or an edit in this channel ever raised, in order. */
  pings(channelId: string): Ping[];
  /** Open forms of this person; a client shows one at a time. */
  modals(userId: string): SeenModal[];
  /** What the client told this person about the application, as "The application did not respond". */
  notices(userId: string): string[];
  /** The channels in which the bot was seen typing, call by call. */
  typings: readonly string[];
  /** Threads of a channel, archived ones too, the oldest first. */
  threads(channelId: string): SeenThread[];

  /** Every REST call, in order of arrival. */
  calls: readonly Call[];
  /** The commands as registered: for everywhere, or for this guild alone. */
  commands(guildId?: string): { id: string; name: string; description: string }[];
  /** How often commands were written, a whole list at once counted once. */
  commandWrites(): number;
  /** Any event, as it is, to every session that listens. */
  dispatch(eventName: string, data: object): void;
  faults: Faults;
  gateway: GatewayControl;
  /** All calls get 401 and open connections 4004 from now on. */
  revoke(): void;
  /** The tokens of all interactions so far are over: 50027. */
  expireTokens(): void;
  close(): Promise<void>;
}

interface SeenThread {
  id: string;
  name: string;
  isArchived: boolean;
  isLocked: boolean;
  memberIds: string[];
}

const PRIVILEGED = {
  messageContent: { intent: GatewayIntentBits.MessageContent, flag: ApplicationFlags.GatewayMessageContentLimited },
  members: { intent: GatewayIntentBits.GuildMembers, flag: ApplicationFlags.GatewayGuildMembersLimited },
  presences: { intent: GatewayIntentBits.GuildPresences, flag: ApplicationFlags.GatewayPresenceLimited },
};

export async function startDiscord(options: DiscordOptions = {}): Promise<DiscordServer> {
  const { token = "emulated-bot-token", granted = ["messageContent"], logins = 1_000 } = options;
  const world = createWorld(options.botName ?? "Tillhand", options.answerMs ?? 3_000, options.tokenMs ?? 15 * 60_000);
  const faults = createFaults();
  const calls: Call[] = [];
  const book: CommandBook = { all: [], writes: 0 };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.filesUrl = `http://${host}/attachments`;
  let isRevoked = false;
  let loginsTaken = 0;
  const applicationFlags = granted.reduce((bits, name) => bits | PRIVILEGED[name].flag, 0);

  const gateway = createGateway({
    server,
    world,
    faults,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    grantedIntents: granted.reduce((bits, name) => bits | PRIVILEGED[name].intent, 0),
    applicationFlags,
    resumeUrl: () => `ws://${host}/resume`,
    isToken: (tried) => !isRevoked && tried === token,
    takeLogin: () => {
      loginsTaken++;
      if (loginsTaken > logins) isRevoked = true;
      return loginsTaken <= logins;
    },
  });

  const router = createRouter();
  const loginsLeft = () => Math.max(logins - loginsTaken, 0);
  addGuildRoutes(router, world, {
    gatewayUrl: `ws://${host}/gateway`,
    applicationFlags,
    loginsLeft,
    loginsADay: logins,
  });
  addMessageRoutes(router, world);
  addThreadRoutes(router, world);
  addInteractionRoutes(router, world);
  addCommandRoutes(router, world, book);
  server.on(
    "request",
    createRestListener({
      router,
      faults,
      calls,
      limits: options.limits ?? false,
      isKnown: (authorization) => !isRevoked && authorization === `Bot ${token}`,
      channelOfToken: (interactionToken) => world.interactions.get(interactionToken)?.channelId ?? null,
      readFile: (path) => {
        const id = path.split("/")[3];
        const all = [...world.messages.values()].flatMap((one) => one.attachments);
        return all.find((one) => one.id === id) ?? null;
      },
    }),
  );

  const places = createPlaces(world);
  const guildId = places.addGuild("Shop");
  const channelId = places.addChannel("general");
  return {
    ...places,
    ...createWords(world),
    ...createActs(world, book),
    apiUrl: `http://${host}/api`,
    token,
    applicationId: world.botId,
    guildId,
    channelId,
    seen: (id, { as } = {}) => seenIn(world, id, as ?? null),
    pings: (id) => world.pings.filter((one) => one.channelId === id).map(({ channelId: _channel, ...ping }) => ping),
    modals: (userId) => personOf(world, userId).modals.map(seenModal),
    notices: (userId) => [...personOf(world, userId).notices],
    typings: world.typings,
    threads: (id) =>
      [...world.channels.values()].flatMap(({ id: threadId, name, parentId, thread }) =>
        thread === null || parentId !== id
          ? []
          : [
              {
                id: threadId,
                name,
                isArchived: thread.isArchived,
                isLocked: thread.isLocked,
                memberIds: [...thread.memberIds],
              },
            ],
      ),
    calls,
    commands: (id) =>
      book.all
        .filter((one) => one.guildId === (id ?? null))
        .map(({ id: commandId, name, description = "" }) => ({ id: commandId, name, description })),
    commandWrites: () => book.writes,
    dispatch: gateway.dispatch,
    faults,
    gateway: gateway.control,
    revoke: () => {
      isRevoked = true;
      gateway.control.close(4004);
    },
    expireTokens: () => {
      for (const interaction of world.interactions.values()) interaction.hasExpired = true;
    },
    close: async () => {
      gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
