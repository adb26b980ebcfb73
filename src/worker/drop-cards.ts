// An answer whose plan dropped what its person had open in; stored, and their cards for it cancelled with it, out.
import { cardOf } from "../card.ts";
import type { Transaction } from "../database/database.ts";
import { type NewAnswer, saveAnswer } from "../records/answers.ts";
import { type ApprovalRecord, endApproval, lockApproval, openApprovalsIn } from "../records/approvals.ts";
import { isDropped } from "../records/open-intents.ts";
import { addReply, type UnsentReply } from "../records/outbox.ts";
import type { OpenRequest } from "../records/requests.ts";
import { setStage } from "../records/requests.ts";
import { pressReply } from "../reply.ts";
import { nameOf } from "../requester.ts";

/** The answer tells of one card; each other that goes says so by itself, and is still to be posted. */
export async function saveDropping(
  tx: Transaction,
  request: OpenRequest,
  answer: NewAnswer,
  now: Date,
): Promise<UnsentReply> {
  const { conversationId, trace } = request;
  const [latest = null, ...others] = await cancelCards(tx, request, answer, now);
  const reply = { ...answer.reply, reply: { ...answer.reply.reply, card: latest === null ? null : cardOf(latest) } };
  await saveAnswer(tx, { ...answer, reply });
  for (const approval of others) {
    await addReply(tx, conversationId, pressReply({ kind: "cancelled", approval }, null), trace);
  }
  return reply;
}

/** The latest first. One on which somebody has decided already is more than its person's wish. */
async function cancelCards(
  tx: Transaction,
  { conversationId, requester }: OpenRequest,
  { run }: NewAnswer,
  now: Date,
): Promise<ApprovalRecord[]> {
  const cancelled: ApprovalRecord[] = [];
  const { person } = requester;
  const decision = { person, name: nameOf(requester), decision: "cancel", at: now.toISOString() };
  for (const { id } of (await openApprovalsIn(tx, conversationId)).toReversed()) {
    const approval = await lockApproval(tx, id);
    if (approval === null || approval.state !== "pending" || approval.decisions.length > 0) continue;
    if (approval.requester.person !== person) continue;
    if (!approval.changeset.calls.some(({ name }) => isDropped(run.dropped, name))) continue;
    cancelled.push(await endApproval(tx, approval, { state: "cancelled", decision }, now));
    await setStage(tx, approval.requestId, "done");
  }
  return cancelled;
}
