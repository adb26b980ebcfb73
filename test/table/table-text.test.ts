// A table as lines of text: everything stands under its heading, whatever letters it is written in.
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import { tableForm } from "../../src/table/table-form.ts";
import { tableLines } from "../../src/table/table-text.ts";

const SALES = {
  columns: ["item", "units", "revenue", "new"],
  rows: [
    ["Moon", 3, 360, true],
    ["Café 眼鏡", 12, 1080.5, false],
    ["Sport", null, null, null],
  ],
};

test("names to the left, figures to the right and with as many decimals as their neighbours", () => {
  expect(tableLines(SALES, 28)).toEqual([
    "item       units  revenue  new",
    "─────────  ─────  ───────  ─────",
    "Moon           3   360.00  true",
    "Café 眼鏡     12  1080.50  false",
    "Sport",
  ]);
});

test("a long cell is cut, and never within a letter", () => {
  const [, , line] = tableLines({ columns: ["a", "b"], rows: [["👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "end"]] }, 5);
  expect(line).toBe("👨‍👩‍👧👨‍👩‍👧…  end");
});

test("every cell that is short enough stands in its row, between the same two edges in each line", () => {
  const cell = fc.oneof(fc.stringMatching(/^[\w é眼😀]{0,12}$/u), fc.integer(), fc.constant(null));
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(rows, (given) => {
      const [, rule = "", ...lines] = tableLines({ columns: ["first", "second", "third"], rows: given }, 60);
      for (const [index, line] of lines.entries()) {
        for (const value of given[index] ?? []) expect(line).toContain(String(value ?? "").trimEnd());
        expect(stringWidth(line)).toBeLessThanOrEqual(stringWidth(rule));
      }
    }),
  );
});

test("ten short rows are shown; eleven, or wide ones, are a file", () => {
  const rows = (count: number, text: string) => Array.from({ length: count }, () => [text, text, text, text]);
  const form = (count: number, text: string) =>
    tableForm({ columns: ["a", "b", "c", "d"], rows: rows(count, text) }, TABLE_LIMITS).kind;
  expect([form(10, "x"), form(11, "x"), form(2, "x".repeat(40))]).toEqual(["lines", "file", "file"]);
});
