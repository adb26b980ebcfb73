// A reply in; its words, pictures and cards posted out, each once, whatever died before.
import type { ApprovalCard } from "../../report.ts";
import { cardView } from "../card-view.ts";
import type { ChatParts } from "../chat.ts";
import { type Delivery, NeverPosted } from "../platform.ts";
import type { TakenMessage } from "../progress-messages.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isGone, postFault } from "./api-errors.ts";
import type { Draft } from "./blocks.ts";
import { cardDraft } from "./card-blocks.ts";
import type { SendFiles } from "./files.ts";
import type { Mark, Messages } from "./messages.ts";
import type { Opened } from "./open-talk.ts";
import { type Place, placeText, type Target, targetOf } from "./place.ts";
import { type SlackProgress, STATUS_LINE } from "./progress.ts";
import { wordDrafts } from "./reply-drafts.ts";
import type { Self } from "./self.ts";
import { NOTHING_SENT, sentBefore } from "./sent-before.ts";
import type { Stream } from "./stream.ts";

export interface PostParts {
  api: SlackApi;
  messages: Messages;
  progress: SlackProgress;
  opened: Opened;
  stream: Stream;
  sendFiles: SendFiles;
  self: Self;
  chat: ChatParts;
}

/** What is on record of a ticket's message, as its approval's id is of a card's: a press may come from there alone. */
export const aboutTicket = (ticketId: number) => `ticket ${ticketId}`;

/** `about`: what its buttons are about, under which it is kept. */
type Item = { kind: "message"; draft: Draft; about: string | null } | { kind: "files" };

/** A message of ours that stands in the place already, and becomes the first that is sent. */
interface Slot {
  ts: string | null;
}

export function createPost(parts: PostParts): (place: string, delivery: Delivery) => Promise<string> {
  const { api, messages, progress, opened, stream, sendFiles, self, chat } = parts;
  const { posts, log } = chat;

  async function itemsOf(place: string, { reply, files }: Delivery): Promise<Item[]> {
    const about = reply.ticketId === null ? null : aboutTicket(reply.ticketId);
    const words = wordDrafts(reply).map((draft) => ({ kind: "message" as const, draft, about }));
    const cards: Item[] = [];
    for (const card of [reply.card, reply.newCard]) {
      if (card?.state === "pending" && !(await isShown(card, place))) {
        const view = cardView(card, place.startsWith("staff/") ? "staff" : "place");
        cards.push({ kind: "message", draft: cardDraft(view), about: card.id });
      }
    }
    return [...words, ...(files.length === 0 ? [] : [{ kind: "files" as const }]), ...cards];
  }

  async function isShown(card: ApprovalCard, place: string): Promise<boolean> {
    return (await posts.find([card.id])).some((post) => post.place === place);
  }

  async function sendAll(place: Place, delivery: Delivery, taken: TakenMessage | null): Promise<string> {
    const text = placeText(place);
    const target = targetOf(place);
    const { id, reply, files, isRepeat } = delivery;
    const items = await itemsOf(text, delivery);
    const { botId } = await self();
    const before = isRepeat ? await sentBefore(api, target, { id, inReplyTo: reply.inReplyTo, botId }) : NOTHING_SENT;
    // Slack lets nobody edit a stream that is open; that it is closed already is just as well.
    if (before.unended !== null)
      await api.once.chat.stopStream({ channel: target.channel, ts: before.unended }).catch(() => {});
    const slot: Slot = { ts: before.unended ?? (await standsIn(text, taken)) };
    const mayStream = items.length === 1 && !isRepeat;
    let first: string | null = null;
    for (const [part, item] of items.entries()) {
      if (item.kind === "files") {
        await sendFiles(target, files, before.files);
        continue;
      }
      const { draft, about } = item;
      const mark = { id, part };
      let ts = before.parts.get(part) ?? (await intoSlot(slot, target, draft, mark));
      if (ts === null && mayStream && about === null) ts = await stream(target, reply, draft, mark);
      ts ??= await messages.send(target, draft, mark);
      // The message of an earlier try may be the very one that showed the progress.
      if (ts === slot.ts) slot.ts = null;
      if (about !== null) await posts.save({ about, place: text, messageId: ts });
      first ??= ts;
    }
    if (slot.ts !== null) await messages.remove(target, slot.ts);
    return first ?? "";
  }

  async function standsIn(place: string, taken: TakenMessage | null): Promise<string | null> {
    if (taken === null || taken.messageId === STATUS_LINE) return null;
    const at = await opened(taken.place);
    if (at !== null && placeText(at) === place) return taken.messageId;
    await progress.drop(taken);
    return null;
  }

  async function intoSlot(slot: Slot, target: Target, draft: Draft, mark: Mark): Promise<string | null> {
    const { ts } = slot;
    if (ts === null) return null;
    slot.ts = null;
    try {
      await messages.edit(target, ts, draft, mark);
      return ts;
    } catch (error) {
      if (!isGone(error)) throw error;
      return null;
    }
  }

  return async (placeName, delivery) => {
    const { reply } = delivery;
    const taken = await progress.take(reply.inReplyTo);
    if (reply.to === "asker") {
      if (taken !== null) await progress.drop(taken);
      return "";
    }
    try {
      const place = await opened(placeName);
      if (place === null) throw new NeverPosted("This talk has no place in Slack.");
      const first = await sendAll(place, delivery, taken);
      await taken?.settle();
      return first;
    } catch (error) {
      const fault = postFault(error);
      if (fault instanceof NeverPosted && taken !== null) {
        await progress.drop(taken).catch((left) => log.info({ code: codeOf(left) }, "a sign of progress stays"));
      }
      throw fault;
    }
  };
}
