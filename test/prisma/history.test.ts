// An invented past: plausible, whole, and the same every time.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inventHistory, type ShopNow } from "../../prisma/history/invent-history.ts";
import { inventedPeople } from "../../prisma/history/people.ts";
import { hasHistory, writeHistory } from "../../prisma/history.ts";
import { readDemoStore } from "../../prisma/seed.ts";
import type { Database } from "../../src/database/database.ts";
import { openStore, resetStore } from "../support/store.ts";

const YEAR = { days: 365, until: "2026-06-30" };

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const shops: fc.Arbitrary<ShopNow> = fc.record({
  items: fc
    .array(fc.record({ quantityInStock: fc.nat(60), priceCents: fc.integer({ min: 0, max: 50_000 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((items) => items.map((item, at) => ({ itemId: `SG${at}`, name: `Frame ${at}`, ...item }))),
  lastPosition: fc.nat(5_000),
  balanceCents: fc.nat(1_000_000),
  lastOrderId: fc.integer({ min: 1_000, max: 9_000 }),
  lastTicketId: fc.nat(100),
  lastCustomerId: fc.nat(100),
});
const spans = fc.tuple(
  fc.integer({ min: 1, max: 400 }),
  fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
);

const cents = (amount: string) => Math.round(Number(amount) * 100);
const midnight = (time: Date) => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);

test("whatever the shop and the span: the chain is whole, stock is never negative and ends as it was", () => {
  fc.assert(
    fc.property(shops, spans, (shop, [days, end]) => {
      const lastDay = midnight(end);
      const { transactions, stock } = inventHistory(shop, days, lastDay);
      const shelves = new Map(shop.items.map(({ itemId, quantityInStock }) => [itemId, quantityInStock]));
      let position = shop.lastPosition;
      let balance = shop.balanceCents;
      let before = new Date(lastDay.getTime() - (days - 1) * 86_400_000);
      for (const row of transactions) {
        expect(row.position).toBe(++position);
        balance += cents(row.amount);
        expect(cents(row.balanceAfter)).toBe(balance);
        expect(row.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
        before = row.createdAt;
        if (row.itemId === null) continue;
        const left = (shelves.get(row.itemId) ?? 0) + stockChange(row);
        expect(left).toBeGreaterThanOrEqual(0);
        shelves.set(row.itemId, left);
      }
      expect(before.getTime()).toBeLessThan(lastDay.getTime() + 86_400_000);
      expect([...stock]).toEqual([...shelves]);
      expect([...stock.values()]).toEqual(shop.items.map((item) => item.quantityInStock));
    }),
    { numRuns: 100 },
  );
});

function stockChange({ kind, quantity, summary }: { kind: string; quantity: number | null; summary: string }): number {
  if (kind === "adjustment") {
    const [, from, to] = / set from (\d+) to (\d+): /.exec(summary) ?? [];
    return Number(to) - Number(from);
  }
  return kind === "sale" ? -(quantity ?? 0) : (quantity ?? 0);
}

test("the same span on the same shop is the same, byte for byte", async () => {
  const written: string[] = [];
  for (let time = 0; time < 2; time++) {
    await resetStore(database);
    await database.transaction((tx) => writeHistory(tx, YEAR));
    written.push(JSON.stringify(await everything()));
  }
  expect(written[1]).toBe(written[0]);
});

async function everything() {
  const { client } = database;
  return [
    await client.customer.findMany({ orderBy: { id: "asc" } }),
    await client.order.findMany({ orderBy: { id: "asc" }, include: { lines: { orderBy: { position: "asc" } } } }),
    await client.ticket.findMany({ orderBy: { id: "asc" } }),
    await client.transaction.findMany({ orderBy: { position: "asc" } }),
    await client.item.findMany({ orderBy: { itemId: "asc" } }),
  ];
}

test("a year behind the demo store leaves the demo's own rows, people, stock and prices as they are", async () => {
  await resetStore(database);
  const before = await everything();
  expect(await hasHistory(database.client)).toBe(false);
  await database.transaction((tx) => writeHistory(tx, YEAR));
  expect(await hasHistory(database.client)).toBe(true);
  const after = await everything();
  for (const [at, rows] of before.entries()) expect(after[at]?.slice(0, rows.length)).toEqual(rows);
  expect(after[4]).toEqual(before[4]);
  const theirs = await database.client.order.count({ where: { customerId: { lte: 5 } } });
  expect(theirs).toBe((await readDemoStore()).orders.length);
});

test("what is booked fits the orders: sales are their lines, refunds what was paid, and nobody returns more than they bought", async () => {
  await resetStore(database);
  await database.transaction((tx) => writeHistory(tx, YEAR));
  const wrong = await database.client.$queryRaw`
    SELECT o.id, o.status, o.total_amount,
      (SELECT sum(l.quantity * l.unit_price) FROM order_lines l WHERE l.order_id = o.id) AS of_lines,
      (SELECT sum(t.amount) FROM transactions t WHERE t.order_id = o.id AND t.kind = 'sale') AS sold,
      (SELECT coalesce(sum(t.amount), 0) FROM transactions t WHERE t.order_id = o.id) AS left_over
    FROM orders o WHERE o.id > 1008 AND (
      o.total_amount <> (SELECT sum(l.quantity * l.unit_price) FROM order_lines l WHERE l.order_id = o.id)
      OR o.total_amount <> (SELECT sum(t.amount) FROM transactions t WHERE t.order_id = o.id AND t.kind = 'sale')
      OR (o.status IN ('cancelled', 'refunded')) <> ((SELECT sum(t.amount) FROM transactions t WHERE t.order_id = o.id) = 0
        AND NOT EXISTS (SELECT FROM transactions t WHERE t.order_id = o.id AND t.kind = 'return'))
      OR EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.quantity <
        (SELECT sum(t.quantity) FROM transactions t WHERE t.order_id = o.id AND t.item_id = l.item_id AND t.kind = 'return')))`;
  expect(wrong).toEqual([]);
  const [kinds] = await database.client.$queryRaw<{ kinds: string[] }[]>`
    SELECT array_agg(DISTINCT kind ORDER BY kind) AS kinds FROM transactions WHERE position > 1`;
  expect(kinds?.kinds).toEqual(["adjustment", "cancellation", "refund", "restock", "return", "sale"]);
  const sold = await database.client.transaction.groupBy({ by: ["month"], where: { kind: "sale" }, _count: true });
  expect(sold).toHaveLength(12);
  expect(await database.client.ticket.count({ where: { status: "open", id: { gt: 2 } } })).toBeGreaterThan(0);
});

test("nobody is called like one of the demo's people, and no first name comes twice", async () => {
  const first = inventedPeople().map(({ name }) => name.split(" ")[0] ?? "");
  expect(new Set(first).size).toBe(120);
  for (const { name } of (await readDemoStore()).customers) expect(first).not.toContain(name);
});
