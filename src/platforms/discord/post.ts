// A reply in, posted where its talk is, out; and a card drawn anew wherever it is shown.
import type { Posts } from "../../records/posts.ts";
import type { ApprovalCard } from "../../report.ts";
import type { Log } from "../../telemetry/log.ts";
import { cardView } from "../card-view.ts";
import type { Delivery } from "../platform.ts";
import type { ProgressMessages, TakenMessage } from "../progress-messages.ts";
import type { Api, Sent } from "./api.ts";
import { Code, hasCode, isGone } from "./api-errors.ts";
import { cardEmbed } from "./card-embed.ts";
import { atText, type MessageAt, type Place, parseAt, parsePlace, placeText, sentAtText } from "./places.ts";
import { cardDraft, type Draft, inFull, inWords, replyDrafts } from "./reply-drafts.ts";
import type { Sender } from "./sender.ts";

interface PostParts {
  api: Api;
  sender: Sender;
  posts: Posts;
  progress: Pick<ProgressMessages, "take">;
  log: Log;
}

/** It stands, and we may not touch it any more. */
const NOT_OURS_TO_CHANGE = [
  Code.ThreadLocked,
  Code.InvalidActionOnArchivedThread,
  Code.MissingPermissions,
  Code.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
];

export function createPost({ api, sender, posts, progress, log }: PostParts) {
  /** A card that waits is shown wherever it is asked for; one that is decided only where it never was seen. */
  async function isToBeShown(card: ApprovalCard, place: string, at: MessageAt | null): Promise<boolean> {
    const shown = (await posts.find([card.id])).filter(({ messageId }) => at === null || messageId !== atText(at));
    return card.state === "pending" ? shown.every((post) => post.place !== place) : shown.length === 0;
  }

  /** The message that showed the progress, if it can become the answer, or has become it before somebody died. */
  async function becoming(taken: TakenMessage | null, place: string, { id, isRepeat }: Delivery) {
    const [became] = isRepeat ? await posts.find([id]) : [];
    if (became !== undefined) return parseAt(became.messageId);
    if (taken === null) return null;
    if (taken.place === place) return parseAt(taken.messageId);
    await removeMessage(taken);
    return null;
  }

  async function removeMessage(taken: TakenMessage): Promise<void> {
    const { channelId, messageId } = parseAt(taken.messageId);
    await api.remove(channelId, messageId).catch((error) => {
      if (!isGone(error)) log.warn({ code: error?.code }, "a progress message could not be removed");
    });
  }

  /** Where embeds or files are not allowed, the same in words, in a message of their own. */
  async function put(draft: Draft, nonce: string, way: (draft: Draft) => Promise<Sent>): Promise<Sent> {
    const isPlain = draft.card === null && draft.files.length === 0;
    let channelId: string | null = null;
    try {
      const sent = await way(draft);
      if (draft.card === null || sent.embeds.length > 0) return sent;
      await api.edit(sent.channel_id, sent.id, { rows: [] });
      channelId = sent.channel_id;
    } catch (error) {
      if (isPlain || !hasCode(error, Code.MissingPermissions)) throw error;
    }
    const words = inWords(draft);
    if (channelId === null && draft.content === "") {
      return way({ ...draft, content: words.content ?? "", card: null, files: [] });
    }
    channelId ??= (await way({ ...draft, card: null, rows: [], files: [] })).channel_id;
    return api.send(channelId, { ...words, nonce: `${nonce}w` });
  }

  async function post(home: Place, delivery: Delivery): Promise<string> {
    const { id, reply, files } = delivery;
    const place = placeText(home);
    const isForStaff = home.kind === "staff";
    const taken = await progress.take(reply.inReplyTo);
    if (reply.to === "asker") {
      if (taken !== null) await removeMessage(taken);
      await taken?.settle();
      return id;
    }
    const target = await becoming(taken, place, delivery);
    const views = [];
    for (const card of [reply.card, reply.newCard]) {
      if (card === null || !(await isToBeShown(card, place, target))) continue;
      views.push(cardView(card, isForStaff ? "staff" : "place"));
    }
    let first: Sent | null = null;
    for (const [index, draft] of replyDrafts({ reply, files }, views, isForStaff).entries()) {
      const nonce = `${id}-${index}`;
      const channelId = first?.channel_id;
      const sent: Sent = await put(draft, nonce, async (tried) => {
        const message = { ...inFull(tried), nonce };
        if (index === 0 && target !== null) {
          const edited = await edit(target, tried);
          if (edited !== null) {
            // An edit has no nonce by which Discord could tell that it is a repetition.
            await posts.save({ about: id, place, messageId: atText(target) });
            return edited;
          }
        }
        return channelId === undefined ? sender.send(home, message) : api.send(channelId, message);
      });
      for (const about of draft.shows) await posts.save({ about, place, messageId: sentAtText(sent) });
      first ??= sent;
    }
    await taken?.settle();
    return first?.id ?? id;
  }

  /** null: it is gone, or not to be changed any more. */
  async function edit(at: MessageAt, draft: Draft): Promise<Sent | null> {
    try {
      return await sender.edit(at, inFull(draft));
    } catch (error) {
      if (isGone(error) || hasCode(error, ...NOT_OURS_TO_CHANGE)) return null;
      throw error;
    }
  }

  async function redrawIn(card: ApprovalCard, place: string, at: MessageAt): Promise<void> {
    const view = cardView(card, parsePlace(place).kind === "staff" ? "staff" : "place");
    const draft = cardDraft(view);
    try {
      const { embeds } = await sender.edit(at, { embeds: [cardEmbed(view)], rows: draft.rows });
      if (embeds.length === 0) await sender.edit(at, inWords(draft));
    } catch (error) {
      if (!hasCode(error, Code.MissingPermissions)) throw error;
      await sender.edit(at, inWords(draft));
    }
  }

  async function redraw(card: ApprovalCard): Promise<void> {
    const failures: unknown[] = [];
    for (const shown of await posts.find([card.id])) {
      try {
        await redrawIn(card, shown.place, parseAt(shown.messageId));
      } catch (error) {
        if (isGone(error)) await posts.forget(shown);
        else if (hasCode(error, ...NOT_OURS_TO_CHANGE))
          log.warn({ approvalId: card.id }, "a card could not be drawn anew");
        else failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return { post, redraw };
}
