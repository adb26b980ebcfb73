// A change of a row, as it was made or as a case expects it, in; the words for it out.
import type { Json } from "../json.ts";
import type { ExpectedChange, RowChange } from "./evaluation.ts";

/** "inventory SG001, quantityInStock 23 → 25". */
export function changeInWords({ table, key, before, after }: RowChange): string {
  if (after === null) return `${table} ${key} is gone`;
  const moved = Object.entries(after).filter(([column]) => before !== null || !DULL.includes(column));
  const columns = moved.map(([column, value]) =>
    before === null ? `${column} ${shown(value)}` : `${column} ${shown(before[column] ?? null)} → ${shown(value)}`,
  );
  return `${before === null ? "new row " : ""}${table} ${key}, ${columns.join(", ")}`;
}

/** Of a new row, what helps nobody to see what it is. */
const DULL = ["createdAt", "closedAt", "runId", "unitPrices", "refersTo"];

export function expectedInWords({ table, key, field, before, after, ...columns }: ExpectedChange): string {
  const isNew = key === undefined || key === "new";
  const from = before === undefined || isNew ? "" : `${shown(before)} → `;
  const moved = field === undefined ? [] : [`${field} ${from}${shown(after ?? null)}`];
  const named = Object.entries(columns).map(([column, value]) => `${column} ${shown(value ?? null)}`);
  return `${isNew ? `a new row of ${table}` : `${table} ${key}`} with ${[...moved, ...named].join(", ")}`;
}

const MOST_CHARS = 80;

function shown(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}…`;
}
