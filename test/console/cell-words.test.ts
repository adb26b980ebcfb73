// A table of an answer reads like one that a person wrote.
import { expect, test } from "vitest";
import { columnForm, headingOf } from "../../src/console/table/cell-words.ts";
import type { Json } from "../../src/json.ts";

const now = new Date("2026-12-01T12:00:00Z");
const shown = (column: string, cells: Json[]) => {
  const { isFigures, words } = columnForm(column, cells, now);
  return { isFigures, cells: cells.map(words) };
};

test("names for programs become headings, and what is written for people stays", () => {
  expect(["quantityInStock", "units_sold", "itemId", "Revenue (USD)", "week"].map(headingOf)).toEqual([
    "Quantity in stock",
    "Units sold",
    "Item ID",
    "Revenue (USD)",
    "Week",
  ]);
});

test("a column of figures has one number of decimals, thousands and a real minus", () => {
  expect(shown("price", [6.5, 80, -1234.567, null])).toEqual({
    isFigures: true,
    cells: ["6.50", "80.00", "−1,234.57", "–"],
  });
  expect(shown("units", [12345, 2])).toEqual({ isFigures: true, cells: ["12,345", "2"] });
  expect(shown("share", [0.0034, 0.25])).toEqual({ isFigures: true, cells: ["0.0034", "0.2500"] });
  expect(shown("total", ["$5,890.00", "285.00"])).toEqual({ isFigures: true, cells: ["$5,890.00", "285.00"] });
});

test("a number that names something is not counted in thousands", () => {
  expect(shown("orderId", [10012]).cells).toEqual(["10012"]);
  expect(shown("year", [2026]).cells).toEqual(["2026"]);
});

test("a column with a word in it is no column of figures", () => {
  expect(shown("stock", [3, "none"]).isFigures).toBe(false);
  expect(shown("note", [null, ""]).isFigures).toBe(false);
});

test("days, answers of yes and no, and odd cells are words", () => {
  expect(shown("day", ["2026-11-30T00:00:00.000Z", true, false, ["a"]]).cells).toEqual([
    "2026-11-30",
    "yes",
    "no",
    '["a"]',
  ]);
});
