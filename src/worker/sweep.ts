// The clock in; overdue approvals ended and forgotten work woken again out. Nothing depends on a wake-up arriving.

import type { Queue } from "../queue/queue.ts";
import { endApproval, lockApproval, overdueApprovals } from "../records/approvals.ts";
import { addReply } from "../records/outbox.ts";
import { setStage } from "../records/requests.ts";
import { conversationsWithWork } from "../records/work.ts";
import { pressReply } from "../reply.ts";
import type { WorkerParts } from "./worker.ts";

/** `olderThanMs`: what came in later than that is on its way by itself. */
export async function sweep(parts: WorkerParts, queue: Queue, olderThanMs: number): Promise<void> {
  await expireApprovals(parts);
  const { database, config, platforms } = parts;
  const waiting = await conversationsWithWork(database.client, {
    olderThanMs,
    tries: config.outbox.tries,
    longestRetryMs: config.outbox.longestRetryMs,
    platforms: platforms.map((platform) => platform.name),
    most: config.sweep.most,
  });
  for (const conversationId of waiting) await queue.wake(conversationId);
}

async function expireApprovals(parts: WorkerParts): Promise<void> {
  const { database, clock } = parts;
  for (const { id } of await overdueApprovals(database.client, clock())) {
    await database.transaction(async (tx) => {
      const approval = await lockApproval(tx, id);
      if (approval === null || approval.state !== "pending" || approval.expiresAt > clock()) return;
      const expired = await endApproval(tx, approval, { state: "expired" }, clock());
      await setStage(tx, approval.requestId, "done");
      await addReply(tx, approval.conversationId, pressReply({ kind: "expired", approval: expired }, []), null);
    });
  }
}
