// The file of a long table: every reader of CSV finds in it what was in the table, and no spreadsheet works anything out.
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tableCsv } from "../../src/table/csv.ts";
import type { Cell, Table } from "../../src/table/table.ts";

const fileOf = (table: Table) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(tableCsv(table));

// What a spreadsheet takes for the beginning of a formula.
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;
const inFile = (cell: Cell) => {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  // Behind a semicolon, a tab or a line some spreadsheets begin a new cell.
  const safe = cell.replaceAll(/([;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/gu, "$1'");
  return FORMULA.test(safe) ? `'${safe}` : safe;
};

test("what was in the table is in the file, whatever is in its cells", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const odd = fc.constantFrom(
    '"',
    "a,b",
    "two\nlines",
    "=1+1",
    "-x",
    "'",
    "＝SUM(A1)",
    "x;=1+1",
    "a;\t;-b",
    "ü€😀",
    " blank ",
    "",
  );
  const cell = fc.oneof(
    text,
    odd,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const table = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.record({
      columns: fc.array(text, { minLength: width, maxLength: width }),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }),
    }),
  );
  fc.assert(
    fc.property(table, ({ columns, rows }) => {
      const read = parse(fileOf({ columns, rows }), { bom: true, record_delimiter: "\r\n", relax_column_count: true });
      expect(read).toEqual([columns, ...rows].map((row) => row.map(inFile)));
    }),
  );
});

test("a spreadsheet is told the letters by a mark, and an amount below zero stays a number", () => {
  const file = fileOf({
    columns: ["item", "change"],
    rows: [
      ["Café", -5],
      ["=HYPERLINK(1)", 2.5],
      ["x; =1+1", 0],
    ],
  });
  expect(file).toBe("\ufeffitem,change\r\nCafé,-5\r\n'=HYPERLINK(1),2.5\r\nx;' =1+1,0\r\n");
});

test.each([";", "\t"])("a spreadsheet that separates by %j works nothing out either", (delimiter) => {
  const inner = ["=1+1", "+1", "-1", "@SUM(A1)", ' "=1+1"', '"=1+1"'].map((formula) => `x${delimiter}${formula}`);
  const texts = [...inner, "x\n=1+1", `=1${delimiter}=2`, `x${delimiter}plain - not more`];
  const file = fileOf({ columns: ["item", `a${delimiter}=1`], rows: texts.map((text) => ["Moon", text]) });
  const read: string[][] = parse(file, { bom: true, delimiter, relax_quotes: true, relax_column_count: true });
  expect(read.flat().filter((cell) => /^[" ]*[=+\-@]/.test(cell))).toEqual([]);
  expect(read.flat()).toContain("'=1+1");
  expect(file).toContain(`x${delimiter}plain - not more`);
});
