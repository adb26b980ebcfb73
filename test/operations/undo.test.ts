// Staff take back what was booked: everything of a run, once, and only while the shop has not moved on.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { describe } from "../../src/changeset/words.ts";
import type { Database } from "../../src/database/database.ts";
import type { Requester } from "../../src/requester.ts";
import { commitRun, keepRun } from "../support/committed-run.ts";
import { admin, alice, lastResult, openStore, type PlanCall, resetStore, staff, stage } from "../support/store.ts";

let database: Database;
let runs = 0;
beforeAll(async () => {
  database = await openStore();
});
beforeEach(async () => {
  runs = 0;
  await resetStore(database);
});
afterAll(() => database.close());

const NOW = new Date("2025-10-04T12:00:00Z");

/** run_1, run_2, … */
async function book(requester: Requester, ...calls: PlanCall[]): Promise<string> {
  const { changeset, failedWrite } = await stage(database, requester, calls, NOW);
  expect(failedWrite).toBe(null);
  const runId = `run_${++runs}`;
  await commitRun(database, changeset, { requester, runId, now: new Date(NOW.getTime() + runs * 60_000) });
  return runId;
}

const undo = (runId: string): PlanCall => ["shop.undo", { runId }];
const undone = (runId: string) => stage(database, staff, [undo(runId)], NOW);
const BUYS: PlanCall[] = [
  ["shop.purchase", { itemId: "SG002", quantity: 3 }],
  ["shop.purchase", { itemId: "SG007", quantity: 1 }],
];

test("a sale is undone: stock and money back, its order cancelled, shown before and after", async () => {
  const { changeset } = await undone(await book(alice, ...BUYS));
  expect(changeset.changes).toMatchObject([
    { table: "inventory", key: "SG002", before: { quantityInStock: 3 }, after: { quantityInStock: 6 } },
    { table: "inventory", key: "SG007", before: { quantityInStock: 39 }, after: { quantityInStock: 40 } },
    {
      table: "transactions",
      key: "TXN004",
      before: null,
      after: {
        kind: "sale",
        itemId: "SG002",
        quantity: -3,
        amount: "-285.00",
        balanceAfter: "506.50",
        refersTo: "TXN002",
        summary: "Undoing of TXN002: Sale of 3 x Wayfarer (SG002), order 1009",
      },
    },
    { table: "transactions", key: "TXN005", after: { quantity: -1, amount: "-6.50", balanceAfter: "500.00" } },
    { table: "orders", key: 1009, before: { status: "pending" }, after: { status: "cancelled" } },
  ]);
  expect(describe(changeset, "en")).toEqual([
    "Undo run run_1 of Alice: cancel order 1009; put back 3 × Wayfarer (SG002); put back 1 × Pouch (SG007); pay out $291.50",
  ]);
  expect(changeset.remarks).toEqual(["Run run_1 was booked on 4 Oct 2025."]);
});

const WORDS: [string, Requester, PlanCall[], string][] = [
  [
    "a return",
    staff,
    [["shop.returnItem", { itemId: "SG001", quantity: 2, customerName: "Alice" }]],
    "Undo run run_1 of Alice: take out 2 × Aviator (SG001); take in $160.00",
  ],
  [
    "a refund",
    alice,
    [["shop.refund", { orderId: 1001 }]],
    "Undo run run_1 of Alice: set order 1001 back to delivered; take in $80.00",
  ],
  [
    "a cancellation",
    alice,
    [["shop.cancelOrder", { orderId: 1002 }]],
    "Undo run run_1 of Alice: set order 1002 back to pending; take out 2 × Classic (SG005)",
  ],
  [
    "other lines of an order",
    alice,
    [["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }]],
    "Undo run run_1 of Alice: set order 1002 back to 2 × Classic (SG005); take out 2 × Classic (SG005); put back 1 × Moon (SG006)",
  ],
  [
    "a restock",
    staff,
    [["shop.restock", { itemId: "SG003", quantity: 5, unitCost: 30 }]],
    "Undo run run_1: take out 5 × Mystique (SG003); take in $150.00",
  ],
  [
    "a counted stock",
    staff,
    [["shop.adjustStock", { itemId: "SG004", quantityInStock: 9, reason: "Broken." }]],
    "Undo run run_1: put back 2 × Sport (SG004)",
  ],
  [
    "a correction",
    staff,
    [["shop.correctTransaction", { transactionId: "TXN001", amount: 450, reason: "Miscounted." }]],
    "Undo run run_1: take in $50.00",
  ],
  [
    "an opened and a closed ticket",
    staff,
    [
      ["shop.openTicket", { issue: "Look.", customerId: 2 }],
      ["shop.closeTicket", { ticketId: 1, note: "Done." }],
    ],
    "Undo run run_1 of Bruno: close ticket 3; reopen ticket 1; take back the note on ticket 1",
  ],
  [
    "a note",
    staff,
    [["shop.noteOnTicket", { ticketId: 2, note: "Called." }]],
    "Undo run run_1 of Dara: take back the note on ticket 2",
  ],
];

test.each(WORDS)("%s is undone, and the shop is as before", async (_, requester, calls, words) => {
  await database.client.item.update({ where: { itemId: "SG005" }, data: { price: "61.00" } });
  const before = await shopNow();
  const { changeset, failedWrite } = await undone(await book(requester, ...calls));
  expect(failedWrite).toBe(null);
  expect(describe(changeset, "en")).toEqual([words]);
  await commitRun(database, changeset, { requester: staff, runId: "run_undo", now: NOW });
  // A ticket that was opened stays on file, closed.
  const after = await shopNow();
  expect({ ...after, tickets: after.tickets.slice(0, 2) }).toEqual(before);
});

async function shopNow() {
  const { client } = database;
  const last = await client.transaction.findFirstOrThrow({ orderBy: { position: "desc" } });
  return {
    items: await client.item.findMany({ orderBy: { itemId: "asc" } }),
    orders: await client.order.findMany({ orderBy: { id: "asc" }, include: { lines: true } }),
    tickets: await client.ticket.findMany({
      orderBy: { id: "asc" },
      select: { status: true, note: true, issue: true },
    }),
    balance: String(last.balanceAfter),
  };
}

test("a return that was undone can be returned again, and its order refunded as a whole", async () => {
  const back: PlanCall = ["shop.returnItem", { itemId: "SG001", quantity: 2, orderId: 1008 }];
  const { changeset } = await undone(await book(staff, back));
  await commitRun(database, changeset, { requester: staff, runId: "run_undo", now: NOW });
  expect(await lastResult(database, staff, [back])).toMatchObject({ amount: -160 });
  expect(await lastResult(database, alice, [["shop.refund", { orderId: 1008 }]])).toMatchObject({ amount: -160 });
});

test("a row that was corrected is taken back at what it was corrected to, and cannot be corrected any more", async () => {
  const runId = await book(alice, ...BUYS);
  await book(staff, ["shop.correctTransaction", { transactionId: "TXN002", amount: 280, reason: "Rebate." }]);
  const { changeset, results } = await undone(runId);
  expect(results).toMatchObject([{ value: { amount: -286.5, balanceAfter: 500 } }]);
  await commitRun(database, changeset, { requester: staff, runId: "run_undo", now: NOW });
  const again: PlanCall = ["shop.correctTransaction", { transactionId: "TXN002", amount: 1, reason: "x" }];
  expect((await stage(database, staff, [again])).failedWrite).toMatchObject({
    code: "WRONG_STATE",
    facts: { reason: "A later run undid TXN002." },
  });
});

async function refusal(runId: string) {
  const { failedWrite, changeset } = await undone(runId);
  if (failedWrite === null) return null;
  expect(changeset.changes).toEqual([]);
  return [failedWrite.code, failedWrite.facts.reason];
}

test("a run is undone once, and an undoing is final", async () => {
  const runId = await book(alice, ...BUYS);
  const { changeset } = await undone(runId);
  await commitRun(database, changeset, { requester: staff, runId: "run_undo", now: NOW });
  expect(await refusal(runId)).toEqual(["WRONG_STATE", "Another run undid it already."]);
  expect(await refusal("run_undo")).toEqual([
    "WRONG_STATE",
    "It is itself an undoing, which is final: ask for the thing itself again.",
  ]);
});

test("two undoings of one run that wait at the same time: the second is refused when it is approved", async () => {
  const runId = await book(alice, ...BUYS);
  const [one, two] = [await undone(runId), await undone(runId)];
  await commitRun(database, one.changeset, { requester: staff, runId: "run_a", now: NOW });
  const second = commitRun(database, two.changeset, { requester: staff, runId: "run_b", now: NOW });
  await expect(second).rejects.toThrow("what was approved is refused");
});

test("what was never booked, or never was, cannot be undone", async () => {
  const { changeset } = await stage(database, alice, BUYS);
  await database.transaction((tx) => keepRun(tx, changeset, { requester: alice, runId: "run_open", now: NOW }, null));
  expect(await refusal("run_open")).toEqual(["WRONG_STATE", "It was never booked, so there is nothing to undo."]);
  expect(await refusal("run_nowhere")).toEqual(["NOT_FOUND", undefined]);
});

test.each<[string, PlanCall[], (db: Database) => Promise<unknown>, string]>([
  [
    "an order that was shipped",
    BUYS,
    (db) => db.client.order.update({ where: { id: 1009 }, data: { status: "shipped" } }),
    "Order 1009 has moved on since: it is shipped now.",
  ],
  [
    "an order that holds other goods",
    BUYS,
    (db) => db.client.orderLine.updateMany({ where: { orderId: 1009, position: 1 }, data: { quantity: 2 } }),
    "Order 1009 has moved on since: it is pending now.",
  ],
  [
    "changed lines of an order that was shipped",
    [["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }]],
    (db) => db.client.order.update({ where: { id: 1002 }, data: { status: "shipped" } }),
    "Order 1002 has moved on since: it is shipped now.",
  ],
  [
    "a cancellation whose goods are sold",
    [["shop.cancelOrder", { orderId: 1002 }]],
    (db) => db.client.item.update({ where: { itemId: "SG005" }, data: { quantityInStock: 1 } }),
    "Only 1 of Classic (SG005) are left in stock, not 2.",
  ],
  [
    "a ticket that somebody closed",
    [["shop.openTicket", { issue: "Help" }]],
    (db) => db.client.ticket.update({ where: { id: 3 }, data: { status: "closed" } }),
    "Ticket 3 has moved on since.",
  ],
])("%s is not undone, and the reason is said", async (_, calls, move, reason) => {
  const runId = await book(alice, ...calls);
  await move(database);
  expect(await refusal(runId)).toEqual(["WRONG_STATE", reason]);
});

test("a correction is taken back only while it is the last word on its row", async () => {
  const correct = (amount: number): PlanCall => [
    "shop.correctTransaction",
    { transactionId: "TXN001", amount, reason: "Miscounted." },
  ];
  const first = await book(staff, correct(450));
  const second = await book(staff, correct(440));
  expect(await refusal(first)).toEqual(["WRONG_STATE", "TXN001 was corrected again since."]);
  expect(await refusal(second)).toBe(null);
});

test("the database itself takes a row back once, and knows no correction of nothing", async () => {
  const row = { amount: "0", balanceAfter: "500", summary: "By hand" };
  const taken = { ...row, kind: "sale", refersTo: "TXN001" };
  const create = (data: Parameters<typeof database.client.transaction.create>[0]["data"]) =>
    database.client.transaction.create({ data });
  await create({ ...taken, transactionId: "TXN002", position: 2 });
  await expect(create({ ...taken, transactionId: "TXN003", position: 3 })).rejects.toThrow();
  await expect(create({ ...row, kind: "correction", transactionId: "TXN003", position: 3 })).rejects.toThrow();
  const corrects = { ...row, kind: "correction", refersTo: "TXN001" };
  await create({ ...corrects, transactionId: "TXN003", position: 3 });
});

test("customers have neither undo nor the list of runs", async () => {
  const runId = await book(alice, ...BUYS);
  expect(await lastResult(database, alice, [undo(runId)])).toBe("NOT_ALLOWED");
  expect(await lastResult(database, alice, [["shop.recentRuns", {}]])).toBe("NOT_ALLOWED");
});

test("staff see the last committed runs, newest first, and those of one customer", async () => {
  const sale = await book(alice, ...BUYS);
  await book(staff, ["shop.restock", { itemId: "SG003", quantity: 5 }]);
  const { changeset } = await undone(sale);
  await commitRun(database, changeset, { requester: admin, runId: "run_undo", now: new Date("2025-10-05T00:00:00Z") });
  const runsOf = (args: { take?: number; customerId?: number }) =>
    lastResult(database, staff, [["shop.recentRuns", args]]);
  expect(await runsOf({ take: 2 })).toMatchObject([
    { runId: "run_undo", askedBy: "Ada", isUndone: false, lines: [{ operation: "undo", subject: "run_1" }] },
    { runId: "run_2", askedBy: "Sam", lines: [{ operation: "restock", subject: "SG003", customerName: null }] },
  ]);
  expect(await runsOf({ customerId: 1 })).toMatchObject([{ runId: "run_undo" }, { runId: "run_1", isUndone: true }]);
  expect(await runsOf({ customerId: 2 })).toEqual([]);
  expect(await runsOf({ take: 1, customerId: 1 })).toEqual([
    {
      runId: "run_undo",
      at: "2025-10-05T00:00:00.000Z",
      askedBy: "Ada",
      isUndone: false,
      lines: [{ operation: "undo", subject: "run_1", customerName: "Alice", quantity: null, amount: -291.5 }],
    },
  ]);
  expect(await runsOf({ take: 51 })).toBe("INVALID_ARGUMENT");
});
