// The rows that a case expects to change and those that did in; what was not made, what was made otherwise and what nobody
// asked for out.
import type { Json } from "../json.ts";
import { changeInWords, expectedInWords } from "./change-words.ts";
import type { ExpectedChange, RowChange } from "./evaluation.ts";

export interface Compared {
  /** Rows that changed otherwise than the case says, or that it does not name. */
  wrong: RowChange[];
  /** A sentence for each difference; a change that was only not made is no wrong one. */
  reasons: string[];
}

/** Each expected change is one row's, and no two are the same row's. */
export function compareRows(expected: ExpectedChange[], made: RowChange[]): Compared {
  const left = [...made];
  const take = (isIt: (change: RowChange) => boolean) => {
    const index = left.findIndex(isIt);
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null);
  };
  const missed = expected.filter((one) => take((change) => isAsExpected(one, change)) === null);
  const reasons: string[] = [];
  const wrong: RowChange[] = [];
  for (const one of missed) {
    const other = take((change) => isSameRow(one, change));
    if (other === null) {
      reasons.push(`Not made: ${expectedInWords(one)}.`);
      continue;
    }
    wrong.push(other);
    reasons.push(`Made otherwise: ${changeInWords(other)}, where the case expects ${expectedInWords(one)}.`);
  }
  for (const change of left) {
    wrong.push(change);
    reasons.push(`Not named by the case: ${changeInWords(change)}.`);
  }
  return { wrong, reasons };
}

function isSameRow({ table, key }: ExpectedChange, change: RowChange): boolean {
  if (change.table !== table) return false;
  if (key === undefined) return change.before === null;
  return key === "new" ? change.before === null : String(change.key) === String(key);
}

/** Of a new row the case names what matters; of one that was there it names every column that moves. */
function isAsExpected(expected: ExpectedChange, change: RowChange): boolean {
  if (!isSameRow(expected, change)) return false;
  const { table: _, key: __, field, before, after, ...columns } = expected;
  if (field !== undefined) {
    if (before !== undefined && !isSame(before, change.before?.[field] ?? null)) return false;
    if (!isSame(after ?? null, change.after?.[field] ?? null)) return false;
  }
  const isNamed = Object.entries(columns).every(([column, value]) =>
    isSame(value ?? null, change.after?.[column] ?? null),
  );
  if (!isNamed || change.after === null) return false;
  if (change.before === null) return true;
  const named = [...Object.keys(columns), ...(field === undefined ? [] : [field])];
  return Object.keys(change.after).every((column) => named.some((name) => name === column || FOLLOWS[name] === column));
}

/** Columns that move with another: the time with the state, the prices with the goods. */
const FOLLOWS: { [column: string]: string } = { status: "closedAt", lines: "unitPrices" };

/** A suite may write an amount as a number. */
function isSame(expected: Json, actual: Json): boolean {
  if (typeof expected === "number" && typeof actual === "string") return actual !== "" && Number(actual) === expected;
  return expected === actual;
}
