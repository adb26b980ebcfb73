// The clock in; forgotten work woken again and overdue approvals ended out. Nothing depends on a wake-up arriving.

import type { Queue } from "../queue/queue.ts";
import { endApproval, lockApproval, overdueApprovals } from "../records/approvals.ts";
import { addReply } from "../records/outbox.ts";
import { setStage } from "../records/requests.ts";
import { conversationsWithWork } from "../records/work.ts";
import { pressReply } from "../reply.ts";
import type { WorkerParts } from "./worker.ts";

/** `olderThanMs`: what came in later than that is on its way by itself. */
export async function sweep(parts: WorkerParts, queue: Queue, olderThanMs: number): Promise<void> {
  const { database, config, platforms, clock, log } = parts;
  const waiting = await conversationsWithWork(database.client, {
    olderThanMs,
    tries: config.outbox.tries,
    longestRetryMs: config.outbox.longestRetryMs,
    platforms: platforms.map((platform) => platform.name),
    most: config.sweep.most,
  });
  for (const conversationId of waiting) await queue.wake(conversationId);
  for (const approvalId of await overdueApprovals(database.client, clock(), config.sweep.most)) {
    try {
      const conversationId = await expire(approvalId, parts);
      if (conversationId !== null) await queue.wake(conversationId);
    } catch (error) {
      // One card that cannot be read, or that somebody is deciding on, holds up no other.
      log.error({ approvalId, err: error }, "an overdue card could not be ended; the next round tries again");
    }
  }
}

/** Its conversation, which has something to be told; null when somebody decided in the last moment. */
async function expire(approvalId: string, { database, clock }: WorkerParts): Promise<string | null> {
  return database.transaction(async (tx) => {
    const approval = await lockApproval(tx, approvalId);
    if (approval === null || approval.state !== "pending" || approval.expiresAt > clock()) return null;
    const expired = await endApproval(tx, approval, { state: "expired" }, clock());
    await setStage(tx, approval.requestId, "done");
    await addReply(tx, approval.conversationId, pressReply({ kind: "expired", approval: expired }, null), null);
    return approval.conversationId;
  });
}
