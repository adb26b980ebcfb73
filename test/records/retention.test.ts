import { expect, test } from "vitest";
import { forgetBefore } from "../../src/records/retention.ts";
import { readDetail } from "../../src/run-detail.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { alice, freshStoreForEachTest, openShop } from "../support/shop.ts";

const BUYS = `await shop.purchase({ itemId: "SG006", quantity: 2 });
answer_text = "Two Moon for the secret garden."; STATUS = "success"; ACTION = "mutate";`;
const COMPLAINS = `await shop.openTicket({ issue: "the secret garden is too dark" });
answer_text = "I will pass on the secret garden."; STATUS = "success"; ACTION = "mutate";`;

const open = freshStoreForEachTest();

test("what people wrote is gone after the retention time; the approval and the ledger stay", async () => {
  const shop = await openShop({ ...open, model: createScriptedModel([BUYS, COMPLAINS]) });
  const { reply, report } = await shop.ask(alice, "two moon for the secret garden");
  await shop.press(alice, "confirm", reply.card?.id ?? "");
  const complaint = await shop.ask(alice, "the secret garden is too dark");
  await shop.press(alice, "cancel", complaint.reply.card?.id ?? "");
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await open.database.transaction((tx) => forgetBefore(tx, new Date(0), 9))).toBe(0);
  expect(await open.database.transaction((tx) => forgetBefore(tx, tomorrow, 9))).toBe(4);
  expect(await open.database.transaction((tx) => forgetBefore(tx, tomorrow, 9))).toBe(0);
  const kept = JSON.stringify([
    await readDetail(open.database.client, report.runId),
    await readDetail(open.database.client, complaint.report.runId),
    await open.database.client.request.findMany(),
    await open.database.client.message.findMany(),
    await open.database.client.outbox.findMany(),
  ]);
  expect(kept).not.toContain("secret garden");
  expect(kept).not.toContain("test:alice");
  expect(await open.database.client.approval.findMany()).toMatchObject([{ state: "committed" }]);
  expect(await open.database.client.transaction.count()).toBe(2);
  await shop.close();
});
