// A day in, everything that people wrote before it, or that was planned out of it, blanked. What stays: that there was a
// request and how it ended, the shop's own tables, and what was approved and committed, with who decided: the shop's books.

import { EMPTY_CHANGESET } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Reply } from "../platforms/platform.ts";
import { asJson } from "./runs.ts";

const FORGOTTEN = "(deleted)";
const NOBODY = { person: FORGOTTEN, role: "customer", customerId: null, name: null };

/** Blanks up to `most` requests and replies; `most` when there may be more. Doing it again changes nothing. */
export async function forgetBefore(tx: Transaction, day: Date, most: number): Promise<number> {
  // The literal is the one of the partial indexes `requests_to_forget` and `outbox_to_forget`.
  const requests = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM requests
    WHERE created_at < ${day} AND requester->>'person' <> '(deleted)' AND stage IN ('done', 'failed')
    ORDER BY created_at LIMIT ${most}`;
  const requestId = { in: requests.map((request) => request.id) };
  const run = { requestId };
  await tx.attempt.updateMany({
    where: { run },
    data: { reply: FORGOTTEN, code: null, hostCalls: [], log: [], changeset: Prisma.DbNull, failure: Prisma.DbNull },
  });
  await tx.run.updateMany({
    where: run,
    data: {
      answerText: FORGOTTEN,
      code: null,
      log: [],
      error: Prisma.DbNull,
      changeset: asJson(EMPTY_CHANGESET),
      task: {},
      extras: { pending: null, answer_rows: null, answer_json: null, chart: null },
    },
  });
  // A card that came to nothing is nobody's book.
  await tx.press.deleteMany({ where: { approval: { run, state: { not: "committed" } } } });
  await tx.approval.deleteMany({ where: { run, state: { not: "committed" } } });
  await tx.message.updateMany({ where: { requestId }, data: { text: FORGOTTEN, author: NOBODY, notRead: [] } });
  const blank: Reply = {
    ...{ inReplyTo: [], to: "everybody", answerTo: null, runId: null, text: FORGOTTEN },
    ...{ card: null, newCard: null, ticketId: null, chart: null, table: null },
  };
  const replies = await tx.$executeRaw`
    UPDATE outbox SET reply = ${JSON.stringify(blank)}::jsonb WHERE id IN (
      SELECT id FROM outbox WHERE created_at < ${day} AND sent_at IS NOT NULL AND reply->>'text' <> '(deleted)'
      ORDER BY created_at LIMIT ${most})`;
  await tx.request.updateMany({ where: { id: requestId }, data: { text: FORGOTTEN, requester: NOBODY } });
  await tx.spending.deleteMany({ where: { day: { lt: day } } });
  await tx.notice.deleteMany({ where: { day: { lt: day } } });
  await tx.feedback.deleteMany({ where: { run } });
  await tx.linkCode.deleteMany({ where: { expiresAt: { lt: day } } });
  await tx.post.deleteMany({ where: { createdAt: { lt: day } } });
  return Math.max(requests.length, replies);
}
