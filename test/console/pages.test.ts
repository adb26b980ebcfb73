// A list that is read page by page shows every row once, and none is missing between two that are shown.
import fc from "fast-check";
import { expect, test } from "vitest";
import { noRows, type Page, withNewest, withOlder } from "../../src/console/staff/pages.ts";

const PAGE = 3;
const keyOf = (row: number) => row;

/** As the ledger answers: positions count down to 1. */
function ledgerPage(size: number, before: number | null): Page<number> {
  const from = before === null ? size : before - 1;
  const rows = Array.from({ length: Math.min(PAGE, from) }, (_, index) => from - index);
  const last = rows.at(-1) ?? 1;
  return { rows, next: last > 1 ? last : null };
}

test("whatever is booked between two reads, the ledger shows a row of positions without gap or repetition", () => {
  const step = fc.oneof(
    fc.record({ act: fc.constant("book" as const), entries: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ act: fc.constant("newest" as const) }),
    fc.record({ act: fc.constant("older" as const), bookedMeanwhile: fc.nat(4), newestMeanwhile: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let size = 1;
      let known: Page<number> = noRows;
      for (const one of steps) {
        if (one.act === "book") size += one.entries;
        if (one.act === "newest") known = withNewest(known, ledgerPage(size, null), keyOf);
        if (one.act === "older" && known.next !== null) {
          const asked = known.next;
          const older = ledgerPage(size, asked);
          size += one.bookedMeanwhile;
          if (one.newestMeanwhile) known = withNewest(known, ledgerPage(size, null), keyOf);
          known = withOlder(known, older, asked);
        }
        const [first] = known.rows;
        if (first === undefined) continue;
        expect(known.rows).toEqual(known.rows.map((_, index) => first - index));
        expect(known.next).toBe(known.rows.at(-1) === 1 ? null : known.rows.at(-1));
      }
    }),
  );
});

test("a ticket that was closed leaves the list, and the older ones stay", () => {
  const known = { rows: [9, 8, 7, 6, 5, 4], next: 4 };
  expect(withNewest(known, { rows: [9, 7, 6], next: 6 }, keyOf)).toEqual({ rows: [9, 7, 6, 5, 4], next: 4 });
});

test("a list that became empty is empty", () => {
  expect(withNewest({ rows: [2, 1], next: null }, { rows: [], next: null }, keyOf)).toEqual({ rows: [], next: null });
});
