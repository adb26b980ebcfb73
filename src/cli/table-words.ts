// A table of an answer in, the lines that a terminal shows of it out, with nothing in them that acts on the terminal.
import { printableLine } from "../storable.ts";
import type { Table } from "../table/table.ts";
import { tableLines } from "../table/table-text.ts";

const MOST_ROWS = 40;
const MOST_CELL_WIDTH = 48;

export function tableInWords(table: Table | null): string[] {
  if (table === null || table.columns.length === 0) return [];
  const { columns, rows } = table;
  const shown = {
    columns: columns.map(printableLine),
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => row.map((cell) => (typeof cell === "string" ? printableLine(cell) : cell))),
  };
  const more = rows.length - shown.rows.length;
  const lines = tableLines(shown, MOST_CELL_WIDTH).map((line) => `  ${line}`);
  return more === 0 ? lines : [...lines, `  … and ${more} more rows`];
}
