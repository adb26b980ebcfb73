// People write, change and take back messages, each with the event it makes.
import { ChannelType } from "discord-api-types/v10";
import { DEFAULT_MENTIONS } from "./mentions.ts";
import { publishMessage } from "./message-payload.ts";
import { changeMessage, postMessage, removeMessage } from "./messages.ts";
import { permissionsIn } from "./permissions.ts";
import { openDm } from "./routes-guilds.ts";
import { addReaction } from "./routes-messages.ts";
import { newThread } from "./threads.ts";
import { channelOf, type Message, personOf, type World } from "./world.ts";

interface Saying {
  /** The message that is answered; notifies its author as the client does by default. */
  replyTo?: string;
  attachments?: { name: string; bytes: Uint8Array | string; contentType?: string; altText?: string }[];
  /** A message that is passed on instead of own words. */
  forwarded?: string;
  nonce?: string;
}

export interface Words {
  /** All of these return the message's id. */
  say(userId: string, channelId: string, text: string, options?: Saying): string;
  sayAsWebhook(channelId: string, text: string, name?: string): string;
  /** A notice of Discord's own, as "joined" (7) or "pinned" (6). */
  sayAsSystem(channelId: string, type: number, userId: string): string;
  /** Of anybody; `text` is all that changes. */
  edit(messageId: string, text: string): void;
  /** Discord adds a link preview: an update that is no edit. */
  unfurl(messageId: string, title?: string): void;
  remove(messageId: string): void;
  react(userId: string, messageId: string, emoji: string): void;
  /** The channel in which this person and the bot talk alone. */
  dm(userId: string): string;
  startThread(userId: string, messageId: string, name: string): string;
}

const HAS_SNAPSHOT = 16_384;

export function createWords(world: World): Words {
  const known = (id: string): Message => {
    const message = world.messages.get(id);
    if (message === undefined) throw new Error(`there is no message ${id}`);
    return message;
  };

  return {
    say: (userId, channelId, text, options = {}) => {
      const channel = channelOf(world, channelId);
      if (permissionsIn(world, channel, userId) === 0n) {
        throw new Error(`${personOf(world, userId).name} cannot write in ${channel.name}`);
      }
      const forwarded = options.forwarded === undefined ? null : known(options.forwarded);
      const repliedTo = options.replyTo === undefined ? null : known(options.replyTo);
      const message = postMessage(
        world,
        {
          channelId,
          authorId: userId,
          content: text,
          nonce: options.nonce ?? world.newId(),
          attachments: (options.attachments ?? []).map((one) => ({
            id: world.newId(),
            filename: one.name,
            contentType: one.contentType ?? "application/octet-stream",
            description: one.altText ?? null,
            bytes: typeof one.bytes === "string" ? new TextEncoder().encode(one.bytes) : one.bytes,
          })),
          ...(repliedTo === null
            ? {}
            : { reference: { kind: "reply", channelId: repliedTo.channelId, messageId: repliedTo.id } }),
          ...(forwarded === null
            ? {}
            : {
                reference: { kind: "forward", channelId: forwarded.channelId, messageId: forwarded.id },
                snapshot: structuredCloneOf(forwarded),
                flags: HAS_SNAPSHOT,
              }),
        },
        DEFAULT_MENTIONS,
      );
      return message.id;
    },
    sayAsWebhook: (channelId, text, name = "Webhook") =>
      postMessage(world, { channelId, authorId: world.newId(), webhookName: name, content: text }).id,
    sayAsSystem: (channelId, type, userId) => postMessage(world, { channelId, authorId: userId, type }).id,
    edit: (messageId, text) => changeMessage(world, known(messageId), { content: text }),
    unfurl: (messageId, title = "A page") => {
      const message = known(messageId);
      const url = /https?:\/\/\S+/.exec(message.content)?.[0] ?? "https://example.com/";
      message.embeds = [
        ...message.embeds,
        { type: "article", title, url, description: "What the page says of itself." },
      ];
      publishMessage(world, "MESSAGE_UPDATE", message);
    },
    remove: (messageId) => removeMessage(world, known(messageId)),
    react: (userId, messageId, emoji) => addReaction(world, known(messageId), userId, emoji),
    dm: (userId) => openDm(world, personOf(world, userId).id).id,
    startThread: (userId, messageId, name) => {
      const message = known(messageId);
      const parent = channelOf(world, message.channelId);
      if (parent.type !== ChannelType.GuildText) throw new Error("threads hang in text channels of guilds only");
      if (world.channels.has(messageId)) throw new Error("this message has a thread already");
      return newThread(world, { parent, message, name, ownerId: userId, autoArchiveMinutes: 1440, isPrivate: false })
        .id;
    },
  };
}

/** What a message was when it was passed on; later edits do not reach it. */
function structuredCloneOf(message: Message): Message {
  return { ...message, embeds: [...message.embeds], attachments: [...message.attachments] };
}
