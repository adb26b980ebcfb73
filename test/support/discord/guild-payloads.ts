// People, members, roles, channels and guilds in; what the interface and the gateway say of them out.
import { ChannelType } from "discord-api-types/v10";
import { permissionsIn } from "./permissions.ts";
import { isoTime, timeOf } from "./snowflake.ts";
import type { Channel, Guild, Member, Person, Role, World } from "./world.ts";

export function userPayload(person: Person) {
  const user = {
    id: person.id,
    username: person.name.toLowerCase().replaceAll(/[^a-z0-9_.]+/g, "_"),
    global_name: person.isBot ? null : person.name,
    discriminator: person.isBot ? "6184" : "0",
    avatar: null,
    avatar_decoration_data: null,
    clan: null,
    collectibles: null,
    display_name_styles: null,
    primary_guild: null,
    public_flags: 0,
  };
  return person.isBot ? { ...user, username: person.name, bot: true } : user;
}

/** As it stands beside a user, in messages. */
export function memberPayload(member: Member) {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    deaf: false,
    flags: 0,
    joined_at: isoTime(member.joinedAt),
    mute: false,
    nick: null,
    pending: false,
    premium_since: null,
    roles: member.roleIds,
  };
}

export function fullMemberPayload(world: World, member: Member) {
  const person = world.people.get(member.userId);
  return { ...memberPayload(member), user: person === undefined ? { id: member.userId } : userPayload(person) };
}

export function rolePayload(role: Role, position: number) {
  return {
    id: role.id,
    name: role.name,
    permissions: String(role.permissions),
    mentionable: role.isMentionable,
    position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
  };
}

export const rolePayloads = (guild: Guild) => [...guild.roles.values()].map(rolePayload);

/** As interactions carry it: shorter for channels of a guild. */
export function interactionChannelPayload(world: World, channel: Channel): object {
  if (channel.guildId === null || channel.thread !== null) return channelPayload(world, channel);
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    topic: null,
    position: 0,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_message_id: channel.lastMessageId,
    flags: 0,
    icon_emoji: { id: null, name: "👋" },
    theme_color: null,
  };
}

export function channelPayload(world: World, channel: Channel): object {
  if (channel.thread !== null) return threadPayload(world, channel);
  const base = { id: channel.id, type: channel.type, last_message_id: channel.lastMessageId, flags: 0 };
  if (channel.guildId === null) {
    const recipient = world.people.get(channel.recipientId ?? "");
    return { ...base, recipients: recipient === undefined ? [] : [userPayload(recipient)] };
  }
  return {
    ...base,
    guild_id: channel.guildId,
    name: channel.name,
    topic: null,
    position: 0,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    last_pin_timestamp: null,
    permission_overwrites: channel.overwrites.map((one) => ({
      id: one.id,
      type: one.isRole ? 0 : 1,
      allow: String(one.allow),
      deny: String(one.deny),
    })),
  };
}

function threadPayload(world: World, channel: Channel): object {
  const thread = channel.thread;
  if (thread === null) return {};
  const own = thread.memberIds.has(world.botId) ? { member: threadMemberPayload(channel, world.botId) } : {};
  return {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    parent_id: channel.parentId,
    owner_id: thread.ownerId,
    name: channel.name,
    last_message_id: channel.lastMessageId,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: thread.memberIds.size,
    rate_limit_per_user: 0,
    flags: 0,
    thread_metadata: {
      archived: thread.isArchived,
      archive_timestamp: isoTime(thread.archivedAt),
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.isLocked,
      create_timestamp: isoTime(timeOf(channel.id)),
      ...(channel.type === ChannelType.PrivateThread ? { invitable: true } : {}),
    },
    ...own,
  };
}

export function threadMemberPayload(channel: Channel, userId: string) {
  return { id: channel.id, user_id: userId, join_timestamp: isoTime(timeOf(channel.id)), flags: 1 };
}

export const channelsOf = (world: World, guildId: string) =>
  [...world.channels.values()].filter((one) => one.guildId === guildId && one.thread === null);

export const activeThreadsOf = (world: World, guildId: string) =>
  [...world.channels.values()].filter((one) => one.guildId === guildId && one.thread?.isArchived === false);

export function guildPayload(guild: Guild): object {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    owner_id: guild.ownerId,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 1,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: rolePayloads(guild),
    emojis: [],
    stickers: [],
    features: [],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: "en-US",
    nsfw_level: 0,
    max_members: 25_000_000,
  };
}

/** What a session gets of a guild at the start. */
export function guildCreatePayload(world: World, guild: Guild, seesMembers: boolean): object {
  const members = [...guild.members.values()].filter((one) => seesMembers || one.userId === world.botId);
  const threads = activeThreadsOf(world, guild.id).filter((one) => permissionsIn(world, one, world.botId) !== 0n);
  return {
    ...guildPayload(guild),
    joined_at: isoTime(guild.members.get(world.botId)?.joinedAt ?? Date.now()),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    members: members.map((one) => fullMemberPayload(world, one)),
    channels: channelsOf(world, guild.id).map((one) => channelPayload(world, one)),
    threads: threads.map((one) => channelPayload(world, one)),
  };
}
