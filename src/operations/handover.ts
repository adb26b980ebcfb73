// A request that the assistant could not answer in, the ticket by which staff take it over out. Not an operation: no
// plan calls it and nobody has to approve it.
import type { Transaction } from "../database/database.ts";
import type { Requester } from "../requester.ts";
import { storableText } from "../storable.ts";
import type { Change } from "./operation.ts";
import { openTill } from "./till.ts";

const ISSUE_CHARS = 500;

interface Handover {
  requester: Requester;
  runId: string;
  request: string;
  /** Why it is handed over: "The assistant could not answer this". */
  why: string;
  now: Date;
}

/** The ticket as it was opened. */
export async function openHandoverTicket(tx: Transaction, handover: Handover): Promise<Change & { key: number }> {
  const { requester, runId, request, why, now } = handover;
  const key = (await openTill(tx)).lastTicketId + 1;
  const issue = `${why} (run ${runId}): ${storableText(request.slice(0, ISSUE_CHARS))}`;
  const row = { customerId: requester.customerId, orderId: null, status: "open", issue };
  await tx.ticket.create({ data: { id: key, ...row, runId, createdAt: now } });
  return { table: "tickets", key, before: null, after: row };
}
