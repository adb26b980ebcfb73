// The contract of a changeset: all that one run would change, with the digest a person's press stands for.
import { createHash } from "node:crypto";
import type { Json } from "../json.ts";
import type { Change, Terms } from "../operations/operation.ts";

/** An operation as the plan called it; the commit applies the same calls again. */
export interface OperationCall {
  name: string;
  args: Json;
}

export interface Changeset {
  calls: OperationCall[];
  changes: Change[];
  terms: Terms[];
  remarks: string[];
  digest: string;
}

/** Stable over everything a neighbour's sale may shift: see `Terms`. */
export function digestOf(terms: Terms[]): string {
  const fields = terms.map((t) => [t.operation, t.subject, t.quantity, t.unitPrice, t.amount, t.before, t.after]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}
