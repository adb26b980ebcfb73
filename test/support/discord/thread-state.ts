// Threads close, re-open and get members, each told to the sessions.
import { GatewayIntentBits } from "discord-api-types/v10";
import { channelPayload, threadMemberPayload } from "./guild-payloads.ts";
import { may } from "./permissions.ts";
import { type Channel, publish, type World } from "./world.ts";

export function publishThread(world: World, name: string, thread: Channel, more: object = {}): void {
  if (!may(world, thread, world.botId, "ViewChannel")) return;
  publish(world, {
    name,
    data: { ...channelPayload(world, thread), ...more },
    guildId: thread.guildId,
    intents: GatewayIntentBits.Guilds,
  });
}

export function archiveThread(
  world: World,
  thread: Channel,
  change: { isArchived: boolean; isLocked?: boolean },
): void {
  if (thread.thread === null) return;
  if (thread.thread.isArchived !== change.isArchived) thread.thread.archivedAt = Date.now();
  thread.thread.isArchived = change.isArchived;
  thread.thread.isLocked = change.isLocked ?? thread.thread.isLocked;
  publishThread(world, "THREAD_UPDATE", thread);
}

export function changeThreadMember(world: World, channel: Channel, userId: string, isMember: boolean): void {
  const { thread } = channel;
  if (thread === null || thread.memberIds.has(userId) === isMember) return;
  if (isMember) thread.memberIds.add(userId);
  else thread.memberIds.delete(userId);
  const isBot = userId === world.botId;
  publish(world, {
    name: "THREAD_MEMBERS_UPDATE",
    data: {
      id: channel.id,
      guild_id: channel.guildId,
      member_count: thread.memberIds.size,
      ...(isMember
        ? { added_members: [{ ...threadMemberPayload(channel, userId), member: null, presence: null }] }
        : { removed_member_ids: [userId] }),
    },
    guildId: channel.guildId,
    intents: isBot ? GatewayIntentBits.Guilds : GatewayIntentBits.GuildMembers,
  });
  if (isBot && isMember) publishThread(world, "THREAD_CREATE", channel);
}
