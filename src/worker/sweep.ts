// The clock in; overdue approvals ended and forgotten work woken again out. Nothing depends on a wake-up arriving.

import type { Queue } from "../queue/queue.ts";
import { endApproval, lockApproval, overdueApprovals } from "../records/approvals.ts";
import { addReply } from "../records/outbox.ts";
import { setStage } from "../records/requests.ts";
import { pressReply } from "../reply.ts";
import type { WorkerParts } from "./worker.ts";

export async function sweep(parts: WorkerParts, queue: Queue): Promise<void> {
  await expireApprovals(parts);
  for (const conversationId of await conversationsWithWork(parts)) await queue.wake(conversationId);
}

async function expireApprovals(parts: WorkerParts): Promise<void> {
  const { database, clock } = parts;
  for (const { id } of await overdueApprovals(database.client, clock())) {
    await database.transaction(async (tx) => {
      const approval = await lockApproval(tx, id);
      if (approval === null || approval.state !== "pending" || approval.expiresAt > clock()) return;
      const expired = await endApproval(tx, approval, { state: "expired" }, clock());
      await setStage(tx, approval.requestId, "done");
      await addReply(tx, approval.conversationId, pressReply({ kind: "expired", approval: expired }, []));
    });
  }
}

async function conversationsWithWork({ database, config }: WorkerParts): Promise<string[]> {
  const rows = await database.client.conversation.findMany({
    where: {
      OR: [
        { messages: { some: { requestId: null } } },
        { requests: { some: { stage: "received" } } },
        { presses: { some: { outcome: null } } },
        { outbox: { some: { sentAt: null, tries: { lt: config.outbox.tries } } } },
      ],
    },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}
