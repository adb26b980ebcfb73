// A table in; whether it is shown within a message, or goes out as a file because it is too long or too wide, out.
import stringWidth from "string-width";
import type { Table, TableLimits } from "./table.ts";
import { tableLines } from "./table-text.ts";

/** Wider lines break on a desktop, and nothing is aligned any more. */
const MOST_LINE_WIDTH = 80;
const MOST_CELL_WIDTH = 28;

export type TableForm = { kind: "lines"; lines: string[] } | { kind: "file" };

export function tableForm(table: Table, { shownRows }: Pick<TableLimits, "shownRows">): TableForm {
  if (table.rows.length > shownRows) return { kind: "file" };
  const lines = tableLines(table, MOST_CELL_WIDTH);
  return lines.some((line) => stringWidth(line) > MOST_LINE_WIDTH) ? { kind: "file" } : { kind: "lines", lines };
}
