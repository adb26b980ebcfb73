// The host of one run: who may call what, what becomes of refusals, and what of a broken world.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost } from "../../src/changeset/host.ts";
import type { Database, Transaction } from "../../src/database/database.ts";
import { admin, alice, openStore, staff } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const about = { now: new Date("2025-10-04T12:00:00Z"), runId: "run-1" };
const hostOf = (tx: Transaction, requester = alice) => createHost(tx, { requester, ...about }, { rowsPerRead: 200 });

test("each role is offered what is theirs, and nothing else is served", async () => {
  await database.rehearse(async (tx) => {
    const forCustomer = hostOf(tx, alice).calls;
    const forStaff = hostOf(tx, staff).calls;
    expect(hostOf(tx, admin).calls).toEqual(forStaff);
    expect(forStaff.filter((name) => !forCustomer.includes(name))).toEqual([
      "db.transactions.findMany",
      "db.transactions.findFirst",
      "db.transactions.findUnique",
      "db.transactions.count",
      "db.transactions.aggregate",
      "db.transactions.groupBy",
      "shop.restock",
      "shop.adjustStock",
      "shop.closeTicket",
      "shop.noteOnTicket",
      "shop.correctTransaction",
      "shop.undo",
      "shop.recentRuns",
      "shop.getCurrentBalance",
    ]);
    const host = hostOf(tx, alice);
    for (const name of [
      "shop.restock",
      "db.transactions.count",
      "db.messages.findMany",
      "shop.toString",
      "__proto__",
      "",
    ]) {
      expect(await host.onCall(name, {})).toMatchObject({ ok: false, error: { code: "NOT_ALLOWED" } });
    }
  });
});

test("a refused read or a wrong question voids nothing; a refused change does", async () => {
  await database.rehearse(async (tx) => {
    const host = hostOf(tx, staff);
    await host.onCall("shop.restock", { itemId: "SG001", quantity: 1 });
    await host.onCall("db.inventory.findMany", { where: { stock: 1 } });
    await host.onCall("shop.getCurrentBalance", { currency: "EUR" });
    const { changeset, failedWrite } = await host.finish();
    expect([changeset.calls.length, failedWrite]).toEqual([1, null]);
  });
  await database.rehearse(async (tx) => {
    const host = hostOf(tx, staff);
    await host.onCall("shop.restock", { itemId: "SG001", quantity: 1 });
    await host.onCall("shop.restock", { itemId: "SG001", quantity: 0 });
    await host.onCall("shop.restock", { itemId: "SG999", quantity: 1 });
    const { changeset, failedWrite } = await host.finish();
    expect([changeset.calls.length, failedWrite?.code]).toEqual([0, "INVALID_QUANTITY"]);
  });
});

test("a call still under way when the run ends is waited for; a later one is not served", async () => {
  await database.rehearse(async (tx) => {
    const host = hostOf(tx);
    const forgotten = host.onCall("shop.purchase", { itemId: "SG001", quantity: 1 });
    const { changeset, hostCalls } = await host.finish();
    expect(changeset.calls).toHaveLength(1);
    expect(await forgotten).toMatchObject({ ok: true });
    expect(await host.onCall("shop.purchase", { itemId: "SG001", quantity: 1 })).toMatchObject({
      ok: false,
      error: { code: "CLOSED" },
    });
    expect(hostCalls).toHaveLength(1);
  });
});

test("a broken database ends the run as broken, whatever the plan makes of it", async () => {
  await database.rehearse(async (tx) => {
    const host = hostOf(tx);
    await tx.$executeRaw`DROP TABLE order_lines CASCADE`;
    const failed = await host.onCall("db.orders.findMany", {});
    expect(failed).toEqual({
      ok: false,
      error: { code: "UNAVAILABLE", message: "The shop cannot be reached just now.", facts: {} },
    });
    expect(await host.onCall("db.inventory.count", {})).toMatchObject({ ok: false, error: { code: "UNAVAILABLE" } });
    await expect(host.finish()).rejects.toThrow(/order_lines/);
  });
});

test("what a plan that was ended had queued is not served any more, so the shop is free again", async () => {
  await database.rehearse(async (tx) => {
    const host = hostOf(tx);
    let isWanted = true;
    const sold = host.onCall("shop.purchase", { itemId: "SG001", quantity: 1 }, () => isWanted);
    const queued = host.onCall("db.inventory.findMany", {}, () => isWanted);
    isWanted = false;
    expect([await sold, await queued]).toMatchObject([{ error: { code: "CLOSED" } }, { error: { code: "CLOSED" } }]);
    expect((await host.finish()).changeset.calls).toEqual([]);
  });
});
