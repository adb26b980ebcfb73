// What was approved becomes real exactly as approved, or not at all.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approve, type Changeset } from "../../src/changeset/changeset.ts";
import { type Reapplied, reapply } from "../../src/changeset/commit.ts";
import type { Database } from "../../src/database/database.ts";
import type { Requester } from "../../src/requester.ts";
import { alice, bruno, openStore, type PlanCall, resetStore, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
beforeEach(() => resetStore(database));
afterAll(() => database.close());

const LATER = new Date("2025-10-05T09:00:00Z");

async function staged(requester: Requester, ...calls: PlanCall[]): Promise<Changeset> {
  const { changeset, failedWrite } = await stage(database, requester, calls);
  expect(failedWrite).toBe(null);
  // As the card's row keeps it.
  return JSON.parse(JSON.stringify(changeset)) as Changeset;
}

class NotSame extends Error {
  readonly outcome: Reapplied;
  constructor(outcome: Reapplied) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** Commits, or takes everything back, as the worker does. */
async function commit(changeset: Changeset, requester: Requester): Promise<Reapplied> {
  try {
    return await database.transaction(async (tx) => {
      const outcome = await reapply(tx, approve(changeset, []), { requester, now: LATER, runId: "run-1" });
      if (outcome.kind !== "same") throw new NotSame(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotSame) return error.outcome;
    throw error;
  }
}

const stockOf = async (itemId: string) =>
  (await database.client.item.findUniqueOrThrow({ where: { itemId } })).quantityInStock;
const rowCount = () => database.client.transaction.count();

test("an approved purchase becomes real as it was shown", async () => {
  const changeset = await staged(alice, ["shop.purchase", { itemId: "SG005", quantity: 3 }]);
  const outcome = await commit(changeset, alice);
  expect(outcome).toMatchObject({ kind: "same" });
  expect(await stockOf("SG005")).toBe(7);
  const order = await database.client.order.findUniqueOrThrow({ where: { id: 1009 }, include: { lines: true } });
  expect(order).toMatchObject({
    customerId: 1,
    status: "pending",
    createdAt: LATER,
    lines: [{ itemId: "SG005", quantity: 3 }],
  });
  expect(String(order.totalAmount)).toBe("180");
  const row = await database.client.transaction.findUniqueOrThrow({ where: { transactionId: "TXN002" } });
  expect(row).toMatchObject({ position: 2, orderId: 1009, runId: "run-1", createdAt: LATER });
});

test("a neighbour's sale in between does not spoil the card while there is enough", async () => {
  const mine = await staged(alice, ["shop.purchase", { itemId: "SG005", quantity: 3 }]);
  await commit(await staged(bruno, ["shop.purchase", { itemId: "SG005", quantity: 2 }]), bruno);
  const outcome = await commit(mine, alice);
  if (outcome.kind !== "same") throw new Error(outcome.kind);
  expect(outcome.changes).toMatchObject([
    { key: "SG005", before: { quantityInStock: 8 }, after: { quantityInStock: 5 } },
    { key: "TXN003", after: { balanceAfter: "800.00" } },
    { key: 1010, after: { customerId: 1 } },
  ]);
});

test("B34: when the last are gone by then, the commit is refused and changes nothing", async () => {
  const mine = await staged(
    alice,
    ["shop.purchase", { itemId: "SG005", quantity: 1 }],
    ["shop.purchase", { itemId: "SG003", quantity: 3 }],
  );
  await commit(await staged(bruno, ["shop.purchase", { itemId: "SG003", quantity: 1 }]), bruno);
  const outcome = await commit(mine, alice);
  if (outcome.kind !== "refused") throw new Error(outcome.kind);
  expect(outcome.error).toMatchObject({
    code: "INSUFFICIENT_STOCK",
    message: "Only 2 of Mystique (SG003) in stock, not 3.",
  });
  expect([await stockOf("SG005"), await stockOf("SG003"), await rowCount()]).toEqual([10, 2, 2]);
});

test("B84: a price that moved makes a new changeset and says from what to what", async () => {
  const mine = await staged(alice, ["shop.purchase", { itemId: "SG001", quantity: 2 }]);
  await database.client.item.update({ where: { itemId: "SG001" }, data: { price: "85.00" } });
  const outcome = await commit(mine, alice);
  if (outcome.kind !== "moved") throw new Error(outcome.kind);
  expect(outcome.moved).toEqual(["The price of Aviator went from $80.00 to $85.00."]);
  expect(outcome.changeset.terms).toMatchObject([{ unitPrice: "85.00", amount: "170.00" }]);
  expect([await stockOf("SG001"), await rowCount()]).toEqual([23, 1]);
  // The new one can be approved in its place.
  expect(await commit(outcome.changeset, alice)).toMatchObject({ kind: "same" });
});

test.each<[string, Requester, PlanCall, (db: Database) => Promise<unknown>, string]>([
  [
    "a counted stock",
    staff,
    ["shop.adjustStock", { itemId: "SG004", quantityInStock: 9, reason: "Two broke." }],
    (db) => db.client.item.update({ where: { itemId: "SG004" }, data: { quantityInStock: 10 } }),
    "The stock of Sport went from 11 to 10.",
  ],
  [
    "the purchase on record",
    alice,
    ["shop.returnItem", { itemId: "SG001", quantity: 1 }],
    (db) => db.client.order.update({ where: { id: 1008 }, data: { status: "refunded" } }),
    "Order 1008 no longer covers Aviator (SG001); order 1001 does.",
  ],
  [
    "the only purchase on record",
    alice,
    ["shop.returnItem", { itemId: "SG001", quantity: 2 }],
    (db) => db.client.order.update({ where: { id: 1008 }, data: { status: "refunded" } }),
    "Order 1008 no longer covers Aviator (SG001), and no other purchase does.",
  ],
  [
    "a purchase on record that came to light",
    staff,
    ["shop.returnItem", { itemId: "SG002", quantity: 1, customerName: "Chiyo" }],
    (db) => db.client.order.update({ where: { id: 1005 }, data: { status: "delivered" } }),
    "Order 1005 is on record for Wayfarer (SG002) now.",
  ],
  [
    "what an order holds",
    alice,
    ["shop.cancelOrder", { orderId: 1002 }],
    (db) => db.client.orderLine.updateMany({ where: { orderId: 1002 }, data: { quantity: 1 } }),
    "Order 1002 held 2 × Classic (SG005) and holds 1 × Classic (SG005) now.",
  ],
  [
    "an order's amount",
    alice,
    ["shop.refund", { orderId: 1001 }],
    (db) => db.client.order.update({ where: { id: 1001 }, data: { totalAmount: "70.00" } }),
    "The amount for order 1001 went from $80.00 to $70.00.",
  ],
  [
    "who is meant by a name",
    staff,
    ["shop.purchase", { itemId: "SG007", quantity: 1, customerName: "Alice" }],
    async (db) => {
      await db.client.customer.update({ where: { id: 1 }, data: { name: "Alicia" } });
      await db.client.customer.update({ where: { id: 2 }, data: { name: "Alice" } });
    },
    "It is for Alice (customer 2) now, not for Alice (customer 1).",
  ],
])("%s that moved is told, and nothing is written", async (_, requester, call, move, sentence) => {
  const mine = await staged(requester, call);
  await move(database);
  const outcome = await commit(mine, requester);
  if (outcome.kind !== "moved") throw new Error(outcome.kind);
  expect(outcome.moved).toEqual([sentence]);
  expect(await rowCount()).toBe(1);
});

test("an order that is no longer pending refuses the change", async () => {
  const mine = await staged(alice, ["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }]);
  await database.client.order.update({ where: { id: 1002 }, data: { status: "shipped" } });
  expect(await commit(mine, alice)).toMatchObject({ kind: "refused", error: { code: "WRONG_STATE" } });
  expect(await stockOf("SG006")).toBe(10);
});

test("rights are asked for again: calls of staff do not become a customer's", async () => {
  const mine = await staged(staff, ["shop.restock", { itemId: "SG001", quantity: 1 }]);
  expect(await commit(mine, alice)).toMatchObject({ kind: "refused", error: { code: "NOT_ALLOWED" } });
});

test("what is still to be pressed, or was tampered with, cannot be approved", async () => {
  const mine = await staged(alice, ["shop.purchase", { itemId: "SG005", quantity: 3 }]);
  expect(() => approve(mine, ["admin"])).toThrow("admin is still to press");
  const cheaper = { ...mine, terms: mine.terms.map((terms) => ({ ...terms, amount: "1.00" })) };
  expect(() => approve(cheaper, [])).toThrow("does not match its digest");
});

test("a changeset kept as jsonb, with its keys in another order, is still the same", async () => {
  const mine = await staged(alice, ["shop.cancelOrder", { orderId: 1002 }]);
  const [row] = await database.client.$queryRaw<{ kept: Changeset }[]>`SELECT ${JSON.stringify(mine)}::jsonb AS kept`;
  if (row === undefined) throw new Error("no row");
  expect(Object.keys(row.kept)).not.toEqual(Object.keys(mine));
  expect(await commit(row.kept, alice)).toMatchObject({ kind: "same" });
});
