// An approved changeset in, its calls applied again: the same effects, or what differs now. The caller commits the one and
// takes back the other by throwing.
import type { Transaction } from "../database/database.ts";
import { type Change, OperationError } from "../operations/operation.ts";
import { type AppliedFor, startApplication } from "./apply-calls.ts";
import type { ApprovedChangeset, Changeset } from "./changeset.ts";
import { movedWords } from "./moved-words.ts";

export type Reapplied =
  | { kind: "same"; changes: Change[] }
  /** `changeset` is what the calls would do now; `moved` says in sentences what is different. */
  | { kind: "moved"; changeset: Changeset; moved: string[] }
  | { kind: "refused"; error: OperationError };

export async function reapply(
  tx: Transaction,
  approved: ApprovedChangeset,
  appliedFor: AppliedFor,
): Promise<Reapplied> {
  const application = startApplication(tx, appliedFor);
  try {
    for (const call of approved.calls) await application.apply(call);
  } catch (error) {
    if (error instanceof OperationError) return { kind: "refused", error };
    throw error;
  }
  const changeset = application.changeset();
  if (changeset.digest === approved.digest) return { kind: "same", changes: changeset.changes };
  return { kind: "moved", changeset, moved: movedWords(approved.terms, changeset.terms) };
}
