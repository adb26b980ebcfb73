// What people write, change and delete in, the door told out; what the door says to them at once stands as a reply there.
import type { GatewayMessageDeleteDispatchData, GatewayMessageUpdateDispatchData } from "discord-api-types/v10";
import type { Log } from "../../telemetry/log.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { ChatPerson, Door, Heard } from "../door.ts";
import type { Channel, Guilds } from "./guilds.ts";
import type { InOrder } from "./in-order.ts";
import { messageParts } from "./message-parts.ts";
import type { People } from "./people.ts";
import { keyOf, placeText } from "./places.ts";
import {
  completed,
  isByPerson,
  isToOthers,
  mentionsBot,
  notReadOf,
  type Self,
  textOf,
  type Written,
} from "./read-message.ts";
import type { Sender } from "./sender.ts";
import { timeOf } from "./snowflake.ts";

export const DELAYED = "It is kept; the answer comes a little later.";
export const FAULT = "Something went wrong on our side and this was not taken. Please try again in a moment.";
export const NOT_SERVED = "I do not work in this channel.";

interface ReceiveParts {
  door: Door;
  guilds: Guilds;
  people: People;
  sender: Pick<Sender, "reply">;
  self: Self;
  inOrder: InOrder;
  log: Log;
  metrics: Metrics;
}

export type Receive = ReturnType<typeof createReceive>;

/** Of so many messages is known what they said when they were last seen. */
const MOST_SEEN = 5_000;
/** In a channel that is not served this is said once in a while only. */
const TOLD_MS = 3_600_000;

/** It could not be found out whether a message is for us. */
export class NotTaken extends Error {
  override name = "NotTaken";
}

interface Spoken {
  message: Written;
  author: ChatPerson;
  place: string;
  text: string;
}

export function createReceive({ door, guilds, people, sender, self, inOrder, log, metrics }: ReceiveParts) {
  const seen = new Map<string, { editedAt: string | null; text: string }>();
  const toldAtMs = new Map<string, number>();

  /** As far as it is for the bot; words where that is all there is to be said to it. */
  async function understand(message: Written): Promise<Spoken | string | null> {
    if (!isByPerson(message)) return null;
    const isMention = mentionsBot(message, self);
    const isPrivate = message.guild_id === undefined;
    const channel = isPrivate ? alone(message) : await guilds.channel(message.channel_id);
    if (!isPrivate && !isMention && (!channel.isThread || isToOthers(message, self))) return null;
    if (!guilds.serves(channel)) return isMention ? turnedAway(message) : null;
    const author = await people.person(message.author, channel.guildId, message.member ?? null, null);
    const place = placeOf(message, channel);
    if (!isPrivate && !isMention && !(await door.talksIn(place, author))) return null;
    return { message, author, place, text: textOf(message, self) };
  }

  function turnedAway(message: Written): string | null {
    metrics.turnedAway("place");
    const nowMs = Date.now();
    if (nowMs - (toldAtMs.get(message.channel_id) ?? 0) < TOLD_MS) return null;
    if (toldAtMs.size > MOST_SEEN) toldAtMs.clear();
    toldAtMs.set(message.channel_id, nowMs);
    return NOT_SERVED;
  }

  async function say(message: Written, text: string): Promise<void> {
    for (const [index, content] of messageParts(text).entries()) {
      const nonce = `s${message.id}-${index}`;
      await sender.reply(message.channel_id, message.id, { content, nonce }).catch((error) => {
        log.warn({ messageId: message.id, err: error }, "a person could not be told what became of their message");
      });
    }
  }

  function wordsOf(heard: Heard): string | null {
    switch (heard.kind) {
      case "taken":
        return heard.isNew && heard.isDelayed ? DELAYED : null;
      case "say":
      case "failed":
        return heard.text;
      case "ignore":
        return null;
    }
  }

  const hand = ({ message, author, place, text }: Spoken): Promise<Heard> => {
    const words = place.startsWith("dm/") ? linkWords(text) : null;
    if (words !== null) return door.link(author, words);
    return door.message({
      key: messageKey(message),
      place,
      author,
      text,
      standsAlone: false,
      notRead: notReadOf(message),
      answerTo: null,
      writtenAt: timeOf(message.id),
    });
  };

  /** What is to be said to it at once. Rejects with `NotTaken` where it has to be fetched again. */
  async function take(message: Written): Promise<string | null> {
    try {
      const spoken = await understand(message);
      return spoken === null || typeof spoken === "string" ? spoken : wordsOf(await hand(spoken));
    } catch (error) {
      log.error({ messageId: message.id, err: error }, "a message could not be taken");
      if (!isByPerson(message)) return null;
      if (message.guild_id === undefined || mentionsBot(message, self)) return FAULT;
      // Whether it is for us is not known, so nobody is told anything.
      throw new NotTaken();
    }
  }

  function remember(message: Written): void {
    seen.delete(message.id);
    seen.set(message.id, { editedAt: message.edited_timestamp, text: message.content });
    for (const oldest of seen.keys()) {
      if (seen.size <= MOST_SEEN) break;
      seen.delete(oldest);
    }
  }

  /** Previews of links and pins come as updates too. */
  async function change(message: GatewayMessageUpdateDispatchData): Promise<void> {
    const before = seen.get(message.id);
    if (message.edited_timestamp === null || message.edited_timestamp === undefined || !isByPerson(message)) return;
    if (before?.editedAt === message.edited_timestamp || before?.text === message.content) return;
    remember(message);
    const text = textOf(message, self);
    if (text !== "") await door.edited(messageKey(message), text);
  }

  async function remove(ids: string[], { channel_id: channelId, guild_id: guildId }: Where): Promise<void> {
    for (const id of ids) {
      seen.delete(id);
      await door.removed(keyOf({ guildId: guildId ?? null, channelId, id }));
    }
  }

  return {
    /**
     * Resolves when the message is taken, or is known not to be for the bot. `isAnswered`: it was replied to at once
     * already, which is known of messages that were missed.
     */
    message: async (given: Written, isAnswered = false): Promise<void> => {
      const message = completed(given);
      remember(message);
      if (isAnswered) return;
      const sayLater = await inOrder(message.channel_id, async () => {
        const words = await take(message);
        if (words === null) return null;
        // Where there are several, nobody's message waits until Discord takes what is said to somebody else.
        if (message.guild_id !== undefined) return () => say(message, words);
        await say(message, words);
        return null;
      });
      await sayLater?.();
    },
    edited: (given: GatewayMessageUpdateDispatchData) => {
      const message = completed(given);
      return inOrder(message.channel_id, () => change(message));
    },
    removed: (ids: string[], where: Where) => inOrder(where.channel_id, () => remove(ids, where)),
  };
}

const alone = ({ channel_id: id }: Written): Channel => ({ id, guildId: null, parentId: null, isThread: false });

type Where = Pick<GatewayMessageDeleteDispatchData, "channel_id" | "guild_id">;

function messageKey({ id, channel_id: channelId, guild_id: guildId }: Written): string {
  return keyOf({ guildId: guildId ?? null, channelId, id });
}

/** The thread of a mention hangs on it. */
function placeOf({ id, channel_id: channelId }: Written, { guildId, parentId, isThread }: Channel): string {
  if (guildId === null) return placeText({ kind: "dm", channelId });
  if (isThread) return placeText({ kind: "thread", guildId, channelId: parentId ?? channelId, threadId: channelId });
  return placeText({ kind: "thread", guildId, channelId, threadId: id });
}

/** "link a@b.example": what follows "link"; null when it is something else. */
function linkWords(text: string): string | null {
  return /^\/?link(?:\s+(\S+))?$/i.exec(text.trim())?.[1] ?? (/^\/?link$/i.test(text.trim()) ? "" : null);
}
