// Routes for messages: read, post, edit, delete, react, type.
import { GatewayIntentBits } from "discord-api-types/v10";
import { ApiError, refuseField } from "./api-error.ts";
import { contentOfChange, contentOfNew } from "./message-body.ts";
import { messagePayload, newMessagePayload } from "./message-payload.ts";
import { IS_V2, type MessageBody, parseMessageBody } from "./message-shapes.ts";
import { changeMessage, postMessage, removeMessage } from "./messages.ts";
import { may, requireBotMay } from "./permissions.ts";
import { done, NOTHING, type Router } from "./router.ts";
import { compareIds, timeOf } from "./snowflake.ts";
import { type Channel, channelOf, type Message, messageOf, publish, type World } from "./world.ts";

const NONCE_MS = 5 * 60_000;
const TEXT_TYPES = [0, 1, 2, 5, 10, 11, 12, 13];

export function addMessageRoutes(router: Router, world: World): void {
  const show = (message: Message) => messagePayload(world, message);

  router.on("GET", "/channels/:channel/messages", (call, ids) => {
    const channel = readableChannel(world, ids.channel);
    return done(pageOf(world, channel, call.query).map(show));
  });

  router.on("GET", "/channels/:channel/messages/:message", (_call, ids) => {
    readableChannel(world, ids.channel);
    return done(show(publicMessage(world, ids.channel, ids.message)));
  });

  router.on("POST", "/channels/:channel/messages", (call, ids) => {
    const channel = writableChannel(world, ids.channel);
    const body = parseMessageBody(call.body);
    if (call.files.size > 0) requireBotMay(world, channel, "AttachFiles");
    if ((body.embeds ?? []).length > 0) requireBotMay(world, channel, "EmbedLinks");
    const repeated = body.enforce_nonce === true ? earlierMessage(world, body.nonce ?? null) : undefined;
    if (repeated !== undefined) return done(newMessagePayload(world, repeated));
    const content = contentOfNew(world, body, call.files);
    const reference = referenceOf(world, channel, body);
    const { nonce = null, allowed_mentions } = body;
    const about = { channelId: channel.id, authorId: world.botId, ...content, nonce, reference };
    return done(newMessagePayload(world, postMessage(world, about, allowed_mentions)));
  });

  router.on("PATCH", "/channels/:channel/messages/:message", (call, ids) => {
    const channel = seenChannel(world, ids.channel);
    const message = publicMessage(world, channel.id, ids.message);
    if (message.authorId !== world.botId) throw new ApiError(403, 50005);
    requireOpenThread(world, channel);
    const body = parseMessageBody(call.body, (message.flags & IS_V2) !== 0);
    changeMessage(world, message, contentOfChange(world, body, call.files, message), body.allowed_mentions);
    return done(show(message));
  });

  router.on("DELETE", "/channels/:channel/messages/:message", (_call, ids) => {
    const channel = seenChannel(world, ids.channel);
    const message = publicMessage(world, channel.id, ids.message);
    if (message.authorId !== world.botId) requireBotMay(world, channel, "ManageMessages");
    if (channel.thread?.isArchived === true) throw new ApiError(400, 50083);
    removeMessage(world, message);
    return NOTHING;
  });

  router.on("PUT", "/channels/:channel/messages/:message/reactions/:emoji/@me", (_call, ids) => {
    const channel = readableChannel(world, ids.channel);
    const message = publicMessage(world, channel.id, ids.message);
    requireOpenThread(world, channel);
    if (!message.reactions.has(ids.emoji)) requireBotMay(world, channel, "AddReactions");
    addReaction(world, message, world.botId, ids.emoji);
    return NOTHING;
  });

  router.on("DELETE", "/channels/:channel/messages/:message/reactions/:emoji/@me", (_call, ids) => {
    const channel = readableChannel(world, ids.channel);
    const message = publicMessage(world, channel.id, ids.message);
    requireOpenThread(world, channel);
    const left = (message.reactions.get(ids.emoji) ?? []).filter((id) => id !== world.botId);
    if (left.length === 0) message.reactions.delete(ids.emoji);
    else message.reactions.set(ids.emoji, left);
    return NOTHING;
  });

  router.on("POST", "/channels/:channel/typing", (_call, ids) => {
    const channel = writableChannel(world, ids.channel);
    world.typings.push(channel.id);
    return NOTHING;
  });
}

export function addReaction(world: World, message: Message, userId: string, emoji: string): void {
  const known = message.reactions.get(emoji) ?? [];
  if (known.includes(userId)) return;
  message.reactions.set(emoji, [...known, userId]);
  const guildId = world.channels.get(message.channelId)?.guildId ?? null;
  publish(world, {
    name: "MESSAGE_REACTION_ADD",
    data: {
      user_id: userId,
      channel_id: message.channelId,
      message_id: message.id,
      ...(guildId === null ? {} : { guild_id: guildId }),
      message_author_id: message.authorId,
      emoji: { id: null, name: emoji },
      burst: false,
      type: 0,
    },
    guildId,
    intents: guildId === null ? GatewayIntentBits.DirectMessageReactions : GatewayIntentBits.GuildMessageReactions,
  });
}

function seenChannel(world: World, id: string): Channel {
  const channel = channelOf(world, id);
  requireBotMay(world, channel);
  if (!TEXT_TYPES.includes(channel.type)) throw new ApiError(400, 50024);
  return channel;
}

function readableChannel(world: World, id: string): Channel {
  const channel = seenChannel(world, id);
  if (!may(world, channel, world.botId, "ReadMessageHistory")) throw new ApiError(403, 50001);
  return channel;
}

function writableChannel(world: World, id: string): Channel {
  const channel = seenChannel(world, id);
  if (channel.guildId === null && world.people.get(channel.recipientId ?? "")?.hasClosedDms === true) {
    throw new ApiError(403, 50007);
  }
  requireBotMay(world, channel, channel.thread === null ? "SendMessages" : "SendMessagesInThreads");
  requireUnlocked(world, channel);
  return channel;
}

function requireUnlocked(world: World, channel: Channel): void {
  if (channel.thread?.isLocked !== true || may(world, channel, world.botId, "ManageThreads")) return;
  throw new ApiError(403, 160005);
}

function requireOpenThread(world: World, channel: Channel): void {
  if (channel.thread?.isArchived === true) throw new ApiError(400, 50083);
  requireUnlocked(world, channel);
}

function publicMessage(world: World, channelId: string, id: string): Message {
  const message = messageOf(world, channelId, id);
  if (message.ephemeralFor !== null) throw new ApiError(404, 10008);
  return message;
}

/** Of any channel: Discord promises to look at author and nonce, and at nothing else. */
function earlierMessage(world: World, nonce: string | number | null): Message | undefined {
  if (nonce === null) refuseField(["nonce"], "BASE_TYPE_REQUIRED", "This field is required");
  return [...world.messages.values()].find(
    (one) => one.nonce === nonce && one.authorId === world.botId && Date.now() - timeOf(one.id) < NONCE_MS,
  );
}

function referenceOf(world: World, channel: Channel, body: MessageBody): Message["reference"] {
  const sent = body.message_reference ?? null;
  if (sent === null) return null;
  if (!may(world, channel, world.botId, "ReadMessageHistory")) throw new ApiError(403, 160002);
  const known = world.messages.get(sent.message_id);
  if (known === undefined || known.channelId !== channel.id || known.ephemeralFor !== null) {
    if (sent.fail_if_not_exists === false) return null;
    refuseField(["message_reference"], "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
  }
  return { kind: "reply", channelId: channel.id, messageId: sent.message_id };
}

/** Newest first; `after` counts upwards from the id, as Discord does. */
function pageOf(world: World, channel: Channel, query: URLSearchParams): Message[] {
  const limit = Number(query.get("limit") ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    refuseField(["limit"], "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
  }
  const all = [...world.messages.values()]
    .filter((one) => one.channelId === channel.id && one.ephemeralFor === null)
    .sort((a, b) => compareIds(a.id, b.id));
  const [after, before, around] = ["after", "before", "around"].map((name) => query.get(name));
  if (around) {
    const older = all.filter((one) => compareIds(one.id, around) < 0);
    const newer = all.filter((one) => compareIds(one.id, around) >= 0);
    const half = Math.floor(limit / 2);
    return [...older.slice(-half || older.length), ...newer.slice(0, limit - half)].reverse();
  }
  if (after)
    return all
      .filter((one) => compareIds(one.id, after) > 0)
      .slice(0, limit)
      .reverse();
  const until = before ? all.filter((one) => compareIds(one.id, before) < 0) : all;
  return until.slice(-limit).reverse();
}
