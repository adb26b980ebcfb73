// Somebody and a channel in; the bits of what they may do there out, as Discord adds them up.
import { PermissionFlagsBits } from "discord-api-types/v10";
import { ApiError } from "./api-error.ts";
import type { Channel, Guild, Permission, World } from "./world.ts";

const ALL = Object.values(PermissionFlagsBits).reduce((bits, bit) => bits | bit, 0n);

export function guildPermissions(guild: Guild, userId: string): bigint {
  const member = guild.members.get(userId);
  if (member === undefined) return 0n;
  const roleIds = [guild.id, ...member.roleIds];
  const bits = roleIds.reduce((sum, id) => sum | (guild.roles.get(id)?.permissions ?? 0n), 0n);
  return guild.ownerId === userId || (bits & PermissionFlagsBits.Administrator) !== 0n ? ALL : bits;
}

export function permissionsIn(world: World, channel: Channel, userId: string): bigint {
  if (channel.guildId === null) return channel.recipientId === userId || userId === world.botId ? ALL : 0n;
  const guild = world.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (guild === undefined || member === undefined) return 0n;
  const base = guildPermissions(guild, userId);
  if (base === ALL) return ALL;
  const place = channel.parentId === null ? channel : (world.channels.get(channel.parentId) ?? channel);
  const everyone = place.overwrites.filter((one) => one.id === guild.id);
  const roles = place.overwrites.filter((one) => one.isRole && member.roleIds.includes(one.id));
  const own = place.overwrites.filter((one) => !one.isRole && one.id === userId);
  const bits = [everyone, roles, own].reduce((sum, group) => {
    const denied = group.reduce((all, one) => all | one.deny, 0n);
    const allowed = group.reduce((all, one) => all | one.allow, 0n);
    return (sum & ~denied) | allowed;
  }, base);
  return (bits & PermissionFlagsBits.ViewChannel) === 0n ? 0n : bits;
}

export function may(world: World, channel: Channel, userId: string, permission: Permission): boolean {
  const bits = permissionsIn(world, channel, userId);
  if ((bits & PermissionFlagsBits[permission]) === 0n) return false;
  const isPrivate = channel.type === 12 && channel.thread !== null;
  return (
    !isPrivate || channel.thread?.memberIds.has(userId) === true || (bits & PermissionFlagsBits.ManageThreads) !== 0n
  );
}

/** 50001 if the bot cannot see the channel, 50013 if it may not do this there. */
export function requireBotMay(world: World, channel: Channel, ...permissions: Permission[]): void {
  if (!may(world, channel, world.botId, "ViewChannel")) throw new ApiError(403, 50001);
  for (const permission of permissions) {
    if (!may(world, channel, world.botId, permission)) throw new ApiError(403, 50013);
  }
}
