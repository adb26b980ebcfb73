// A stored run is worked again without the model and without the shop: the same attempts, answer and changeset, however
// far the shop has moved on.
import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import { createGivenPlan } from "../../src/model/given-plan.ts";
import type { Model, ModelReply } from "../../src/model/model.ts";
import { forgetBefore } from "../../src/records/retention.ts";
import { replayRun } from "../../src/replay/replay-run.ts";
import { parseRunFile } from "../../src/replay/run-file.ts";
import type { Person } from "../../src/requester.ts";
import { readDetail, type StoredRun } from "../../src/run-detail.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { ada, alice, freshStoreForEachTest, openShop, type Shop, sam } from "../support/shop.ts";

const BUYS_TWO_MOON = `
const item = await db.inventory.findFirst({ where: { search: "moon" } });
console.log(JSON.stringify(item), JSON.stringify(requester), JSON.stringify(still_open), history.length);
const done = await shop.purchase({ itemId: item.itemId, quantity: 2 });
answer_text = \`2 \${item.name} for \${money(done.total)} are ready to be confirmed.\`;
answer_json = { done, keys: Object.keys(item) };
STATUS = "success";
ACTION = "mutate";`;
const BROKEN = BUYS_TWO_MOON.replace("const done", "if (item.stock < 2) STATUS = 'no_match';\nconst done");
const NO_USAGE = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 };

const open = freshStoreForEachTest();
const config = readConfig({});
let shop: Shop;
afterEach(() => shop.close());

async function storedRun(runId: string): Promise<StoredRun> {
  const run = await readDetail(open.database.client, runId);
  if (run === null) throw new Error("the run was not stored");
  return run;
}

async function runOf(model: Model, text: string, person: Person = alice): Promise<StoredRun> {
  shop = await openShop({ ...open, model });
  return storedRun((await shop.ask(person, text)).report.runId);
}

/** Prices, names, stock, the ledger and the orders are other ones now. */
async function moveOn(): Promise<void> {
  const { client } = open.database;
  await client.item.updateMany({ data: { price: "999.99", name: "Renamed", quantityInStock: 0 } });
  await client.order.updateMany({ data: { status: "shipped" } });
  await client.transaction.create({
    data: {
      transactionId: "TXN900",
      position: (await client.transaction.count()) + 1,
      kind: "sale",
      summary: "A later sale",
      amount: "1.00",
      balanceAfter: "501.00",
    },
  });
}

function replay(run: StoredRun) {
  return replayRun(run, { sandbox: open.sandbox, config });
}

const scripted: [string, (ModelReply | string)[], object][] = [
  ["accepted at once", [BUYS_TWO_MOON], { status: "success", attempts: 1 }],
  ["repaired", [BROKEN, BUYS_TWO_MOON], { status: "success", attempts: 2 }],
  ["handed over with its budget spent", [BROKEN, BROKEN, BROKEN], { status: "failed", attempts: 3 }],
  [
    "repaired after a refusal, an empty reply or words without a plan",
    [{ kind: "refused", usage: NO_USAGE }, { kind: "text", text: "Sure, I will.", usage: NO_USAGE }, BUYS_TWO_MOON],
    { status: "success", attempts: 3 },
  ],
  [
    "repaired after a reply that broke off",
    [{ kind: "cut-off", text: "<execute_javascript> answer_t", usage: NO_USAGE }, BUYS_TWO_MOON],
    { status: "success", attempts: 2 },
  ],
  [
    "left by its model halfway",
    [BROKEN, { kind: "unavailable", reason: "It does not answer.", retryAfterMs: null }],
    { status: "failed", attempts: 1, error: { code: "MODEL_UNAVAILABLE" } },
  ],
  [
    "answered in the record's own words, because the plan's were not true",
    Array.from({ length: 3 }, () => BUYS_TWO_MOON.replace("are ready to be confirmed", "are ready, of 4711 in stock")),
    { status: "success", attempts: 3 },
  ],
  [
    "fired all its calls at once, and left one without waiting for it",
    [
      `const rows = await Promise.all(["SG001", "SG002", "SG005"].map((itemId) => shop.purchase({ itemId, quantity: 1 })));
       db.inventory.count();
       answer_text = rows.length + " pairs are ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`,
    ],
    { status: "success", attempts: 1 },
  ],
  [
    "staged nothing, because one item was short and the plan said so",
    [
      `await shop.purchase({ itemId: "SG001", quantity: 1 });
       try { await shop.purchase({ itemId: "SG003", quantity: 50 }); }
       catch (error) { answer_text = "Only " + error.available + " Mystique are left."; }
       STATUS = "insufficient_stock"; ACTION = "read";`,
    ],
    { status: "insufficient_stock", attempts: 1 },
  ],
  [
    "ended by the clock",
    [
      "for (;;) await db.inventory.count();",
      "await shop.purchase({ itemId: 'SG001', quantity: 1 }); for (;;) {}",
      BUYS_TWO_MOON,
    ],
    { status: "success", attempts: 3 },
  ],
];

describe("a run that was", () => {
  test.each(scripted)("%s replays to the same, although the shop has moved on", async (_title, replies, ended) => {
    const model = createScriptedModel(replies);
    const run = await runOf(model, "two moon please");
    model.assertSpent();
    expect(run).toMatchObject(ended);
    await moveOn();
    expect(await replay(run)).toEqual({ kind: "identical" });
    const file = parseRunFile(JSON.stringify(run));
    expect(file).toEqual({ kind: "run", run });
  });

  test("planned by the built-in planner in the middle of a talk replays to the same, card confirmed or not", async () => {
    shop = await openShop({ ...open, model: createBuiltInPlanner() });
    const runs: string[] = [];
    for (const text of ["I want to buy Aviators", "two", "Refund order 1001, it broke", "what did I order last?"]) {
      const { reply, report } = await shop.ask(alice, text);
      runs.push(report.runId);
      if (text === "two") await shop.press(alice, "confirm", reply.card?.id ?? "");
    }
    const { reply, report } = await shop.ask(sam, "Return 2 Aviator sunglasses.");
    await shop.press(ada, "approve", reply.card?.id ?? "");
    runs.push(report.runId, (await shop.ask(sam, "undo the last sale")).report.runId);
    await moveOn();
    for (const runId of runs) {
      const run = await storedRun(runId);
      expect([run.request, await replay(run)]).toEqual([run.request, { kind: "identical" }]);
    }
  });

  test("given as a plan by hand, even one that does not compile, replays to the same", async () => {
    shop = await openShop({ ...open, model: createGivenPlan("let x = ;"), environment: { MAX_ATTEMPTS: "1" } });
    const run = await storedRun((await shop.ask(alice, "anything")).report.runId);
    expect(run.error?.code).toBe("SYNTAX");
    expect(await replay(run)).toEqual({ kind: "identical" });
  });

  test("asked for by somebody who is nobody's customer replays to the same refusal", async () => {
    const stranger: Person = { ...alice, person: "discord:1", customerId: null, name: "Zoe" };
    const run = await runOf(createScriptedModel([BUYS_TWO_MOON]), "two moon please", stranger);
    expect(run).toMatchObject({ status: "unsupported_intent", error: { code: "NEEDS_ACCOUNT" } });
    expect(await replay(run)).toEqual({ kind: "identical" });
  });
});

describe("there is nothing to replay, and a sentence says why, in a run that", () => {
  test("was handed over because the person asked for a person", async () => {
    const run = await runOf(createScriptedModel([]), "I want to talk to a person");
    expect(await replay(run)).toEqual({ kind: "nothing", why: expect.stringContaining("asked for one of the shop's") });
  });

  test("had no model", async () => {
    const away = { kind: "unavailable" as const, reason: "It does not answer.", retryAfterMs: null };
    const run = await runOf(createScriptedModel([away]), "two moon please");
    expect(await replay(run)).toEqual({ kind: "nothing", why: expect.stringContaining("model could not be had") });
  });

  test("ended by a fault of our own", async () => {
    const run = await runOf(createScriptedModel([]), "two moon please");
    expect(await replay(run)).toEqual({ kind: "nothing", why: expect.stringContaining("fault of our own") });
  });

  test("was planned without code", async () => {
    const run = await runOf(createScriptedModel([BUYS_TWO_MOON]), "two moon please");
    const attemptList = run.attemptList.map((attempt) => ({ ...attempt, code: null }));
    const why = expect.stringContaining("wrote no code");
    expect(await replay({ ...run, attemptList })).toEqual({ kind: "nothing", why });
  });

  test("was deleted after its time", async () => {
    const run = await runOf(createScriptedModel([BUYS_TWO_MOON]), "two moon please");
    await shop.press(alice, "cancel", run.approval?.id ?? "");
    await open.database.transaction((tx) => forgetBefore(tx, new Date(Date.now() + 86_400_000), 9));
    const why = expect.stringContaining("RETENTION_DAYS");
    expect(await replay(await storedRun(run.runId))).toEqual({ kind: "nothing", why });
  });

  test("was stored before the effects of calls were", async () => {
    const run = await runOf(createScriptedModel([BUYS_TWO_MOON]), "two moon please");
    const calls = run.attemptList[0]?.hostCalls.map(({ effects: _, ...call }) => call);
    await open.database.client.attempt.updateMany({ data: { hostCalls: JSON.parse(JSON.stringify(calls)) } });
    const why = expect.stringContaining("before runs could be worked again");
    expect(await replay(await storedRun(run.runId))).toEqual({ kind: "nothing", why });
  });
});
