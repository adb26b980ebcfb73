import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { forgetBefore } from "../../src/records/retention.ts";
import { readDetail } from "../../src/records/run-detail.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { alice, openShop } from "../support/shop.ts";
import { openStore, resetStore } from "../support/store.ts";

const BUYS = `await shop.purchase({ itemId: "SG006", quantity: 2 });
answer_text = "Two Moon for the secret garden."; STATUS = "success"; ACTION = "mutate";`;

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
beforeEach(() => resetStore(database));
afterAll(() => database.close());

test("what people wrote is gone after the retention time; the approval and the ledger stay", async () => {
  const sandbox = createSandbox(readConfig({}).sandbox);
  const shop = await openShop({ database, sandbox, model: createScriptedModel([BUYS]) });
  const { reply, report } = await shop.ask(alice, "two moon for the secret garden");
  await shop.press(alice, "confirm", reply.card?.id ?? "");
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await database.transaction((tx) => forgetBefore(tx, new Date(0)))).toBe(0);
  expect(await database.transaction((tx) => forgetBefore(tx, tomorrow))).toBe(1);
  expect(await database.transaction((tx) => forgetBefore(tx, tomorrow))).toBe(0);
  const kept = JSON.stringify([
    await readDetail(database.client, report.runId),
    await database.client.message.findMany(),
    await database.client.outbox.findMany(),
  ]);
  expect(kept).not.toContain("secret garden");
  expect(await database.client.approval.findMany()).toMatchObject([{ state: "committed" }]);
  expect(await database.client.transaction.count()).toBe(2);
  await shop.close();
  await sandbox.close();
});
