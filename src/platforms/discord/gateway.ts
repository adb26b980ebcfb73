// A connection to Discord's gateway: opened once, kept by the client, with what it brings handed on as Discord sent it.

import { Events } from "discord.js";
import {
  type APIInteraction,
  GatewayDispatchEvents as Event,
  type GatewayChannelCreateDispatchData,
  GatewayCloseCodes,
  type GatewayGuildCreateDispatchData,
  type GatewayGuildDeleteDispatchData,
  type GatewayGuildRoleCreateDispatchData,
  type GatewayMessageCreateDispatchData,
  type GatewayMessageDeleteBulkDispatchData,
  type GatewayMessageDeleteDispatchData,
  type GatewayMessageUpdateDispatchData,
  type GatewayReadyDispatchData,
  type GatewayThreadCreateDispatchData,
} from "discord-api-types/v10";
import type { ChatSettings, DiscordSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import { createClient } from "./client.ts";
import { DiscordError, WRONG_TOKEN } from "./discord-error.ts";

export interface Handlers {
  /** A new session begins: what happened before it is not told. */
  sessionStarted(ready: GatewayReadyDispatchData): void;
  /** All servers are known. */
  sessionReady(): void;
  guild(guild: GatewayGuildCreateDispatchData): void;
  guildGone(guild: GatewayGuildDeleteDispatchData): void;
  role(role: GatewayGuildRoleCreateDispatchData): void;
  channel(channel: GatewayChannelCreateDispatchData | GatewayThreadCreateDispatchData): void;
  message(message: GatewayMessageCreateDispatchData): void;
  edited(message: GatewayMessageUpdateDispatchData): void;
  removed(ids: string[], where: Pick<GatewayMessageDeleteDispatchData, "channel_id" | "guild_id">): void;
  interaction(interaction: APIInteraction): void;
}

export interface Gateway {
  /** Whatever Discord sent up to then has arrived. */
  aliveAt(): Date;
  /** Why people are not heard; null while they are. */
  trouble(): string | null;
  close(): Promise<void>;
}

interface GatewayParts {
  settings: DiscordSettings;
  limits: ChatSettings;
  clock: () => Date;
  log: Log;
}

const NO_INTENT =
  "Discord does not let the bot read messages: switch on “Message Content Intent” for its application in Discord's developer portal. See docs/discord.md.";

/** Resolves when Discord has told everything that it tells at the start; rejects with a sentence when it does not. */
export async function openGateway(
  handlers: Handlers,
  { settings, limits, clock, log }: GatewayParts,
): Promise<Gateway> {
  const notRead = (error: unknown) => log.error({ err: error }, "an event of Discord's was not read");
  const client = createClient(settings.apiUrl, notRead);
  const ready = Promise.withResolvers<void>();
  let lastEventAt = clock();
  let ending: DiscordError | null = null;
  let isClosing = false;

  client.on("raw", () => {
    lastEventAt = clock();
  });
  client.on(Events.Error, (error) => log.error({ err: error }, "the connection to Discord had an error"));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, "the connection to Discord broke"));
  client.on(Events.ShardReconnecting, () => {
    if (!isClosing) log.info({}, "connecting to Discord again");
  });
  client.on(Events.ShardDisconnect, ({ code }) => {
    ending = endingOf(code);
    log.error({ code, err: ending }, "Discord ended the connection for good");
    ready.reject(ending);
  });
  client.on(Events.ShardReady, () => {
    handlers.sessionReady();
    ready.resolve();
  });

  const { ws } = client;
  // Thrown from here, whatever Discord sends would end the process.
  const hear = <Data>(events: Event[], handle: (data: Data) => void) => {
    const guarded = (data: Data) => {
      try {
        handle(data);
      } catch (error) {
        notRead(error);
      }
    };
    for (const event of events) ws.on(event, guarded);
  };
  hear<GatewayReadyDispatchData>([Event.Ready], handlers.sessionStarted);
  hear<GatewayGuildCreateDispatchData>([Event.GuildCreate], handlers.guild);
  hear<GatewayGuildDeleteDispatchData>([Event.GuildDelete], handlers.guildGone);
  hear<GatewayGuildRoleCreateDispatchData>([Event.GuildRoleCreate, Event.GuildRoleUpdate], handlers.role);
  hear<GatewayChannelCreateDispatchData | GatewayThreadCreateDispatchData>(
    [Event.ChannelCreate, Event.ThreadCreate, Event.ThreadUpdate],
    handlers.channel,
  );
  hear<GatewayMessageCreateDispatchData>([Event.MessageCreate], handlers.message);
  hear<GatewayMessageUpdateDispatchData>([Event.MessageUpdate], handlers.edited);
  hear<GatewayMessageDeleteDispatchData>([Event.MessageDelete], (data) => handlers.removed([data.id], data));
  hear<GatewayMessageDeleteBulkDispatchData>([Event.MessageDeleteBulk], (data) => handlers.removed(data.ids, data));
  hear<APIInteraction>([Event.InteractionCreate], handlers.interaction);

  const late = setTimeout(() => ready.reject(new DiscordError(silent(settings))), limits.silenceMs);
  ready.promise.catch(() => {});
  try {
    await Promise.race([
      ready.promise,
      client.login(settings.token).then(
        () => ready.promise,
        (error) => Promise.reject(ending ?? loginError(error, settings)),
      ),
    ]);
  } catch (error) {
    await client.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }

  /** A heartbeat that was acknowledged: everything before it has been sent. */
  const beatAtMs = () => Math.max(...ws.shards.map((shard) => shard.lastPingTimestamp));
  const aliveAt = () => new Date(Math.max(lastEventAt.getTime(), beatAtMs()));
  return {
    aliveAt,
    trouble: () => {
      if (ending !== null) return ending.message;
      const silentMs = clock().getTime() - aliveAt().getTime();
      return silentMs > limits.deadMs ? `Nothing came from Discord for ${Math.round(silentMs / 1_000)} s.` : null;
    },
    close: () => {
      isClosing = true;
      return client.destroy();
    },
  };
}

function endingOf(code: number): DiscordError {
  if (code === GatewayCloseCodes.AuthenticationFailed) return new DiscordError(WRONG_TOKEN);
  if (code === GatewayCloseCodes.DisallowedIntents) return new DiscordError(NO_INTENT);
  return new DiscordError(`Discord ended the connection for good (code ${code}). See docs/discord.md.`);
}

function loginError(error: unknown, settings: DiscordSettings): DiscordError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "TokenInvalid") return new DiscordError(WRONG_TOKEN, { cause: error });
  return new DiscordError(silent(settings), { cause: error });
}

const silent = ({ apiUrl }: DiscordSettings) =>
  `Discord cannot be reached at ${apiUrl}: look at the network, and at DISCORD_API_URL if it is set.`;
