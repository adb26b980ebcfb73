// A day in, everything that people wrote before it, or that was planned out of it, blanked. What stays: that there was a
// request, how it ended, and the approvals, which are the shop's record of who decided what.
import type { Transaction } from "../database/database.ts";

const FORGOTTEN = "(deleted)";

/** Returns how many requests were blanked. Doing it again changes nothing. */
export async function forgetBefore(tx: Transaction, day: Date): Promise<number> {
  const old = { createdAt: { lt: day }, text: { not: FORGOTTEN }, stage: { in: ["done", "failed"] } };
  const requests = await tx.request.findMany({ where: old, select: { id: true }, take: 1_000 });
  const requestId = { in: requests.map((request) => request.id) };
  await tx.attempt.updateMany({
    where: { run: { requestId } },
    data: { reply: FORGOTTEN, code: null, hostCalls: [], log: [] },
  });
  await tx.run.updateMany({
    where: { requestId },
    data: {
      answerText: FORGOTTEN,
      code: null,
      log: [],
      extras: { pending: null, answer_rows: null, answer_json: null, chart: null },
    },
  });
  await tx.message.updateMany({ where: { requestId }, data: { text: FORGOTTEN } });
  await tx.outbox.updateMany({
    where: { createdAt: { lt: day }, sentAt: { not: null } },
    data: { reply: { inReplyTo: [], runId: null, text: FORGOTTEN, card: null, newCard: null } },
  });
  const { count } = await tx.request.updateMany({ where: { id: requestId }, data: { text: FORGOTTEN } });
  return count;
}
