// What must never be wrong is refused by the database itself, whoever asks.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Transaction } from "../../src/database/database.ts";
import { openStore } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const refused = (work: (tx: Transaction) => Promise<unknown>) => expect(database.rehearse(work)).rejects;

const ROW = {
  transactionId: "TXN002",
  position: 2,
  kind: "sale",
  amount: "10.00",
  balanceAfter: "510.00",
  summary: "Sale",
};

test("B34: stock never falls below zero", async () => {
  await refused((tx) =>
    tx.item.update({ where: { itemId: "SG003" }, data: { quantityInStock: { decrement: 4 } } }),
  ).toThrow(/stock_not_negative/);
});

test("prices, totals and lines keep their signs, and states their words", async () => {
  await refused((tx) => tx.item.update({ where: { itemId: "SG003" }, data: { price: "-0.01" } })).toThrow(
    /price_not_negative/,
  );
  await refused((tx) => tx.order.update({ where: { id: 1001 }, data: { totalAmount: -1 } })).toThrow(
    /total_not_negative/,
  );
  await refused((tx) => tx.orderLine.updateMany({ data: { quantity: 0 } })).toThrow(/line_quantity_positive/);
  await refused((tx) => tx.order.update({ where: { id: 1001 }, data: { status: "gone" } })).toThrow(
    /order_status_known/,
  );
  await refused((tx) => tx.ticket.update({ where: { id: 1 }, data: { status: "lost" } })).toThrow(
    /ticket_status_known/,
  );
  await refused((tx) => tx.transaction.create({ data: { ...ROW, kind: "gift" } })).toThrow(/transaction_kind_known/);
});

test("the ledger is append-only: no row changes, goes or is emptied away", async () => {
  await refused((tx) => tx.transaction.updateMany({ data: { summary: "Nothing to see" } })).toThrow(
    /append-only: UPDATE/,
  );
  await refused((tx) => tx.transaction.deleteMany()).toThrow(/append-only: DELETE/);
  await refused((tx) => tx.$executeRaw`TRUNCATE transactions`).toThrow(/append-only: TRUNCATE/);
  await refused((tx) => tx.$executeRaw`TRUNCATE inventory CASCADE`).toThrow(/append-only: TRUNCATE/);
});

test.each([
  ["skips a number", { position: 3 }],
  ["takes a number again", { position: 1 }],
  ["adds up wrongly", { balanceAfter: "510.01" }],
])("a row that %s breaks the chain and is refused", async (_, wrong) => {
  await refused((tx) => tx.transaction.create({ data: { ...ROW, ...wrong } })).toThrow(
    /breaks the balance chain|unique/i,
  );
});

test("a row that continues the chain is taken", async () => {
  const count = await database.rehearse(async (tx) => {
    await tx.transaction.create({ data: ROW });
    return tx.transaction.count();
  });
  expect(count).toBe(2);
});

async function withRun(tx: Transaction, approvals: string[]) {
  await tx.conversation.create({ data: { id: "c", platform: "web", place: "p" } });
  await tx.request.create({
    data: { id: "q", conversationId: "c", requester: {}, text: "…", stage: "waiting" },
  });
  await tx.run.create({
    data: {
      id: "r",
      requestId: "q",
      status: "success",
      action: "mutate",
      answerText: "…",
      log: [],
      extras: {},
      model: "m",
      parameters: {},
      task: {},
      promptVersion: "1",
      changeset: {},
      stages: [],
      usage: {},
    },
  });
  for (const id of approvals) {
    await tx.approval.create({
      data: {
        id,
        runId: "r",
        conversationId: "c",
        state: "pending",
        needs: [],
        decisions: [],
        changeset: {},
        expiresAt: new Date(),
      },
    });
  }
}

const committed = { state: "committed", committed: [] };

test("an approval is used once: from its end it never moves again", async () => {
  for (const end of [committed, { state: "rejected" }, { state: "expired" }, { state: "stale" }]) {
    await refused(async (tx) => {
      await withRun(tx, ["a"]);
      await tx.approval.update({ where: { id: "a" }, data: end });
      await tx.approval.update({ where: { id: "a" }, data: { state: "pending" } });
    }).toThrow(/cannot be used again/);
  }
});

test("one run becomes real once, whatever cards were drawn for it", async () => {
  await refused(async (tx) => {
    await withRun(tx, ["a", "b"]);
    await tx.approval.update({ where: { id: "a" }, data: committed });
    await tx.approval.update({ where: { id: "b" }, data: committed });
  }).toThrow(/unique/i);
});

test("nothing is committed while somebody is still to press, or without what was done", async () => {
  await refused(async (tx) => {
    await withRun(tx, ["a"]);
    await tx.approval.update({ where: { id: "a" }, data: { ...committed, needs: ["admin"] } });
  }).toThrow(/committed_needs_nobody/);
  await refused(async (tx) => {
    await withRun(tx, ["a"]);
    await tx.approval.update({ where: { id: "a" }, data: { state: "committed" } });
  }).toThrow(/committed_needs_nobody/);
});

test("what an approval stands for cannot change, and a used one cannot be deleted", async () => {
  await refused(async (tx) => {
    await withRun(tx, ["a"]);
    await tx.approval.update({ where: { id: "a" }, data: { changeset: { calls: [] } } });
  }).toThrow(/cannot change/);
  await refused(async (tx) => {
    await withRun(tx, ["a"]);
    await tx.approval.update({ where: { id: "a" }, data: committed });
    await tx.approval.delete({ where: { id: "a" } });
  }).toThrow(/was used and is kept/);
});

test("a rehearsal leaves nothing, and a transaction that throws leaves nothing", async () => {
  await database.rehearse((tx) => tx.item.updateMany({ data: { quantityInStock: 0 } }));
  await expect(
    database.transaction(async (tx) => {
      await tx.item.updateMany({ data: { quantityInStock: 0 } });
      throw new Error("pulled the plug");
    }),
  ).rejects.toThrow("pulled the plug");
  expect(await database.client.item.count({ where: { quantityInStock: 0 } })).toBe(0);
});
