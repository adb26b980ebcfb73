// The unsent replies of one conversation in, each handed to its platform, in order, out.

import { NeverPosted, type Platform } from "../platforms/platform.ts";
import { markRefused, markSent, markTried, type UnsentReply } from "../records/outbox.ts";
import { inSpan } from "../telemetry/tracing.ts";
import { attachmentsOf } from "./attachments.ts";
import { drawCards } from "./draw-cards.ts";
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
  const { database, clock, log, metrics } = parts;
  const { id } = unsent;
  try {
    const messageId = await deliver(conversation, unsent, parts);
    if (messageId === null) return false;
    // Should this process die over it, whoever takes over posts it again, which is seen once, and draws them.
    await drawCards(unsent, parts);
    await markSent(database.client, id, messageId, clock());
    metrics.replySent();
  } catch (error) {
    metrics.replyFailed();
    if (!(error instanceof NeverPosted)) {
      await markTried(database.client, id, clock());
      throw error;
    }
    log.error({ outboxId: id, err: error }, "a reply that its platform will never take is given up");
    await drawCards(unsent, parts);
    await markRefused(database.client, id, error.message, clock());
  }
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
  // Losing a private word is harmless, and at each further try it would be said again.
  if (askedFrom !== undefined && (isForAsker || (askedFrom !== home && !isRepeat))) {
    await within(askedFrom, () => askedFrom.answer(reply.answerTo, reply));
    if (isForAsker) return "";
  }
  if (home === undefined) return null;
  const files = await attachmentsOf(reply, parts);
  return within(home, () => home.post(place, { id, reply, files, isRepeat }));
}
