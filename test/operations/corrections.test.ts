// Corrections of the ledger and notes on tickets: added, never edited.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { approve } from "../../src/changeset/changeset.ts";
import { reapply } from "../../src/changeset/commit.ts";
import { describe } from "../../src/changeset/words.ts";
import type { Database } from "../../src/database/database.ts";
import { commitRun } from "../support/committed-run.ts";
import { alice, bruno, lastResult, openStore, type PlanCall, resetStore, staff, stage } from "../support/store.ts";

let database: Database;
let runs = 0;
beforeAll(async () => {
  database = await openStore();
});
beforeEach(() => resetStore(database));
afterAll(() => database.close());

const NOW = new Date("2025-10-04T12:00:00Z");

async function book(requester: typeof staff, ...calls: PlanCall[]) {
  const { changeset, failedWrite } = await stage(database, requester, calls, NOW);
  expect(failedWrite).toBe(null);
  await commitRun(database, changeset, { requester, runId: `run_${++runs}`, now: NOW });
}
const correct = (transactionId: string, amount: unknown, reason = "Miscounted."): PlanCall => [
  "shop.correctTransaction",
  { transactionId, amount, reason } as PlanCall[1],
];

test("a correction is a row of its own that names the row it corrects; the balance runs on", async () => {
  await book(alice, ["shop.purchase", { itemId: "SG002", quantity: 1 }]);
  const { changeset, results } = await stage(database, staff, [correct("TXN002", 90, "Rebate for a scratch.")], NOW);
  expect(results).toMatchObject([{ value: { amount: -5, balanceAfter: 590, orderId: 1009 } }]);
  expect(changeset.changes).toEqual([
    {
      table: "transactions",
      key: "TXN003",
      before: null,
      after: {
        transactionId: "TXN003",
        kind: "correction",
        itemId: "SG002",
        quantity: null,
        amount: "-5.00",
        balanceAfter: "590.00",
        summary: "Correction of TXN002 from 95.00 to 90.00: Rebate for a scratch.",
        refersTo: "TXN002",
        createdAt: NOW.toISOString(),
      },
    },
  ]);
  expect(describe(changeset, "en")).toEqual([
    "Correct TXN002, booked as sale of Wayfarer (SG002), order 1009, from $95.00 to $90.00",
  ]);
  await book(staff, correct("TXN002", 90));
  const row = await database.client.transaction.findUniqueOrThrow({ where: { transactionId: "TXN002" } });
  expect(String(row.amount)).toBe("95");
});

test("corrected again, the difference is to the corrected amount", async () => {
  await book(staff, correct("TXN001", 450));
  const { changeset } = await stage(database, staff, [correct("TXN001", 449.99)]);
  expect(changeset.terms).toMatchObject([
    { amount: "-0.01", before: { amount: "450.00" }, after: { amount: "449.99" } },
  ]);
  expect(await lastResult(database, staff, [correct("TXN001", 450)])).toBe("INVALID_ARGUMENT");
});

test("a neighbour's correction in between makes the card stale and is told", async () => {
  const { changeset } = await stage(database, staff, [correct("TXN001", 450)], NOW);
  await book(staff, correct("TXN001", 480));
  const outcome = await database.rehearse((tx) =>
    reapply(tx, approve(changeset, []), { requester: staff, runId: "run_late", now: NOW }),
  );
  expect(outcome).toMatchObject({ kind: "moved", moved: ["TXN001 went from $500.00 to $480.00."] });
});

test.each([
  [1.005, "INVALID_ARGUMENT"],
  ["95", "INVALID_ARGUMENT"],
  [null, "INVALID_ARGUMENT"],
  [Number.MAX_SAFE_INTEGER, "INVALID_ARGUMENT"],
  [500, "INVALID_ARGUMENT"],
])("an amount of %j is refused", async (amount, code) => {
  expect(await lastResult(database, staff, [correct("TXN001", amount)])).toBe(code);
});

test("there must be such a row, no correction, not of this plan, and a reason", async () => {
  await book(staff, correct("TXN001", 450));
  const codeOf = (...calls: PlanCall[]) => lastResult(database, staff, calls);
  expect(await codeOf(correct("TXN999", 1))).toBe("NOT_FOUND");
  expect(await codeOf(correct("TXN002", 1))).toBe("WRONG_STATE");
  expect(await codeOf(correct("TXN001", 1, " "))).toBe("INVALID_ARGUMENT");
  const restock: PlanCall = ["shop.restock", { itemId: "SG003", quantity: 1, unitCost: 2 }];
  expect(await codeOf(restock, correct("TXN003", -1))).toBe("WRONG_STATE");
  expect(await lastResult(database, alice, [correct("TXN001", 1)])).toBe("NOT_ALLOWED");
});

test("a cancelled order gives back what was paid after corrections, to the cent", async () => {
  await book(alice, ["shop.purchase", { itemId: "SG002", quantity: 2 }]);
  await book(staff, correct("TXN002", 180));
  const { changeset } = await stage(database, alice, [["shop.cancelOrder", { orderId: 1009 }]]);
  const rows = changeset.changes.filter((change) => change.table === "transactions").map((change) => change.after);
  expect(rows).toMatchObject([
    { kind: "cancellation", itemId: "SG002", quantity: 2, amount: "-190.00" },
    { kind: "cancellation", itemId: null, amount: "10.00", balanceAfter: "500.00" },
  ]);
  expect(changeset.terms).toMatchObject([{ amount: "-180.00" }]);
});

test("a refund gives back what the order cost after corrections", async () => {
  await book(alice, ["shop.purchase", { itemId: "SG002", quantity: 2 }]);
  await database.client.order.update({ where: { id: 1009 }, data: { status: "delivered" } });
  await book(staff, correct("TXN002", 180));
  expect(await lastResult(database, alice, [["shop.refund", { orderId: 1009 }]])).toMatchObject({ amount: -180 });
});

test("a note is added to those that stand there, whether the ticket is open or closed", async () => {
  const note = (ticketId: number, text: unknown): PlanCall => [
    "shop.noteOnTicket",
    { ticketId, note: text } as PlanCall[1],
  ];
  await book(staff, note(1, "Called."));
  const { changeset } = await stage(database, staff, [note(1, "No answer.")]);
  expect(changeset.changes).toEqual([
    { table: "tickets", key: 1, before: { note: "Called." }, after: { note: "Called. · No answer." } },
  ]);
  expect(describe(changeset, "en")).toEqual(["Note on ticket 1 of Bruno: No answer."]);
  expect(await lastResult(database, staff, [note(2, "Asked again.")])).toMatchObject({ ticketId: 2, amount: 0 });
  const codeOf = (call: PlanCall, who = staff) => lastResult(database, who, [call]);
  expect(await codeOf(note(99, "x"))).toBe("NOT_FOUND");
  expect(await codeOf(note(1, " "))).toBe("INVALID_ARGUMENT");
  expect(await codeOf(note(1, "x".repeat(501)))).toBe("INVALID_ARGUMENT");
  expect(await codeOf(note(1, "Mine"), bruno)).toBe("NOT_ALLOWED");
});

test("closing a ticket with a note keeps the notes before it, and the card shows it", async () => {
  await book(staff, ["shop.noteOnTicket", { ticketId: 1, note: "Called." }]);
  const { changeset } = await stage(database, staff, [["shop.closeTicket", { ticketId: 1, note: "New lens sent." }]]);
  expect(changeset.changes).toMatchObject([{ after: { status: "closed", note: "Called. · New lens sent." } }]);
  expect(describe(changeset, "en")).toEqual(["Close ticket 1 of Bruno, noting: New lens sent."]);
});

test("notes have an end", async () => {
  await database.client.ticket.update({ where: { id: 1 }, data: { note: "x".repeat(4_999) } });
  expect(await lastResult(database, staff, [["shop.noteOnTicket", { ticketId: 1, note: "y" }]])).toBe("WRONG_STATE");
});
