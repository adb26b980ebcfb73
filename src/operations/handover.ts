// A request that the assistant could not answer in, the ticket by which staff take it over out. Not an operation: no
// plan calls it and nobody has to approve it.
import type { Transaction } from "../database/database.ts";
import type { Requester } from "../requester.ts";
import { storableText } from "../storable.ts";
import { openTill } from "./till.ts";

const ISSUE_CHARS = 500;

/** Returns the ticket's id. */
export async function openHandoverTicket(
  tx: Transaction,
  handover: { requester: Requester; runId: string; request: string; now: Date },
): Promise<number> {
  const { requester, runId, request, now } = handover;
  const id = (await openTill(tx)).lastTicketId + 1;
  const issue = `The assistant could not answer this (run ${runId}): ${storableText(request.slice(0, ISSUE_CHARS))}`;
  await tx.ticket.create({
    data: { id, customerId: requester.customerId, runId, status: "open", issue, createdAt: now },
  });
  return id;
}
