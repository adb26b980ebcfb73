// Routes for threads: begin, change, list, members; and the deletion of channels, which is theirs too.
import { GatewayIntentBits } from "discord-api-types/v10";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { parseForm } from "./form-errors.ts";
import { channelPayload, threadMemberPayload } from "./guild-payloads.ts";
import { may, requireBotMay } from "./permissions.ts";
import { done, NOTHING, type Router } from "./router.ts";
import { compareIds } from "./snowflake.ts";
import { archiveThread, changeThreadMember } from "./thread-state.ts";
import { newThread } from "./threads.ts";
import { type Channel, channelOf, messageOf, personOf, publish, type World } from "./world.ts";

const archiveMinutes = z.union([z.literal(60), z.literal(1440), z.literal(4320), z.literal(10080)]);
const newThreadForm = z.object({
  name: z.string().min(1).max(100),
  auto_archive_duration: archiveMinutes.nullish(),
  type: z.int().nullish(),
});
const changeForm = z.object({
  name: z.string().min(1).max(100).nullish(),
  archived: z.boolean().nullish(),
  locked: z.boolean().nullish(),
  auto_archive_duration: archiveMinutes.nullish(),
});

export function addThreadRoutes(router: Router, world: World): void {
  const parentOf = (id: string): Channel => {
    const parent = channelOf(world, id);
    requireBotMay(world, parent);
    if (parent.guildId === null || parent.thread !== null) throw new ApiError(400, 50024);
    return parent;
  };
  const threadOf = (id: string) => {
    const channel = channelOf(world, id);
    requireBotMay(world, channel);
    const { thread } = channel;
    if (thread === null) throw new ApiError(400, 50024);
    return { channel, thread };
  };

  router.on("POST", "/channels/:channel/messages/:message/threads", (call, ids) => {
    const parent = parentOf(ids.channel);
    requireBotMay(world, parent, "CreatePublicThreads");
    const message = messageOf(world, parent.id, ids.message);
    const form = parseForm(newThreadForm, call.body);
    if (world.channels.has(message.id)) throw new ApiError(400, 160004);
    const about = { parent, message, name: form.name, ownerId: world.botId, isPrivate: false };
    const thread = newThread(world, { ...about, autoArchiveMinutes: form.auto_archive_duration ?? 1440 });
    return done(channelPayload(world, thread), 201);
  });

  router.on("POST", "/channels/:channel/threads", (call, ids) => {
    const parent = parentOf(ids.channel);
    const form = parseForm(newThreadForm, call.body);
    const isPrivate = (form.type ?? 12) === 12;
    requireBotMay(world, parent, isPrivate ? "CreatePrivateThreads" : "CreatePublicThreads");
    const about = { parent, message: null, name: form.name, ownerId: world.botId, isPrivate };
    const thread = newThread(world, { ...about, autoArchiveMinutes: form.auto_archive_duration ?? 1440 });
    return done(channelPayload(world, thread), 201);
  });

  router.on("PATCH", "/channels/:channel", (call, ids) => {
    const { channel, thread } = threadOf(ids.channel);
    const form = parseForm(changeForm, call.body);
    const isManager = may(world, channel, world.botId, "ManageThreads");
    const needsManager = form.locked !== undefined || thread.isLocked || thread.ownerId !== world.botId;
    if (needsManager && !isManager) throw new ApiError(403, 50013);
    const isArchived = form.archived ?? thread.isArchived;
    if (thread.isArchived && isArchived) throw new ApiError(400, 50083);
    channel.name = form.name ?? channel.name;
    thread.autoArchiveMinutes = form.auto_archive_duration ?? thread.autoArchiveMinutes;
    archiveThread(world, channel, { isArchived, isLocked: form.locked ?? thread.isLocked });
    return done(channelPayload(world, channel));
  });

  router.on("DELETE", "/channels/:channel", (_call, ids) => {
    const channel = channelOf(world, ids.channel);
    const payload = channelPayload(world, channel);
    if (channel.guildId === null) return done(payload);
    requireBotMay(world, channel, channel.thread === null ? "ManageChannels" : "ManageThreads");
    removeChannel(world, channel);
    return done(payload);
  });

  for (const [method, isMember] of [
    ["PUT", true],
    ["DELETE", false],
  ] as const) {
    router.on(method, "/channels/:channel/thread-members/:user", (_call, ids) => {
      const { channel, thread } = threadOf(ids.channel);
      if (thread.isArchived) throw new ApiError(400, 50083);
      const userId = ids.user === "@me" ? world.botId : personOf(world, ids.user).id;
      changeThreadMember(world, channel, userId, isMember);
      return NOTHING;
    });
  }

  router.on("GET", "/channels/:channel/thread-members", (_call, ids) => {
    const { channel, thread } = threadOf(ids.channel);
    return done([...thread.memberIds].map((id) => threadMemberPayload(channel, id)));
  });

  for (const kind of ["public", "private"] as const) {
    router.on("GET", `/channels/:channel/threads/archived/${kind}`, (_call, ids) => {
      const parent = parentOf(ids.channel);
      requireBotMay(world, parent, "ReadMessageHistory");
      const threads = [...world.channels.values()]
        .filter(
          (one) => one.parentId === parent.id && one.thread?.isArchived && one.type === (kind === "public" ? 11 : 12),
        )
        .sort((a, b) => compareIds(b.id, a.id));
      return done({ threads: threads.map((one) => channelPayload(world, one)), members: [], has_more: false });
    });
  }
}

export function removeChannel(world: World, channel: Channel): void {
  world.channels.delete(channel.id);
  for (const message of [...world.messages.values()]) {
    if (message.channelId === channel.id) world.messages.delete(message.id);
  }
  for (const thread of [...world.channels.values()]) if (thread.parentId === channel.id) removeChannel(world, thread);
  publish(world, {
    name: channel.thread === null ? "CHANNEL_DELETE" : "THREAD_DELETE",
    data: {
      id: channel.id,
      guild_id: channel.guildId,
      parent_id: channel.parentId,
      type: channel.type,
      name: channel.name,
    },
    guildId: channel.guildId,
    intents: GatewayIntentBits.Guilds,
  });
}
