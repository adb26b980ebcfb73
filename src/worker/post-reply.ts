// The unsent replies of one conversation in, each handed to its platform, in order, out.

import { cardOf } from "../card.ts";
import { NeverPosted, type Platform, type Reply } from "../platforms/platform.ts";
import { cardsReplacedBy } from "../records/approvals.ts";
import { markRefused, markSent, markTried, type UnsentReply } from "../records/outbox.ts";
import { inSpan } from "../telemetry/tracing.ts";
import { attachmentsOf } from "./attachments.ts";
import type { WorkerParts } from "./worker.ts";

/** How many left; those whose platform another process serves are found by its sweeper. */
export async function postReplies(
  conversation: { platform: string; place: string },
  replies: UnsentReply[],
  parts: WorkerParts,
): Promise<number> {
  let left = 0;
  for (const unsent of replies) {
    if (await postReply(conversation, unsent, parts)) left++;
  }
  return left;
}

/** False where another process has to. Rejects when it is to be tried again. */
async function postReply(
  conversation: { platform: string; place: string },
  unsent: UnsentReply,
  parts: WorkerParts,
): Promise<boolean> {
  const { database, platforms, clock, log, metrics } = parts;
  const { id, reply } = unsent;
  try {
    const messageId = await deliver(conversation, unsent, parts);
    if (messageId === null) return false;
    await markSent(database.client, id, messageId, clock());
    metrics.replySent();
  } catch (error) {
    metrics.replyFailed();
    if (!(error instanceof NeverPosted)) {
      await markTried(database.client, id, clock());
      throw error;
    }
    log.error({ outboxId: id, err: error }, "a reply that its platform will never take is given up");
    await markRefused(database.client, id, error.message, clock());
  }
  await redrawCards(reply, platforms, parts);
  return true;
}

/** The platform's own id of the post; null where no platform of this process has to do with it. */
async function deliver(
  { platform: name, place }: { platform: string; place: string },
  { id, reply, trace, isRepeat }: UnsentReply,
  parts: WorkerParts,
): Promise<string | null> {
  const { platforms } = parts;
  const home = platforms.find((platform) => platform.name === name);
  // Whoever pressed on another platform waits there for what came of it.
  const askedFrom = platforms.find((platform) => reply.inReplyTo.some((key) => key.startsWith(`${platform.name}:`)));
  const within = <T>(platform: Platform, post: () => Promise<T>) =>
    inSpan("post reply", { kind: "producer", parent: trace, attributes: { "tillhand.platform": platform.name } }, post);
  const isForAsker = reply.to === "asker";
  if (askedFrom !== undefined && (isForAsker || askedFrom !== home)) {
    await within(askedFrom, () => askedFrom.answer(reply.answerTo, reply));
    if (isForAsker) return "";
  }
  if (home === undefined) return null;
  const files = await attachmentsOf(reply, parts.config.chart, parts.log);
  return within(home, () => home.post(place, { id, reply, files, isRepeat }));
}

/** Wherever a card was shown that is decided now, or whose place another one took. Losing it is harmless. */
async function redrawCards(reply: Reply, platforms: Platform[], { database, log }: WorkerParts): Promise<void> {
  const { card } = reply;
  if (card === null) return;
  try {
    const isFirst = card.state === "pending" && card.decisions.length === 0;
    const moved = isFirst ? (await cardsReplacedBy(database.client, card.id)).map(cardOf) : [card];
    for (const one of moved) await Promise.all(platforms.map((platform) => platform.redraw(one)));
  } catch (error) {
    log.warn({ approvalId: card.id, err: error }, "a card was not drawn anew; its buttons say what became of it");
  }
}
