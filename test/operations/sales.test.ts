// Selling: who buys for whom, what a sale leaves behind, and when it is refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { alice, guest, lastResult, openStore, resetStore, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

test("a sale takes the stock, adds the price times the quantity to the till and says so in plain words", async () => {
  const { changeset, results } = await stage(database, staff, [["shop.purchase", { itemId: "SG002", quantity: 3 }]]);
  expect(results).toEqual([
    { ok: true, value: { amount: 285, total: 285, balanceAfter: 785, stockAfter: 3, orderId: null, ticketId: null } },
  ]);
  expect(changeset.changes).toEqual([
    { table: "inventory", key: "SG002", before: { quantityInStock: 6 }, after: { quantityInStock: 3 } },
    {
      table: "transactions",
      key: "TXN002",
      before: null,
      after: {
        transactionId: "TXN002",
        kind: "sale",
        itemId: "SG002",
        quantity: 3,
        amount: "285.00",
        balanceAfter: "785.00",
        summary: "Sale of 3 x Wayfarer (SG002)",
        createdAt: "2025-10-04T12:00:00.000Z",
      },
    },
  ]);
});

test("the purchases of one run for one customer share one pending order, an item a line", async () => {
  const { changeset, results } = await stage(database, alice, [
    ["shop.purchase", { itemId: "SG005", quantity: 3 }],
    ["shop.purchase", { itemId: "SG001", quantity: 1 }],
    ["shop.purchase", { itemId: "SG005", quantity: 1, customerId: 1, customerName: "alice" }],
  ]);
  expect(results.map((result) => result.ok && (result.value as { orderId: number }).orderId)).toEqual([
    1009, 1009, 1009,
  ]);
  expect(changeset.changes.filter((change) => change.table === "orders")).toEqual([
    {
      table: "orders",
      key: 1009,
      before: null,
      after: { customerId: 1, status: "pending", totalAmount: "320.00", lines: "4 x SG005, 1 x SG001" },
    },
  ]);
  const amounts = changeset.changes.filter((change) => change.table === "transactions").map((c) => c.after?.amount);
  expect(amounts).toEqual(["180.00", "80.00", "60.00"]);
});

test("purchases for two customers open two orders", async () => {
  const { changeset } = await stage(database, staff, [
    ["shop.purchase", { itemId: "SG005", quantity: 1, customerId: 3 }],
    ["shop.purchase", { itemId: "SG005", quantity: 1, customerName: "DARA" }],
  ]);
  const orders = changeset.changes.filter((change) => change.table === "orders");
  expect(orders.map((change) => [change.key, change.after?.customerId])).toEqual([
    [1009, 3],
    [1010, 4],
  ]);
});

test("a guest buys without an order and may pass their own missing id along", async () => {
  const { changeset } = await stage(database, guest, [
    ["shop.purchase", { itemId: "SG007", quantity: 2, customerId: null }],
  ]);
  expect(changeset.changes.map((change) => change.table)).toEqual(["inventory", "transactions"]);
});

test("a customer's plan is not told the shop's balance", async () => {
  const done = await lastResult(database, alice, [["shop.purchase", { itemId: "SG007", quantity: 2 }]]);
  expect(done).toEqual({ amount: 13, total: 13, balanceAfter: null, stockAfter: 38, orderId: 1009, ticketId: null });
});

test.each([
  ["another customer's id", { customerId: 2 }],
  ["another customer's name", { customerName: "Bruno" }],
  ["an id that nobody has", { customerId: 99 }],
  ["a name that nobody has", { customerName: "Zoe" }],
])("B82: a customer cannot buy for %s, and is told the same either way", async (_, whom) => {
  const { results, changeset } = await stage(database, alice, [
    ["shop.purchase", { itemId: "SG001", quantity: 1, ...whom }],
  ]);
  expect(results).toEqual([
    {
      ok: false,
      error: {
        code: "NOT_ALLOWED",
        message: "A customer can act for themselves only; leave the customer out.",
        facts: {},
      },
    },
  ]);
  expect(changeset.calls).toEqual([]);
});

test("staff are told when a customer is unknown, or which of several may be meant", async () => {
  const buy = (whom: object) =>
    lastResult(database, staff, [["shop.purchase", { itemId: "SG001", quantity: 1, ...whom }]]);
  expect(await buy({ customerName: "Zoe" })).toBe("NOT_FOUND");
  expect(await buy({ customerId: 99 })).toBe("NOT_FOUND");
  expect(await buy({ customerId: 4_000_000_000 })).toBe("NOT_FOUND");
  expect(await buy({ customerId: 2, customerName: "Alice" })).toBe("INVALID_ARGUMENT");
  await database.client.customer.create({ data: { id: 6, email: "alice2@example.com", name: "ALICE" } });
  const { results } = await stage(database, staff, [
    ["shop.purchase", { itemId: "SG001", quantity: 1, customerName: "Alice" }],
  ]);
  expect(results).toMatchObject([
    {
      ok: false,
      error: {
        code: "AMBIGUOUS",
        facts: {
          candidates: [
            { id: 1, name: "Alice" },
            { id: 6, name: "ALICE" },
          ],
        },
      },
    },
  ]);
  await resetStore(database);
});

test("B34: a short item refuses with how many there are, and the stock stays", async () => {
  const { results, changeset } = await stage(database, alice, [
    ["shop.purchase", { itemId: "SG003", quantity: 4 }],
    ["db.inventory.findUnique", { where: { itemId: "SG003" }, select: { quantityInStock: true } }],
  ]);
  expect(results).toEqual([
    {
      ok: false,
      error: {
        code: "INSUFFICIENT_STOCK",
        message: "Only 3 of Mystique (SG003) in stock, not 4.",
        facts: { itemId: "SG003", available: 3, requested: 4 },
      },
    },
    { ok: true, value: { quantityInStock: 3 } },
  ]);
  expect(changeset.changes).toEqual([]);
});

test("the last pair sells once, also within one run", async () => {
  const buy = { itemId: "SG003", quantity: 3 };
  const { results } = await stage(database, staff, [
    ["shop.purchase", buy],
    ["shop.purchase", { ...buy, quantity: 1 }],
  ]);
  expect(results.map((result) => result.ok)).toEqual([true, false]);
});

test("an unknown item is refused with the next step", async () => {
  const { results } = await stage(database, alice, [["shop.purchase", { itemId: "SG999", quantity: 1 }]]);
  expect(results).toMatchObject([
    { ok: false, error: { message: "There is no item SG999; look it up in db.inventory first." } },
  ]);
});

test.each([0, -2, 1.5, 100_001, 1e308, "3", null, true, [5], { valueOf: 5 }, undefined])(
  "the quantity %j is refused as a quantity",
  async (quantity) => {
    const args = quantity === undefined ? { itemId: "SG001" } : { itemId: "SG001", quantity };
    expect(await lastResult(database, alice, [["shop.purchase", args]])).toBe("INVALID_QUANTITY");
  },
);

test.each([
  ["no object", "SG001"],
  ["a list", ["SG001", 1]],
  ["nothing", null],
  ["a price", { itemId: "SG001", quantity: 1, price: 1 }],
  ["a number as item", { itemId: 1, quantity: 1 }],
  ["no item", { quantity: 1 }],
  ["an item with a NUL", { itemId: "SG0\u000001", quantity: 1 }],
  ["an item with half a character", { itemId: "SG\ud800", quantity: 1 }],
  ["an endless item", { itemId: "S".repeat(5_000), quantity: 1 }],
  ["a fractional customer", { itemId: "SG001", quantity: 1, customerId: 1.5 }],
])("a purchase with %s is refused as a wrong argument", async (_, args) => {
  expect(await lastResult(database, staff, [["shop.purchase", args]])).toBe("INVALID_ARGUMENT");
});

test("an amount beyond what the ledger holds is refused, not broken", async () => {
  await database.client.item.update({ where: { itemId: "SG001" }, data: { price: "9999999999.99" } });
  expect(await lastResult(database, staff, [["shop.purchase", { itemId: "SG001", quantity: 1 }]])).toBe(
    "INVALID_ARGUMENT",
  );
  await resetStore(database);
});
