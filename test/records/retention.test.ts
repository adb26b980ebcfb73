import { expect, test } from "vitest";
import { forgetBefore } from "../../src/records/retention.ts";
import { readDetail } from "../../src/records/run-detail.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { alice, freshStoreForEachTest, openShop } from "../support/shop.ts";

const BUYS = `await shop.purchase({ itemId: "SG006", quantity: 2 });
answer_text = "Two Moon for the secret garden."; STATUS = "success"; ACTION = "mutate";`;

const open = freshStoreForEachTest();

test("what people wrote is gone after the retention time; the approval and the ledger stay", async () => {
  const shop = await openShop({ ...open, model: createScriptedModel([BUYS]) });
  const { reply, report } = await shop.ask(alice, "two moon for the secret garden");
  await shop.press(alice, "confirm", reply.card?.id ?? "");
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await open.database.transaction((tx) => forgetBefore(tx, new Date(0)))).toBe(0);
  expect(await open.database.transaction((tx) => forgetBefore(tx, tomorrow))).toBe(1);
  expect(await open.database.transaction((tx) => forgetBefore(tx, tomorrow))).toBe(0);
  const kept = JSON.stringify([
    await readDetail(open.database.client, report.runId),
    await open.database.client.message.findMany(),
    await open.database.client.outbox.findMany(),
  ]);
  expect(kept).not.toContain("secret garden");
  expect(await open.database.client.approval.findMany()).toMatchObject([{ state: "committed" }]);
  expect(await open.database.client.transaction.count()).toBe(2);
  await shop.close();
});
