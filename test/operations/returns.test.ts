// Goods and money on their way back: returns and refunds.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import {
  alice,
  bruno,
  elif,
  guest,
  lastResult,
  openStore,
  type PlanCall,
  resetStore,
  staff,
  stage,
} from "../support/store.ts";

let database: Database;
let isChanged = false;
beforeAll(async () => {
  database = await openStore();
});
afterEach(async () => {
  if (isChanged) await resetStore(database);
  isChanged = false;
});
afterAll(() => database.close());

async function setPrice(itemId: string, price: string) {
  isChanged = true;
  await database.client.item.update({ where: { itemId }, data: { price } });
}

test("a customer's return finds the newest purchase that covers it, and the card says so", async () => {
  const { changeset, results } = await stage(database, alice, [["shop.returnItem", { itemId: "SG001", quantity: 2 }]]);
  expect(results).toEqual([
    {
      ok: true,
      value: { amount: -160, total: 160, balanceAfter: null, stockAfter: 25, orderId: 1008, ticketId: null },
    },
  ]);
  expect(changeset.remarks).toEqual(["Order 1008 of 25 Sep 2025 is on record."]);
  expect(changeset.terms).toMatchObject([{ orderId: 1008, unitPrice: "80.00", amount: "-160.00" }]);
});

test("what came back already is not covered again: the next purchase is, then none", async () => {
  const { changeset } = await stage(database, staff, [
    ["shop.returnItem", { itemId: "SG001", quantity: 2, customerName: "Alice" }],
    ["shop.returnItem", { itemId: "SG001", quantity: 1, customerName: "Alice" }],
    ["shop.returnItem", { itemId: "SG001", quantity: 1, customerName: "Alice" }],
  ]);
  expect(changeset.remarks).toEqual([
    "Order 1008 of 25 Sep 2025 is on record.",
    "Order 1001 of 20 Sep 2025 is on record.",
    "No purchase on record.",
  ]);
});

test("a return pays back what was paid, and today's price where no purchase is on record", async () => {
  await setPrice("SG001", "99.50");
  const own = await stage(database, alice, [["shop.returnItem", { itemId: "SG001", quantity: 1 }]]);
  expect(own.changeset.terms).toMatchObject([{ unitPrice: "80.00", amount: "-80.00" }]);
  const walkIn = await stage(database, staff, [["shop.returnItem", { itemId: "SG001", quantity: 1 }]]);
  expect(walkIn.changeset.terms).toMatchObject([{ orderId: null, unitPrice: "99.50", amount: "-99.50" }]);
  expect(walkIn.changeset.remarks).toEqual(["No purchase on record."]);
});

test("B81: another customer's order and a missing one are refused in the same words", async () => {
  const messages = [];
  for (const orderId of [1004, 9999, 5_000_000_000]) {
    for (const call of [
      ["shop.returnItem", { itemId: "SG003", quantity: 1, orderId }],
      ["shop.refund", { orderId }],
      ["shop.cancelOrder", { orderId }],
      ["shop.updateOrder", { orderId, lines: [{ itemId: "SG003", quantity: 1 }] }],
      ["shop.openTicket", { issue: "Hello", orderId }],
    ] satisfies PlanCall[]) {
      const { results } = await stage(database, alice, [call]);
      messages.push(JSON.stringify(results).replaceAll(String(orderId), "N"));
    }
  }
  expect(new Set(messages)).toEqual(
    new Set(['[{"ok":false,"error":{"code":"NOT_FOUND","message":"There is no order N.","facts":{"orderId":N}}}]']),
  );
});

test("to a guest there are no orders at all", async () => {
  expect(await lastResult(database, guest, [["shop.refund", { orderId: 1007 }]])).toBe("NOT_FOUND");
});

test("a return on a named order takes at most what is left of it", async () => {
  const back = (quantity: number): PlanCall => ["shop.returnItem", { itemId: "SG001", quantity, orderId: 1008 }];
  const { results } = await stage(database, alice, [back(1), back(2), back(1)]);
  expect(results).toMatchObject([
    { ok: true },
    { ok: false, error: { code: "INVALID_QUANTITY", facts: { bought: 2, returned: 1, left: 1 } } },
    { ok: true },
  ]);
});

test("a return on a named order must fit the order", async () => {
  const back = (orderId: number, itemId: string, more = {}) =>
    lastResult(database, staff, [["shop.returnItem", { itemId, quantity: 1, orderId, ...more }]]);
  expect(await back(1003, "SG006")).toBe("WRONG_STATE");
  expect(await back(1008, "SG005")).toBe("NOT_FOUND");
  expect(await back(1008, "SG001", { customerName: "Bruno" })).toBe("INVALID_ARGUMENT");
  expect(await back(1008, "SG001", { customerName: "Alice" })).toMatchObject({ amount: -80 });
});

test("a customer cannot return in somebody else's name", async () => {
  const args = { itemId: "SG001", quantity: 1, customerName: "Alice" };
  expect(await lastResult(database, bruno, [["shop.returnItem", args]])).toBe("NOT_ALLOWED");
});

test("a refund gives the whole order's money back once, and marks the order", async () => {
  const { results, changeset } = await stage(database, elif, [
    ["shop.refund", { orderId: 1007, reason: "too small" }],
    ["shop.refund", { orderId: 1007 }],
  ]);
  expect(results).toMatchObject([
    { ok: true, value: { amount: -6.5, total: 6.5, balanceAfter: null, orderId: 1007 } },
    { ok: false, error: { code: "WRONG_STATE", facts: { status: "refunded" } } },
  ]);
  // The second one was refused, so nothing of the run is kept.
  expect(changeset.changes).toEqual([]);
});

test("a refund leaves out what returns brought back already", async () => {
  const { changeset } = await stage(database, alice, [
    ["shop.returnItem", { itemId: "SG001", quantity: 1, orderId: 1008 }],
    ["shop.refund", { orderId: 1008 }],
  ]);
  expect(changeset.terms.map((terms) => terms.amount)).toEqual(["-80.00", "-80.00"]);
  const all = await stage(database, alice, [
    ["shop.returnItem", { itemId: "SG001", quantity: 2, orderId: 1008 }],
    ["shop.refund", { orderId: 1008 }],
  ]);
  expect(all.failedWrite).toMatchObject({ code: "WRONG_STATE", facts: { left: 0 } });
});

test.each([
  [1002, "pending"],
  [1003, "shipped"],
  [1006, "cancelled"],
])("order %i cannot be refunded while it is %s", async (orderId, status) => {
  const { failedWrite } = await stage(database, staff, [["shop.refund", { orderId }]]);
  expect(failedWrite).toMatchObject({ code: "WRONG_STATE", facts: { status } });
});
