import { afterAll, beforeAll, expect, test } from "vitest";
import { createRehearseCalls } from "../../src/changeset/rehearse-calls.ts";
import type { Database } from "../../src/database/database.ts";
import { alice, openStore } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const rehearse = (calls: { name: string; args: { [name: string]: string | number } }[]) =>
  createRehearseCalls(database, { rowsPerRead: 200 })({
    calls,
    requester: alice,
    now: new Date("2026-01-01T00:00:00Z"),
    runId: "run-test",
  });

test("calls see what those before them did, and nothing of it stays", async () => {
  const buy = { name: "shop.purchase", args: { itemId: "SG006", quantity: 2 } };
  const count = { name: "db.orders.count", args: {} };
  const { hostCalls, changeset } = await rehearse([count, buy, count]);
  const [before, bought, after] = hostCalls.map(({ result }) => (result.ok ? result.value : null));
  expect(after).toBe(Number(before) + 1);
  expect(bought).toMatchObject({ total: 240, stockAfter: 8 });
  expect(changeset.calls).toEqual([{ name: "purchase", args: buy.args }]);
  expect(await database.client.item.findUnique({ where: { itemId: "SG006" } })).toMatchObject({ quantityInStock: 10 });
});

test("one refused change leaves no changeset, and every call has its result", async () => {
  const { hostCalls, changeset, failedWrite } = await rehearse([
    { name: "shop.purchase", args: { itemId: "SG001", quantity: 1 } },
    { name: "shop.purchase", args: { itemId: "SG006", quantity: 50 } },
    { name: "shop.restock", args: { itemId: "SG006", quantity: 50 } },
  ]);
  expect(hostCalls.map(({ result }) => (result.ok ? "ok" : result.error.code))).toEqual([
    "ok",
    "INSUFFICIENT_STOCK",
    "NOT_ALLOWED",
  ]);
  expect(failedWrite?.code).toBe("INSUFFICIENT_STOCK");
  expect(changeset.calls).toEqual([]);
});
