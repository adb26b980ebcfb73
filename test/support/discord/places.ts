// Guilds, channels, roles and people are made and changed while everything runs, each with the event it makes.
import { ChannelType, GatewayIntentBits } from "discord-api-types/v10";
import { channelPayload, fullMemberPayload, guildCreatePayload, rolePayload } from "./guild-payloads.ts";
import { newChannel, newGuild, newPerson, permissionBits } from "./make-world.ts";
import { removeChannel } from "./routes-threads.ts";
import { archiveThread } from "./thread-state.ts";
import { channelOf, guildOf, type Permission, personOf, publish, type World } from "./world.ts";

interface NewUser {
  guildId?: string;
  /** Not in any guild: knows the bot from elsewhere. */
  isOutside?: boolean;
  roles?: string[];
  isBot?: boolean;
  locale?: string;
}

interface NewRole {
  guildId?: string;
  isMentionable?: boolean;
  permissions?: Permission[];
}

interface NewChannel {
  guildId?: string;
  type?: ChannelType;
  /** Only people with one of these roles, and the bot, see it. */
  visibleTo?: string[];
  /** As for `denyBot`. */
  botDenied?: Permission[];
}

export interface Places {
  addGuild(name: string): string;
  /** The bot is thrown out. */
  leaveGuild(guildId: string): void;
  /** A person; a member of the first guild unless told otherwise. */
  addUser(name: string, options?: NewUser): string;
  /** Takes somebody out of a guild, and with it of everything they saw there. */
  removeUser(userId: string, guildId?: string): void;
  setRoles(userId: string, roleIds: string[], guildId?: string): void;
  addRole(name: string, options?: NewRole): string;
  addChannel(name: string, options?: NewChannel): string;
  /** Channels and threads alike. */
  removeChannel(channelId: string): void;
  /** What the bot may not do in this channel, instead of what was denied before. Without ViewChannel: 50001. */
  denyBot(channelId: string, ...permissions: Permission[]): void;
  /** What the bot may do beside the usual, in all guilds; "MentionEveryone" unless told otherwise. */
  allowBot(...permissions: Permission[]): void;
  closeDms(userId: string): void;
  openDms(userId: string): void;
  /** Somebody archives a thread, or Discord does. */
  archiveThread(threadId: string, options?: { isLocked?: boolean }): void;
  unarchiveThread(threadId: string): void;
}

export function createPlaces(world: World): Places {
  const home = () => {
    const [first] = world.guilds.keys();
    if (first === undefined) throw new Error("there is no guild");
    return first;
  };
  const tell = (name: string, guildId: string, data: object, intents = GatewayIntentBits.Guilds) =>
    publish(world, { name, data: { ...data, guild_id: guildId }, guildId, intents });
  const tellOfChannel = (name: string, id: string) => {
    const channel = channelOf(world, id);
    tell(name, channel.guildId ?? "", channelPayload(world, channel));
  };
  const botRoleIn = (guildId: string) => {
    const guild = guildOf(world, guildId);
    const known = guild.members.get(world.botId)?.roleIds[0];
    const role = known === undefined ? undefined : guild.roles.get(known);
    if (role === undefined) throw new Error("the bot is no member");
    return role;
  };
  let botExtra: readonly Permission[] = ["MentionEveryone"];

  return {
    addGuild: (name) => {
      const guild = newGuild(world, name);
      const bot = guild.members.get(world.botId);
      const role = {
        id: world.newId(),
        name: personOf(world, world.botId).name,
        permissions: permissionBits(botExtra),
        isMentionable: false,
      };
      guild.roles.set(role.id, role);
      bot?.roleIds.push(role.id);
      const data = guildCreatePayload(world, guild, false);
      publish(world, { name: "GUILD_CREATE", data, guildId: guild.id, intents: GatewayIntentBits.Guilds });
      return guild.id;
    },
    leaveGuild: (guildId) => {
      guildOf(world, guildId).members.delete(world.botId);
      const data = { id: guildId };
      publish(world, { name: "GUILD_DELETE", data, guildId, intents: GatewayIntentBits.Guilds });
    },
    addUser: (name, options = {}) => {
      const person = { ...newPerson(world.newId(), name, options.isBot), locale: options.locale ?? "en-US" };
      world.people.set(person.id, person);
      if (options.isOutside === true) return person.id;
      const guild = guildOf(world, options.guildId ?? home());
      const member = { userId: person.id, roleIds: options.roles ?? [], joinedAt: Date.now() };
      guild.members.set(person.id, member);
      tell("GUILD_MEMBER_ADD", guild.id, fullMemberPayload(world, member), GatewayIntentBits.GuildMembers);
      return person.id;
    },
    removeUser: (userId, guildId = home()) => {
      guildOf(world, guildId).members.delete(userId);
      tell("GUILD_MEMBER_REMOVE", guildId, { user: { id: userId } }, GatewayIntentBits.GuildMembers);
    },
    setRoles: (userId, roleIds, guildId = home()) => {
      const member = guildOf(world, guildId).members.get(userId);
      if (member === undefined) throw new Error(`${personOf(world, userId).name} is no member`);
      member.roleIds = roleIds;
      tell("GUILD_MEMBER_UPDATE", guildId, fullMemberPayload(world, member), GatewayIntentBits.GuildMembers);
    },
    addRole: (name, options = {}) => {
      const guild = guildOf(world, options.guildId ?? home());
      const permissions = permissionBits(options.permissions ?? []);
      const role = { id: world.newId(), name, permissions, isMentionable: options.isMentionable ?? false };
      guild.roles.set(role.id, role);
      tell("GUILD_ROLE_CREATE", guild.id, { role: rolePayload(role, guild.roles.size - 1) });
      return role.id;
    },
    addChannel: (name, options = {}) => {
      const guildId = options.guildId ?? home();
      const channel = newChannel(world, { name, guildId, type: options.type ?? ChannelType.GuildText });
      if (options.visibleTo !== undefined) {
        const view = permissionBits(["ViewChannel"]);
        const bot = { id: world.botId, isRole: false };
        channel.overwrites.push({ id: guildId, isRole: true, allow: 0n, deny: view });
        for (const id of options.visibleTo) channel.overwrites.push({ id, isRole: true, allow: view, deny: 0n });
        channel.overwrites.push({ ...bot, allow: view, deny: permissionBits(options.botDenied ?? []) });
      } else if (options.botDenied !== undefined) {
        const deny = permissionBits(options.botDenied);
        channel.overwrites.push({ id: world.botId, isRole: false, allow: 0n, deny });
      }
      tellOfChannel("CHANNEL_CREATE", channel.id);
      return channel.id;
    },
    removeChannel: (channelId) => removeChannel(world, channelOf(world, channelId)),
    denyBot: (channelId, ...permissions) => {
      const channel = channelOf(world, channelId);
      const known = channel.overwrites.find((one) => one.id === world.botId);
      const deny = permissionBits(permissions);
      channel.overwrites = channel.overwrites.filter((one) => one !== known);
      const allow = (known?.allow ?? 0n) & ~deny;
      channel.overwrites.push({ id: world.botId, isRole: false, allow, deny });
      tellOfChannel("CHANNEL_UPDATE", channelId);
    },
    allowBot: (...permissions) => {
      botExtra = permissions;
      for (const guild of world.guilds.values()) {
        const role = botRoleIn(guild.id);
        role.permissions = permissionBits(permissions);
        tell("GUILD_ROLE_UPDATE", guild.id, { role: rolePayload(role, 1) });
      }
    },
    closeDms: (userId) => {
      personOf(world, userId).hasClosedDms = true;
    },
    openDms: (userId) => {
      personOf(world, userId).hasClosedDms = false;
    },
    archiveThread: (threadId, options = {}) =>
      archiveThread(world, channelOf(world, threadId), { isArchived: true, ...options }),
    unarchiveThread: (threadId) =>
      archiveThread(world, channelOf(world, threadId), { isArchived: false, isLocked: false }),
  };
}
