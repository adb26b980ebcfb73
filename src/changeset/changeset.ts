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

declare const approved: unique symbol;
/** Everybody whose button it needs has pressed. Only `approve` makes one. */
export type ApprovedChangeset = Changeset & { readonly [approved]: true };

/** Throws when somebody is still to press, or when what was stored is not what its digest stands for. */
export function approve(changeset: Changeset, stillNeeded: string[]): ApprovedChangeset {
  if (stillNeeded.length > 0) throw new Error(`a changeset is to be committed while ${stillNeeded} is still to press`);
  if (digestOf(changeset.terms) !== changeset.digest) throw new Error("a stored changeset does not match its digest");
  return changeset as ApprovedChangeset;
}

/** Stable over everything a neighbour's sale may shift: see `Terms`. */
export function digestOf(terms: Terms[]): string {
  const fields = terms.map((t) => [
    t.operation,
    t.subject,
    t.customer?.id ?? null,
    t.orderId,
    t.quantity,
    t.unitPrice,
    t.amount,
    sorted(t.before),
    sorted(t.after),
  ]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

// A jsonb column keeps the keys of an object in an order of its own.
function sorted(value: Json): Json {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export const EMPTY_CHANGESET: Changeset = { calls: [], changes: [], terms: [], remarks: [], digest: digestOf([]) };
