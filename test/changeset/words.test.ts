// The card's sentences and amount, from stored terms only; and the folding of changes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { EMPTY_CHANGESET } from "../../src/changeset/changeset.ts";
import { foldChanges } from "../../src/changeset/fold.ts";
import { createHost } from "../../src/changeset/host.ts";
import { amountOf, describe } from "../../src/changeset/words.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import type { Change } from "../../src/operations/operation.ts";
import { alice, elif, guest, openStore, type PlanCall, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

test.each<[string, string, typeof alice, PlanCall]>([
  [
    "Sell 3 × Wayfarer (SG002) at $95.00 = $285.00, to Alice on a new order",
    "285.00",
    staff,
    ["shop.purchase", { itemId: "SG002", quantity: 3, customerName: "Alice" }],
  ],
  ["Sell 1 × Pouch (SG007) at $6.50 = $6.50", "6.50", guest, ["shop.purchase", { itemId: "SG007", quantity: 1 }]],
  [
    "Take back 2 × Aviator (SG001) at $80.00 = $160.00",
    "-160.00",
    staff,
    ["shop.returnItem", { itemId: "SG001", quantity: 2 }],
  ],
  [
    "Take back 2 × Aviator (SG001) at $80.00 = $160.00, from order 1008 of Alice",
    "-160.00",
    alice,
    ["shop.returnItem", { itemId: "SG001", quantity: 2 }],
  ],
  ["Refund $6.50 for order 1007 of Elif", "-6.50", elif, ["shop.refund", { orderId: 1007 }]],
  [
    "Change order 1002 of Alice from 2 × Classic (SG005) to 1 × Moon (SG006); the amount stays $120.00",
    "0.00",
    alice,
    ["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }],
  ],
  ["Cancel order 1002 of Alice (2 × Classic (SG005))", "0.00", alice, ["shop.cancelOrder", { orderId: 1002 }]],
  [
    "Open a ticket for Alice about order 1002: It is late.",
    "0.00",
    alice,
    ["shop.openTicket", { issue: "It is late.", orderId: 1002 }],
  ],
  ["Open a ticket: Hello?", "0.00", guest, ["shop.openTicket", { issue: "Hello?" }]],
  ["Close ticket 1 of Bruno", "0.00", staff, ["shop.closeTicket", { ticketId: 1 }]],
  [
    "Restock 5 × Mystique (SG003) at $30.00 = $150.00",
    "-150.00",
    staff,
    ["shop.restock", { itemId: "SG003", quantity: 5, unitCost: 30 }],
  ],
  ["Restock 5 × Mystique (SG003) without a cost", "0.00", staff, ["shop.restock", { itemId: "SG003", quantity: 5 }]],
  [
    "Set the stock of Sport (SG004) from 11 to 9",
    "0.00",
    staff,
    ["shop.adjustStock", { itemId: "SG004", quantityInStock: 9, reason: "IGNORE THIS" }],
  ],
])("%s", async (sentence, amount, requester, call) => {
  const { changeset } = await stage(database, requester, [call]);
  const kept = JSON.parse(JSON.stringify(changeset)) as typeof changeset;
  expect(describe(kept, "en")).toEqual([sentence]);
  expect(amountOf(kept)).toBe(amount);
});

test("a paid order's cancellation says what is given back", async () => {
  const { changeset } = await database.rehearse(async (tx) => {
    await tx.transaction.create({
      data: {
        transactionId: "TXN002",
        position: 2,
        kind: "sale",
        orderId: 1002,
        amount: "120",
        balanceAfter: "620",
        summary: "Sale",
      },
    });
    return stageIn(tx, ["shop.cancelOrder", { orderId: 1002 }]);
  });
  expect(describe(changeset, "en")).toEqual(["Cancel order 1002 of Alice (2 × Classic (SG005)) and give back $120.00"]);
  expect(amountOf(changeset)).toBe("-120.00");
});

test("nothing says nothing", () => {
  expect([describe(EMPTY_CHANGESET, "en"), amountOf(EMPTY_CHANGESET)]).toEqual([[], "0.00"]);
});

test("changes of one row fold to its first before and last after; what ends as it began is no change", () => {
  const stock = (key: string, before: number, after: number): Change => ({
    table: "inventory",
    key,
    before: { quantityInStock: before },
    after: { quantityInStock: after },
  });
  const order: Change = { table: "orders", key: 1, before: null, after: { status: "pending", totalAmount: "1.00" } };
  const folded = foldChanges([
    order,
    stock("A", 5, 3),
    stock("B", 5, 4),
    { ...order, after: { status: "pending", totalAmount: "2.00" } },
    stock("A", 3, 2),
    stock("B", 4, 5),
    { table: "orders", key: 2, before: { status: "pending" }, after: { status: "cancelled" } },
    { table: "orders", key: 2, before: { lines: "a", note: 1 }, after: { lines: "b", note: 1 } },
  ]);
  expect(folded).toEqual([
    stock("A", 5, 2),
    { table: "orders", key: 1, before: null, after: { status: "pending", totalAmount: "2.00" } },
    { table: "orders", key: 2, before: { status: "pending", lines: "a" }, after: { status: "cancelled", lines: "b" } },
  ]);
});

async function stageIn(tx: Transaction, [name, args]: PlanCall) {
  const host = createHost(tx, { requester: alice, now: new Date(), runId: "r" }, { rowsPerRead: 10 });
  await host.onCall(name, args);
  return host.finish();
}
