// Every noted change of a run in, one change a row out: first before, last after, only the columns that differ. Rows
// that end as they began are no change.
import type { Json } from "../json.ts";
import type { Change, Row } from "../operations/operation.ts";

const TABLES: Change["table"][] = ["inventory", "transactions", "orders", "tickets"];

export function foldChanges(noted: Change[]): Change[] {
  const byRow = new Map<string, Change>();
  for (const change of noted) {
    const row = `${change.table} ${change.key}`;
    const first = byRow.get(row);
    byRow.set(row, first === undefined ? change : joined(first, change));
  }
  return [...byRow.values()].flatMap(differing).toSorted((a, b) => TABLES.indexOf(a.table) - TABLES.indexOf(b.table));
}

function joined(first: Change, next: Change): Change {
  const after = { ...first.after, ...next.after };
  if (first.before === null) return { ...first, after };
  return { ...first, before: { ...next.before, ...first.before }, after };
}

function differing(change: Change): Change[] {
  const { before, after } = change;
  if (before === null || after === null) return [change];
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (column) => !isSame(before[column], after[column]),
  );
  if (columns.length === 0) return [];
  return [{ ...change, before: only(before, columns), after: only(after, columns) }];
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function only(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
