// What a plan set as `answer_rows` in; the table out, or what is wrong with it. There is one form: a list of flat objects.
import type { Json } from "../json.ts";
import { printableLine } from "../storable.ts";
import type { Cell, Table, TableLimits } from "./table.ts";

export type RowsRead =
  /** Nothing was set, or there are no rows. */
  | { kind: "none" }
  | { kind: "table"; table: Table }
  /** `why`: half a sentence for whoever wrote the plan, beginning with what it is about. */
  | { kind: "refused"; why: string };

export function readRows(given: Json, limits: TableLimits): RowsRead {
  if (given === null) return { kind: "none" };
  if (!Array.isArray(given)) return refused(`answer_rows is ${nounOf(given)}, not a list`);
  if (given.length === 0) return { kind: "none" };
  if (given.length > limits.rows) return refused(`answer_rows has ${given.length} rows; at most ${limits.rows} go out`);
  const columns = new Set<string>();
  for (const [index, row] of given.entries()) {
    if (row === null || typeof row !== "object" || Array.isArray(row)) {
      return refused(`answer_rows[${index}] is ${nounOf(row)}, not an object`);
    }
    for (const [name, cell] of Object.entries(row)) {
      columns.add(name);
      const wrong = cellProblem(cell, limits.cellChars);
      if (wrong !== null) return refused(`answer_rows[${index}].${name.slice(0, MOST_NAME_CHARS)} ${wrong}`);
    }
    if (columns.size > limits.columns) return refused(`answer_rows has more than ${limits.columns} columns`);
  }
  if (columns.size === 0) return refused("the rows of answer_rows have no fields");
  return { kind: "table", table: tableOf(given, [...columns]) };
}

/** Null where a row leaves a column out. */
function tableOf(rows: Json[], names: string[]): Table {
  return {
    columns: names.map((name) => printableLine(name).slice(0, MOST_NAME_CHARS)),
    rows: rows.map((row) => {
      const fields: { [name: string]: Json } =
        row !== null && typeof row === "object" && !Array.isArray(row) ? row : {};
      return names.map((name) => cellOf(Object.hasOwn(fields, name) ? (fields[name] ?? null) : null));
    }),
  };
}

const MOST_NAME_CHARS = 60;

function cellOf(value: Json): Cell {
  if (typeof value === "string") return printableLine(value);
  return typeof value === "object" ? null : value;
}

function cellProblem(cell: Json, mostChars: number): string | null {
  if (typeof cell === "string") {
    return cell.length > mostChars ? `has ${cell.length} characters; at most ${mostChars} go out` : null;
  }
  return cell !== null && typeof cell === "object"
    ? `is ${nounOf(cell)}; a cell is a text, a number or a boolean`
    : null;
}

function nounOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const refused = (why: string): RowsRead => ({ kind: "refused", why });
