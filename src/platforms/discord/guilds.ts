// What Discord tells of servers, channels and roles in; which of them are served, and what they are, out.
import type { APIChannel, APIRole, GatewayGuildCreateDispatchData } from "discord-api-types/v10";
import type { DiscordSettings } from "../../chat-settings.ts";
import type { Api } from "./api.ts";

export interface Channel {
  id: string;
  /** null: somebody writes to the bot alone. */
  guildId: string | null;
  /** Of a thread: the channel in which it is. */
  parentId: string | null;
  isThread: boolean;
}

export interface Guilds {
  /** Ids of those that are served. */
  served(): string[];
  /** Private talks always are. */
  serves(channel: Channel): boolean;
  servesGuild(guildId: string): boolean;
  channel(channelId: string): Promise<Channel>;
  /** The role that Discord made for the bot: a mention of it is one of the bot. */
  isOwnRole(roleId: string): boolean;
  roleName(roleId: string): string | null;
  learnGuild(guild: GatewayGuildCreateDispatchData): void;
  learnRole(role: APIRole): void;
  learnChannel(channel: APIChannel, guildId: string | null): void;
  forgetGuild(guildId: string): void;
}

const MOST_CHANNELS = 20_000;
const THREAD_TYPES = [10, 11, 12];

export function createGuilds(api: Pick<Api, "channel">, settings: DiscordSettings, botId: () => string | null): Guilds {
  const present = new Set<string>();
  const roles = new Map<string, { name: string; isOwn: boolean }>();
  const channels = new Map<string, Channel>();

  function learn(channel: Channel): Channel {
    channels.delete(channel.id);
    channels.set(channel.id, channel);
    for (const oldest of channels.keys()) {
      if (channels.size <= MOST_CHANNELS) break;
      channels.delete(oldest);
    }
    return channel;
  }

  const servesGuild = (guildId: string) => settings.guilds.length === 0 || settings.guilds.includes(guildId);
  const learnRole = ({ id, name, tags }: APIRole) => {
    roles.set(id, { name, isOwn: tags?.bot_id !== undefined && tags.bot_id === botId() });
  };

  return {
    served: () => (settings.guilds.length > 0 ? settings.guilds : [...present]),
    servesGuild,
    serves: ({ id, guildId, parentId }) => {
      if (guildId === null) return true;
      if (!servesGuild(guildId)) return false;
      if (settings.channels.length === 0) return true;
      const named = [...settings.channels, ...(settings.staffChannel === null ? [] : [settings.staffChannel])];
      return named.includes(id) || (parentId !== null && named.includes(parentId));
    },
    channel: async (channelId) => channels.get(channelId) ?? learn(channelOf(await api.channel(channelId), null)),
    isOwnRole: (roleId) => roles.get(roleId)?.isOwn === true,
    roleName: (roleId) => roles.get(roleId)?.name ?? null,
    learnGuild: (guild) => {
      present.add(guild.id);
      for (const role of guild.roles) learnRole(role);
      for (const channel of [...guild.channels, ...guild.threads]) learn(channelOf(channel, guild.id));
    },
    learnRole,
    learnChannel: (channel, guildId) => void learn(channelOf(channel, guildId)),
    forgetGuild: (guildId) => void present.delete(guildId),
  };
}

type SomeChannel = Partial<APIChannel> & Pick<APIChannel, "id" | "type">;

/** `guildId`: where events leave it out, because they are the guild's. */
export function channelOf(channel: SomeChannel, guildId: string | null): Channel {
  const isThread = THREAD_TYPES.includes(channel.type);
  return {
    id: channel.id,
    guildId: ("guild_id" in channel ? channel.guild_id : undefined) ?? guildId,
    parentId: (isThread && "parent_id" in channel ? channel.parent_id : null) ?? null,
    isThread,
  };
}
