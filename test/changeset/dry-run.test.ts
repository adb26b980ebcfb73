// A plan in the real sandbox on a real store: what it did is told, and nothing of it stays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDryRun, type DryRun } from "../../src/changeset/dry-run.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import type { Requester } from "../../src/requester.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { alice, openStore, staff } from "../support/store.ts";

const limits = { ...readConfig({}).sandbox, processes: 1, wallMs: 1_500 };
let database: Database;
let sandbox: Sandbox;
beforeAll(async () => {
  database = await openStore();
  sandbox = createSandbox(limits);
});
afterAll(async () => {
  await sandbox.close();
  await database.close();
});

function run(code: string, requester: Requester = alice): Promise<DryRun> {
  const now = new Date("2025-10-04T12:00:00Z");
  const request = { user_request: "…", history: [], requester, now: now.toISOString(), pending: null };
  return createDryRun({ database, sandbox, limits })({ code, request, runId: "run-1", now });
}

async function everything() {
  const { client } = database;
  return JSON.stringify(
    await Promise.all([
      client.item.findMany({ orderBy: { itemId: "asc" } }),
      client.order.findMany({ include: { lines: true }, orderBy: { id: "asc" } }),
      client.transaction.findMany({ orderBy: { position: "asc" } }),
      client.ticket.findMany({ orderBy: { id: "asc" } }),
    ]),
  );
}

test("a plan's purchases are told with their calls and results, and the store is as before", async () => {
  const before = await everything();
  const { outcome, changeset, hostCalls, failedWrite } = await run(`
    const [classic] = await db.inventory.findMany({ where: { name: 'Classic' } });
    const sold = await shop.purchase({ itemId: classic.itemId, quantity: 3 });
    answer_text = '3 Classic come to ' + money(sold.total); STATUS = 'success'; ACTION = 'mutate';`);
  expect(outcome).toMatchObject({ kind: "finished", answer: { answer_text: "3 Classic come to $180.00" } });
  expect(failedWrite).toBe(null);
  expect(changeset.calls).toEqual([{ name: "purchase", args: { itemId: "SG005", quantity: 3 } }]);
  expect(changeset.changes.map((change) => change.table)).toEqual(["inventory", "transactions", "orders"]);
  expect(hostCalls.map((call) => call.name)).toEqual(["db.inventory.findMany", "shop.purchase"]);
  expect(hostCalls[1]?.result).toMatchObject({ ok: true, value: { amount: 180, stockAfter: 7 } });
  expect(await everything()).toBe(before);
});

test("a short item voids the whole changeset, even if the plan catches the error", async () => {
  const { outcome, changeset, failedWrite } = await run(`
    await shop.purchase({ itemId: 'SG006', quantity: 2 });
    try { await shop.purchase({ itemId: 'SG003', quantity: 5 }); }
    catch (error) { answer_text = error.code + ' ' + error.available; }
    await shop.purchase({ itemId: 'SG001', quantity: 1 });`);
  expect(outcome).toMatchObject({ kind: "finished", answer: { answer_text: "INSUFFICIENT_STOCK 3" } });
  expect(failedWrite).toMatchObject({ code: "INSUFFICIENT_STOCK" });
  expect(changeset).toMatchObject({ calls: [], changes: [], terms: [] });
});

test("a plan that fails after its changes has none", async () => {
  const { outcome, changeset, failedWrite, hostCalls } = await run(`
    await shop.purchase({ itemId: 'SG006', quantity: 2 });
    null.oops;`);
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "RUNTIME" } });
  expect(hostCalls).toHaveLength(1);
  expect([failedWrite, changeset.calls, changeset.changes]).toEqual([null, [], []]);
});

test("B15: a plan that never ends is ended, and the store is free again", async () => {
  const { outcome, changeset } = await run(`
    await shop.purchase({ itemId: 'SG006', quantity: 2 });
    await new Promise(() => {});`);
  expect(outcome).toMatchObject({ kind: "failed", error: { code: "TIMEOUT" } });
  expect(changeset.changes).toEqual([]);
  expect(await database.client.item.findUnique({ where: { itemId: "SG006" } })).toMatchObject({ quantityInStock: 10 });
});

test("calls fired all at once are served one after the other", async () => {
  const { outcome, changeset } = await run(`
    const all = await Promise.all(['SG001', 'SG002', 'SG005', 'SG006', 'SG007'].map(
      (itemId) => shop.purchase({ itemId, quantity: 1 })));
    answer_text = String(all.length);`);
  expect(outcome).toMatchObject({ kind: "finished", answer: { answer_text: "5" } });
  const rows = changeset.changes.filter((change) => change.table === "transactions");
  expect(rows.map((change) => change.key)).toEqual(["TXN002", "TXN003", "TXN004", "TXN005", "TXN006"]);
  expect(changeset.changes.filter((change) => change.table === "orders")).toHaveLength(1);
});

test("to a customer's plan the ledger and the stockroom are not there", async () => {
  const { outcome } = await run("answer_text = [...Object.keys(db), ...Object.keys(shop)].join(' ');");
  expect(outcome).toMatchObject({
    answer: {
      answer_text: "inventory orders customers tickets purchase returnItem refund updateOrder cancelOrder openTicket",
    },
  });
  const { outcome: other } = await run("answer_text = money(await shop.getCurrentBalance());", staff);
  expect(other).toMatchObject({ answer: { answer_text: "$500.00" } });
});
