// Pending orders: other lines for the same amount, and their end; and tickets, stock and the balance.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openHandoverTicket } from "../../src/operations/handover.ts";
import { admin, alice, bruno, guest, lastResult, openStore, resetStore, staff, stage } from "../support/store.ts";

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

test("an order gets other lines for the same amount; stock moves both ways and no money does", async () => {
  const { changeset } = await stage(database, alice, [
    [
      "shop.updateOrder",
      {
        orderId: 1002,
        lines: [
          { itemId: "SG005", quantity: 1 },
          { itemId: "SG005", quantity: 1 },
        ],
      },
    ],
  ]);
  expect(changeset.calls).toEqual([]);
  const { changeset: real } = await stage(database, alice, [
    ["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }],
  ]);
  expect(real.changes).toEqual([
    { table: "inventory", key: "SG005", before: { quantityInStock: 10 }, after: { quantityInStock: 12 } },
    { table: "inventory", key: "SG006", before: { quantityInStock: 10 }, after: { quantityInStock: 9 } },
    { table: "orders", key: 1002, before: { lines: "2 x SG005" }, after: { lines: "1 x SG006" } },
  ]);
});

test("lines are priced by today's prices, and another amount is refused with both", async () => {
  const change = { orderId: 1002, lines: [{ itemId: "SG001", quantity: 1 }] };
  const { failedWrite } = await stage(database, alice, [["shop.updateOrder", change]]);
  expect(failedWrite).toMatchObject({ code: "AMOUNT_CHANGED", facts: { before: 120, after: 80 } });
  isChanged = true;
  await database.client.item.update({ where: { itemId: "SG001" }, data: { price: "120.00" } });
  expect(await lastResult(database, alice, [["shop.updateOrder", change]])).toMatchObject({ amount: 0, orderId: 1002 });
});

test("an order cannot take what is not there, and nothing of the change is left", async () => {
  isChanged = true;
  await database.client.item.update({ where: { itemId: "SG006" }, data: { quantityInStock: 0 } });
  const { results } = await stage(database, alice, [
    ["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }],
    ["db.inventory.findFirst", { where: { itemId: "SG005" } }],
  ]);
  expect(results).toMatchObject([
    { ok: false, error: { code: "INSUFFICIENT_STOCK", facts: { available: 0 } } },
    { ok: true, value: { quantityInStock: 10 } },
  ]);
});

test.each([1001, 1003, 1006])("order %i is not pending, so it can neither change nor be cancelled", async (orderId) => {
  const lines = [{ itemId: "SG001", quantity: 1 }];
  expect(await lastResult(database, staff, [["shop.updateOrder", { orderId, lines }]])).toBe("WRONG_STATE");
  expect(await lastResult(database, staff, [["shop.cancelOrder", { orderId }]])).toBe("WRONG_STATE");
});

test("a price passed along with a line changes nothing: the host knows it", async () => {
  const lines = [{ itemId: "SG006", quantity: 1, unitPrice: 0.01 }];
  expect(await lastResult(database, alice, [["shop.updateOrder", { orderId: 1002, lines }]])).toMatchObject({
    orderId: 1002,
  });
  const cheaper = [{ itemId: "SG001", quantity: 1, unitPrice: 120 }];
  expect(await lastResult(database, alice, [["shop.updateOrder", { orderId: 1002, lines: cheaper }]])).toBe(
    "AMOUNT_CHANGED",
  );
});

test("staff open a ticket for a named customer; a stock that is right already is no change", async () => {
  const ticket = { issue: "The case is missing.", customerName: "alice" };
  const { changeset } = await stage(database, staff, [["shop.openTicket", ticket]]);
  expect(changeset.changes).toMatchObject([{ table: "tickets", after: { customerId: 1 } }]);
  const counted = { itemId: "SG004", quantityInStock: 11, reason: "counted" };
  expect(await lastResult(database, staff, [["shop.adjustStock", counted]])).toBe("INVALID_ARGUMENT");
});

test.each([
  ["no lines", { orderId: 1002, lines: [] }, "INVALID_ARGUMENT"],
  ["a half", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 0.5 }] }, "INVALID_QUANTITY"],
  ["an unknown item", { orderId: 1002, lines: [{ itemId: "SG999", quantity: 1 }] }, "NOT_FOUND"],
])("a change to %s is refused", async (_, args, code) => {
  expect(await lastResult(database, alice, [["shop.updateOrder", args]])).toBe(code);
});

test("cancelling an order that nothing was paid for gives the goods back and moves no money", async () => {
  const { changeset } = await stage(database, alice, [["shop.cancelOrder", { orderId: 1002 }]]);
  expect(changeset.changes).toEqual([
    { table: "inventory", key: "SG005", before: { quantityInStock: 10 }, after: { quantityInStock: 12 } },
    { table: "orders", key: 1002, before: { status: "pending" }, after: { status: "cancelled" } },
  ]);
});

test("cancelling a paid order gives the money back, one row an item", async () => {
  isChanged = true;
  await database.transaction(async (tx) => {
    await tx.transaction.create({
      data: {
        transactionId: "TXN002",
        position: 2,
        kind: "sale",
        itemId: "SG005",
        orderId: 1002,
        quantity: 2,
        amount: "120.00",
        balanceAfter: "620.00",
        summary: "Sale",
      },
    });
    await tx.orderLine.create({
      data: { orderId: 1002, position: 2, itemId: "SG007", quantity: 2, unitPrice: "6.50" },
    });
  });
  const { changeset } = await stage(database, alice, [["shop.cancelOrder", { orderId: 1002 }]]);
  const rows = changeset.changes.filter((change) => change.table === "transactions").map((change) => change.after);
  expect(rows).toMatchObject([
    { kind: "cancellation", itemId: "SG005", amount: "-120.00", balanceAfter: "500.00" },
    { kind: "cancellation", itemId: "SG007", amount: "-13.00", balanceAfter: "487.00" },
  ]);
});

test("an order or ticket that the same run opens cannot be named: its number may be another's by the commit", async () => {
  const { results } = await stage(database, staff, [
    ["shop.purchase", { itemId: "SG001", quantity: 1, customerId: 1 }],
    ["shop.cancelOrder", { orderId: 1009 }],
    ["shop.openTicket", { issue: "Look at it" }],
    ["shop.closeTicket", { ticketId: 3 }],
  ]);
  expect(results.map((result) => (result.ok ? "done" : result.error.code))).toEqual([
    "done",
    "WRONG_STATE",
    "done",
    "WRONG_STATE",
  ]);
});

test("tickets: a customer's own, a guest's nobody's, staff's the order's customer's", async () => {
  const open = async (who: typeof alice, orderId?: number) => {
    const args = { issue: "A screw is loose.", ...(orderId === undefined ? {} : { orderId }) };
    const { changeset } = await stage(database, who, [["shop.openTicket", args]]);
    return changeset.changes;
  };
  const row = { status: "open", issue: "A screw is loose." };
  expect(await open(bruno, 1003)).toEqual([
    { table: "tickets", key: 3, before: null, after: { customerId: 2, orderId: 1003, ...row } },
  ]);
  expect(await open(guest)).toMatchObject([{ after: { customerId: null, orderId: null } }]);
  expect(await open(staff, 1005)).toMatchObject([{ after: { customerId: 3, orderId: 1005 } }]);
});

test("only staff close tickets, and only open ones", async () => {
  const { changeset } = await stage(database, staff, [["shop.closeTicket", { ticketId: 1, note: "New lens sent." }]]);
  expect(changeset.changes).toEqual([
    {
      table: "tickets",
      key: 1,
      before: { status: "open", note: null },
      after: { status: "closed", note: "New lens sent." },
    },
  ]);
  const close = (ticketId: number, who = staff) => lastResult(database, who, [["shop.closeTicket", { ticketId }]]);
  expect(await close(2)).toBe("WRONG_STATE");
  expect(await close(99)).toBe("NOT_FOUND");
  expect(await close(9_000_000_000)).toBe("NOT_FOUND");
  expect(await close(1, bruno)).toBe("NOT_ALLOWED");
});

test("a ticket for staff can be opened by the service itself, for guests and customers", async () => {
  const handover = {
    runId: "run-1",
    request: "What?",
    why: "The assistant could not answer this",
    now: new Date("2025-10-04T12:00:00Z"),
  };
  const tickets = await database.rehearse(async (tx) => {
    await openHandoverTicket(tx, { requester: alice, ...handover });
    await openHandoverTicket(tx, { requester: guest, ...handover });
    return tx.ticket.findMany({ where: { runId: "run-1" }, orderBy: { id: "asc" } });
  });
  expect(tickets).toMatchObject([
    { id: 3, customerId: 1, status: "open", issue: "The assistant could not answer this (run run-1): What?" },
    { id: 4, customerId: null },
  ]);
});

test("a restock costs what was said, in whole cents, or nothing", async () => {
  const restock = (args: object) => lastResult(database, staff, [["shop.restock", { itemId: "SG003", ...args }]]);
  expect(await restock({ quantity: 5, unitCost: 30.1 })).toEqual({
    amount: -150.5,
    total: 150.5,
    balanceAfter: 349.5,
    stockAfter: 8,
    orderId: null,
    ticketId: null,
  });
  expect(await restock({ quantity: 5 })).toEqual({
    amount: 0,
    total: 0,
    balanceAfter: 500,
    stockAfter: 8,
    orderId: null,
    ticketId: null,
  });
  expect(await restock({ quantity: 5, unitCost: 0 })).toMatchObject({ amount: 0 });
  for (const unitCost of [0.1 + 0.2, 1.005, -1, 1e9, "3", Number.MIN_VALUE]) {
    expect(await restock({ quantity: 5, unitCost })).toBe("INVALID_ARGUMENT");
  }
});

test("stock beyond what the column holds is refused, not broken", async () => {
  isChanged = true;
  await database.client.item.update({ where: { itemId: "SG003" }, data: { quantityInStock: 2_147_483_600 } });
  expect(await lastResult(database, staff, [["shop.restock", { itemId: "SG003", quantity: 50 }]])).toBe(
    "INVALID_QUANTITY",
  );
});

test("a counted stock is set, with a row of 0.00 that tells why, and its terms hold before and after", async () => {
  const { changeset, results } = await stage(database, admin, [
    ["shop.adjustStock", { itemId: "SG004", quantityInStock: 0, reason: "All were damaged." }],
  ]);
  expect(results).toMatchObject([{ ok: true, value: { amount: 0, stockAfter: 0, balanceAfter: 500 } }]);
  expect(changeset.terms).toMatchObject([
    { quantity: null, amount: "0.00", before: { quantityInStock: 11 }, after: { quantityInStock: 0 } },
  ]);
  expect(changeset.changes).toMatchObject([
    { table: "inventory", key: "SG004", before: { quantityInStock: 11 }, after: { quantityInStock: 0 } },
    {
      table: "transactions",
      after: {
        kind: "adjustment",
        quantity: null,
        amount: "0.00",
        summary: "Stock of Sport (SG004) set from 11 to 0: All were damaged.",
      },
    },
  ]);
});

test.each([-1, 1.5, 1e7, "9", null])("a counted stock of %j is refused as a quantity", async (quantityInStock) => {
  const args = { itemId: "SG004", quantityInStock, reason: "Counted." };
  expect(await lastResult(database, staff, [["shop.adjustStock", args]])).toBe("INVALID_QUANTITY");
});

test("the balance is staff's to read, and shows what the run has staged", async () => {
  const sale = ["shop.purchase", { itemId: "SG001", quantity: 1 }] as const;
  expect(await lastResult(database, staff, [["shop.getCurrentBalance", null]])).toBe(500);
  expect(await lastResult(database, admin, [[...sale], ["shop.getCurrentBalance", {}]])).toBe(580);
  expect(await lastResult(database, alice, [["shop.getCurrentBalance", null]])).toBe("NOT_ALLOWED");
});
