// What a plan sets as its rows is a table, or is refused with what is wrong where.
import { expect, test } from "vitest";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import type { Json } from "../../src/json.ts";
import { readRows } from "../../src/table/read-rows.ts";

const read = (rows: Json) => readRows(rows, TABLE_LIMITS);

test("rows with different fields are one table, with nothing where a row says nothing", () => {
  expect(read([{ item: "Moon", units: 3 }, { item: "Sport", isNew: true }, { units: null }])).toEqual({
    kind: "table",
    table: {
      columns: ["item", "units", "isNew"],
      rows: [
        ["Moon", 3, null],
        ["Sport", null, true],
        [null, null, null],
      ],
    },
  });
});

test("no rows are no table", () => {
  expect([read(null), read([])]).toEqual([{ kind: "none" }, { kind: "none" }]);
});

test("names and cells lie on one line and turn nobody's text around", () => {
  expect(read([{ "a\nb": "x\ty\u202eevil" }])).toMatchObject({ table: { columns: ["a b"], rows: [["x y evil"]] } });
});

test("a field named like what objects inherit is a field", () => {
  const rows: Json = JSON.parse('[{"__proto__":1,"toString":"x"},{"item":"Moon"}]');
  expect(read(rows)).toMatchObject({
    table: {
      rows: [
        [1, "x", null],
        [null, null, "Moon"],
      ],
    },
  });
});

test.each<[string, Json, string]>([
  ["a text", "Moon, 3", "answer_rows is a string, not a list"],
  ["one row", { item: "Moon" }, "answer_rows is an object, not a list"],
  ["lists in a list", [["Moon", 3]], "answer_rows[0] is a list, not an object"],
  ["a number in a list", [{ item: "Moon" }, 3], "answer_rows[1] is a number, not an object"],
  [
    "an object in a cell",
    [{ item: { name: "Moon" } }],
    "answer_rows[0].item is an object; a cell is a text, a number or a boolean",
  ],
  ["rows without fields", [{}, {}], "the rows of answer_rows have no fields"],
  ["too many rows", Array(5_001).fill({ a: 1 }), "answer_rows has 5001 rows; at most 5000 go out"],
  [
    "too many columns",
    [Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`c${i}`, i]))],
    "answer_rows has more than 30 columns",
  ],
  [
    "a cell that is a book",
    [{ item: "x".repeat(1_001) }],
    "answer_rows[0].item has 1001 characters; at most 1000 go out",
  ],
])("%s is refused", (_title, rows, why) => {
  expect(read(rows)).toEqual({ kind: "refused", why });
});
