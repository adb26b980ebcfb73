// Whatever was read: its own figures may be said in any of the usual ways, and a figure that nobody can work out may not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ungroundedFigures } from "../../src/agent/grounding.ts";

interface Item {
  itemId: string;
  price: number;
  quantityInStock: number;
}

const item = fc.record({
  itemId: fc.integer({ min: 1, max: 999 }).map((number) => `SG${String(number).padStart(3, "0")}`),
  price: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
  quantityInStock: fc.integer({ min: 0, max: 500 }),
});
const items = fc.array(item, { minLength: 1, maxLength: 4 });

function unsupported(answer: string, rows: Item[]): string[] {
  const hostCalls = [{ args: null, result: { ok: true as const, value: rows.map((row) => ({ ...row })) } }];
  // The plan typed a number that is nobody's, so that only what the host can reckon counts.
  const sources = { hostCalls, changes: [], texts: [], code: "const typed = 4711.17;" };
  return ungroundedFigures(answer, sources).map(({ text }) => text);
}

const amountsIn: ((amount: number) => string)[] = [
  (amount) => `$${amount.toFixed(2)}`,
  (amount) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" }),
  (amount) => `${amount.toLocaleString("de-DE", { minimumFractionDigits: 2 })} $`,
  (amount) => amount.toLocaleString("fr-FR", { style: "currency", currency: "USD" }).replace("US", ""),
  (amount) => `${amount.toFixed(2).replace(".", ",")} dólares`,
  (amount) => `USD ${amount.toFixed(2)}`,
];

test("every figure that was read may be said, however it is written", () => {
  fc.assert(
    fc.property(items, fc.nat(), fc.constantFrom(...amountsIn), (rows, pick, written) => {
      const row = rows[pick % rows.length];
      if (row === undefined) return;
      const answer = `${row.itemId} costs ${written(row.price)}, with ${row.quantityInStock} in stock.`;
      expect(unsupported(answer, rows)).toEqual([]);
    }),
  );
});

/** By brute force: sums of some of the rows, averages, differences, and times what was counted. */
function reckonable(rows: Item[]): Set<number> {
  const found = new Set<number>();
  const cents = (amount: number) => Math.abs(Math.round(amount * 100));
  const counts = rows.map((row) => row.quantityInStock);
  for (const column of [rows.map((row) => row.price), rows.map((row) => row.price * row.quantityInStock)]) {
    for (let some = 1; some < 2 ** column.length; some++) {
      found.add(cents(column.filter((_, index) => some & (2 ** index)).reduce((sum, value) => sum + value, 0)));
    }
    found.add(cents(column.reduce((sum, value) => sum + value, 0) / column.length));
    for (const one of column) {
      for (const other of column) found.add(cents(one - other));
      for (const count of counts) found.add(cents(one) * count);
    }
  }
  return found;
}

test("another amount of as many digits is refused unless it can be worked out", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1, max: 99_999 }), (rows, other) => {
      const isTrue = reckonable(rows).has(other);
      // Sums are rounded once where the products were, so that a cent beside a true sum proves nothing.
      fc.pre(isTrue || ![other - 1, other + 1].some((near) => reckonable(rows).has(near)));
      const amount = `$${(other / 100).toFixed(2)}`;
      expect(unsupported(`It costs ${amount}.`, rows)).toEqual(isTrue ? [] : [amount]);
    }),
    { numRuns: 300 },
  );
});

test("an id, an order or a ticket that nobody read is refused", () => {
  fc.assert(
    fc.property(items, fc.integer({ min: 1_000, max: 9_999 }), fc.nat(998), (rows, order, number) => {
      const id = `SG${String(number + 1).padStart(3, "0")}`;
      const isRead = rows.some(({ itemId }) => itemId === id);
      expect(unsupported(`It is ${id}.`, rows)).toEqual(isRead ? [] : [id]);
      expect(unsupported(`See order ${order} and ticket ${order}.`, rows)).toHaveLength(2);
    }),
  );
});
