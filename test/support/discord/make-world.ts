// An empty world out, and the guilds, channels and people that come to live in it.
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import { createIds } from "./snowflake.ts";
import type { Channel, Guild, Permission, Person, Role, World } from "./world.ts";

const USUAL_RIGHTS: (keyof typeof PermissionFlagsBits)[] = [
  "ViewChannel",
  "SendMessages",
  "SendMessagesInThreads",
  "CreatePublicThreads",
  "EmbedLinks",
  "AttachFiles",
  "ReadMessageHistory",
  "AddReactions",
  "UseApplicationCommands",
  "ChangeNickname",
];

export function permissionBits(names: readonly Permission[]): bigint {
  return names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);
}

export function createWorld(botName: string, answerMs: number, tokenMs: number): World {
  const newId = createIds();
  const botId = newId();
  const world: World = {
    newId,
    botId,
    guilds: new Map(),
    people: new Map(),
    channels: new Map(),
    messages: new Map(),
    interactions: new Map(),
    pings: [],
    typings: [],
    filesUrl: "",
    answerMs,
    tokenMs,
    listeners: [],
  };
  world.people.set(botId, newPerson(botId, botName, true));
  return world;
}

export function newPerson(id: string, name: string, isBot = false): Person {
  return { id, name, isBot, locale: "en-US", hasClosedDms: false, notices: [], modals: [] };
}

export function newGuild(world: World, name: string): Guild {
  const id = world.newId();
  const everyone: Role = { id, name: "@everyone", permissions: permissionBits(USUAL_RIGHTS), isMentionable: false };
  const guild: Guild = {
    id,
    name,
    ownerId: world.newId(),
    roles: new Map([[id, everyone]]),
    members: new Map(),
  };
  world.people.set(guild.ownerId, newPerson(guild.ownerId, `owner of ${name}`));
  for (const userId of [guild.ownerId, world.botId]) {
    guild.members.set(userId, { userId, roleIds: [], joinedAt: Date.now() });
  }
  world.guilds.set(id, guild);
  return guild;
}

export function newChannel(world: World, about: Partial<Channel> & { name: string }): Channel {
  const channel: Channel = {
    id: world.newId(),
    type: ChannelType.GuildText,
    guildId: null,
    recipientId: null,
    parentId: null,
    overwrites: [],
    lastMessageId: null,
    thread: null,
    ...about,
  };
  world.channels.set(channel.id, channel);
  return channel;
}
