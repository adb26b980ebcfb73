// A stored approval in, the card that people see of it out: stored facts only, never the model's words.
import { amountOf, describe } from "./changeset/words.ts";
import type { Change } from "./operations/operation.ts";
import type { ApprovalRecord } from "./records/approvals.ts";
import type { ApprovalCard } from "./report.ts";
import { nameOf } from "./requester.ts";

const STAFF_LANGUAGE = "en";

export function cardOf(approval: ApprovalRecord): ApprovalCard {
  const { changeset, requester } = approval;
  return {
    id: approval.id,
    runId: approval.runId,
    conversationId: approval.conversationId,
    state: approval.state,
    needs: approval.needs,
    request: approval.request,
    requester: { name: nameOf(requester), role: requester.role, person: requester.person },
    language: requester.language,
    lines: describe(changeset, requester.language),
    staffLines: describe(changeset, STAFF_LANGUAGE),
    remarks: changeset.remarks,
    changes: requester.role === "customer" ? changeset.changes.map(withoutBalance) : changeset.changes,
    amount: amountOf(changeset),
    expiresAt: approval.expiresAt.toISOString(),
    createdAt: approval.createdAt.toISOString(),
    decisions: approval.decisions.map(({ person: _, ...decision }) => decision),
    staleReason: approval.staleReason,
    replacedById: approval.replacedById,
  };
}

/** A customer's card is for the customer to see; the shop's balance is not. */
function withoutBalance(change: Change): Change {
  if (change.table !== "transactions" || change.after === null) return change;
  const { balanceAfter: _, ...after } = change.after;
  return { ...change, after };
}
