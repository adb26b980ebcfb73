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
import { isByPerson, isToOthers, mentionsBot, notReadOf, type Self, textOf, type Written } from "./read-message.ts";
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

interface Spoken {
  message: Written;
  author: ChatPerson;
  place: string;
  text: string;
}

export function createReceive({ door, guilds, people, sender, self, inOrder, log, metrics }: ReceiveParts) {
  const seen = new Map<string, { editedAt: string | null; text: string }>();
  const toldAtMs = new Map<string, number>();

  /** As far as it is for the bot. */
  async function understand(message: Written): Promise<Spoken | null> {
    if (!isByPerson(message)) return null;
    const isMention = mentionsBot(message, self);
    const isPrivate = message.guild_id === undefined;
    const channel = isPrivate ? alone(message) : await guilds.channel(message.channel_id);
    if (!isPrivate && !isMention && (!channel.isThread || isToOthers(message, self))) return null;
    if (!guilds.serves(channel)) {
      if (isMention) await turnAway(message);
      return null;
    }
    const author = await people.person(message.author, channel.guildId, message.member ?? null);
    const place = placeOf(message, channel);
    if (!isPrivate && !isMention && !(await door.talksIn(place, author))) return null;
    return { message, author, place, text: textOf(message, self) };
  }

  async function turnAway(message: Written): Promise<void> {
    metrics.turnedAway("place");
    const nowMs = Date.now();
    if (nowMs - (toldAtMs.get(message.channel_id) ?? 0) < TOLD_MS) return;
    if (toldAtMs.size > MOST_SEEN) toldAtMs.clear();
    toldAtMs.set(message.channel_id, nowMs);
    await say(message, NOT_SERVED);
  }

  async function say(message: Written, text: string): Promise<void> {
    for (const [index, content] of messageParts(text).entries()) {
      const nonce = `s${message.id}-${index}`;
      await sender.reply(message.channel_id, message.id, { content, nonce }).catch((error) => {
        log.warn({ messageId: message.id, err: error }, "a person could not be told what became of their message");
      });
    }
  }

  async function tell(message: Written, heard: Heard): Promise<void> {
    switch (heard.kind) {
      case "taken":
        return heard.isNew && heard.isDelayed ? say(message, DELAYED) : undefined;
      case "say":
      case "failed":
        return say(message, heard.text);
      case "ignore":
        return undefined;
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

  /** `isAnswered`: it was replied to at once already, which is known of messages that were missed. */
  async function take(message: Written, isAnswered: boolean): Promise<void> {
    remember(message);
    try {
      const spoken = await understand(message);
      if (spoken === null) return;
      if (isAnswered && spoken.place.startsWith("dm/") && linkWords(spoken.text) !== null) return;
      await tell(message, await hand(spoken));
    } catch (error) {
      log.error({ messageId: message.id, err: error }, "a message could not be taken");
      const isForUs = message.guild_id === undefined || mentionsBot(message, self);
      if (isForUs && isByPerson(message)) await say(message, FAULT);
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
    /** Resolves when the message is taken, or is known not to be for the bot. */
    message: (message: Written, isAnswered = false) => inOrder(message.channel_id, () => take(message, isAnswered)),
    edited: (message: GatewayMessageUpdateDispatchData) => inOrder(message.channel_id, () => change(message)),
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
