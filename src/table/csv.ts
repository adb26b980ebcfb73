// A table in, the bytes of its CSV file out. It begins with a byte order mark: without one Excel takes the file for the
// letters of one country and breaks "Café"; other readers leave it out.
import { stringify } from "csv-stringify/sync";
import type { Table } from "./table.ts";

export const CSV_NAME = "rows.csv";
export const CSV_TYPE = "text/csv";

// Where semicolons separate, a spreadsheet begins a new cell behind one, a tab or the end of a line, and takes quotation
// marks there for its own.
const INNER_FORMULA = /(?<=[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** A text that a spreadsheet would work out as a formula gets an apostrophe before it, within the text too. */
export function tableCsv({ columns, rows }: Table): Uint8Array {
  const text = stringify([columns, ...rows], {
    bom: true,
    cast: { boolean: String, string: (value) => value.replaceAll(INNER_FORMULA, "'") },
    escape_formulas: true,
    record_delimiter: "windows",
  });
  return new TextEncoder().encode(text);
}
