// A table in a terminal: its rows, how many more there are, and nothing that acts on the terminal.
import { expect, test } from "vitest";
import { tableInWords } from "../../src/cli/table-words.ts";

test("forty rows are shown, and how many more there are", () => {
  const table = { columns: ["n"], rows: Array.from({ length: 132 }, (_, index) => [index]) };
  const lines = tableInWords(table);
  expect(lines).toHaveLength(43);
  expect(lines.at(-1)).toBe("  … and 92 more rows");
});

test("a cell cannot colour, clear or move anything", () => {
  expect(tableInWords({ columns: ["a\u001b[2J"], rows: [["\u001b[31mred\nline\u0007"]] })).toEqual([
    "  a [2J",
    "  ────────────",
    "  [31mred line",
  ]);
});

test("without a table there is nothing to see", () => {
  expect(tableInWords(null)).toEqual([]);
});
