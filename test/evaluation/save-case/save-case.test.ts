// A stored run becomes a case of a suite with its own store and its model's replies: walked before it is kept, with nobody's
// name in it, whatever has happened in the shop since.
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { saveCase } from "../../../src/evaluation/save-case/save-case.ts";
import { readSuite } from "../../../src/evaluation/suite.ts";
import { createBuiltInPlanner } from "../../../src/model/built-in.ts";
import type { Model } from "../../../src/model/model.ts";
import { readRecording } from "../../../src/model/recording-file.ts";
import { readDetail, type StoredRun } from "../../../src/run-detail.ts";
import { createScriptedModel } from "../../support/scripted-model.ts";
import { ada, alice, bruno, freshStoreForEachTest, openShop, type Shop, sam } from "../../support/shop.ts";

const open = freshStoreForEachTest();
let parent: string;
let folder: string;
let shop: Shop;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "tillhand-cases-"));
});
beforeEach(async () => {
  folder = await mkdtemp(join(parent, "to-"));
});
afterEach(() => shop.close());
afterAll(() => rm(parent, { recursive: true }));

async function storedRun(runId: string): Promise<StoredRun> {
  const run = await readDetail(open.database.client, runId);
  if (run === null) throw new Error("the run was not stored");
  return run;
}

async function openWith(model: Model): Promise<void> {
  shop = await openShop({ ...open, model });
}

async function save(runId: string, { name = "kept", dataDir = join(parent, "data") } = {}) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const run = await storedRun(runId);
  return saveCase({ run, name, folder }, { database: open.database, config, sandbox: open.sandbox });
}

/** The case, its store, and everything that the two files hold as one text. */
async function kept(name = "kept") {
  const suite = await readSuite(join(folder, `${name}.json`));
  const recording = await readRecording(join(folder, `${name}.replay.jsonl`));
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), "utf8")));
  const [only] = suite.cases;
  if (only === undefined) throw new Error("the suite has no case");
  return { one: only, store: suite.store, recording, all: texts.join("\n") };
}

const BUYS = `
const [moon] = await db.inventory.findMany({ where: { itemId: "SG006" } });
const done = await shop.purchase({ itemId: moon.itemId, quantity: 2 });
answer_text = \`2 Moon for \${money(done.total)} for \${requester.name} are ready to be confirmed.\`;
STATUS = "success"; ACTION = "mutate";`;

test("a sale becomes a case with only the rows that it used, as they were before it and all that came later", async () => {
  await openWith(createScriptedModel([BUYS, BUYS.replaceAll("2", "1")]));
  const { reply, report } = await shop.ask(alice, "Alice here: two moon please, or call 0170 1234567");
  await shop.press(alice, "confirm", reply.card?.id ?? "");
  const later = await shop.ask(bruno, "one moon");
  await shop.press(bruno, "confirm", later.reply.card?.id ?? "");
  await open.database.client.item.updateMany({ data: { price: "999.99" } });

  expect(await save(report.runId)).toEqual({
    kind: "saved",
    files: [join(folder, "kept.json"), join(folder, "kept.replay.jsonl")],
  });
  const { one, store, recording } = await kept();
  expect(store?.inventory.find(({ itemId }) => itemId === "SG006")).toMatchObject({
    price: "120.00",
    quantityInStock: 10,
  });
  expect(store?.transactions).toMatchObject([{ kind: "opening", balanceAfter: "500.00" }]);
  expect(store?.orders.map(({ id }) => id)).toEqual([1008]);
  // The second is of the last ticket, from which new numbers go on.
  expect(store?.customers.map(({ id }) => id)).toEqual([1, 4]);
  expect(one.turns).toMatchObject([
    {
      status: ["success"],
      needs: ["requester"],
      answerMentions: ["2", "$240.00"],
      changes: [
        { table: "inventory", key: "SG006", field: "quantityInStock", before: 10, after: 8 },
        { table: "transactions", key: "new", amount: "240.00", balanceAfter: "740.00", itemId: "SG006" },
        { table: "orders", key: "new", field: "status", after: "pending", totalAmount: "240.00" },
      ],
    },
  ]);
  expect(recording.replies.size).toBe(1);
});

test("nobody's name, e-mail or number is in the files", async () => {
  const tells = `
    const own = await db.customers.findFirst({ where: { name: "Bruno" } });
    await shop.openTicket({ customerName: "Bruno", issue: "Bruno (bruno@example.com, 0170 1234567) waits for Alice." });
    answer_text = "The ticket for " + own.name + ", " + own.email + ", is ready to be confirmed.";
    STATUS = "success"; ACTION = "mutate";`;
  await openWith(createScriptedModel([tells]));
  const { client } = open.database;
  const people = await client.customer.findMany();
  const { report } = await shop.ask(sam, "ticket for Bruno <bruno@example.com>, 0170 1234567: waits for Alice");
  expect(await save(report.runId)).toMatchObject({ kind: "saved" });
  const { all } = await kept();
  for (const { name, email } of people) {
    expect(all.toLowerCase()).not.toContain(email.toLowerCase());
    expect(all).not.toMatch(new RegExp(`\\b${name}\\b`, "i"));
  }
  expect(all).not.toMatch(/1234567|\bSam\b/);
});

test("a talk becomes a case of several turns, with the cards pressed that were pressed", async () => {
  await openWith(createBuiltInPlanner());
  const first = await shop.ask(alice, "two moon please");
  await shop.press(alice, "confirm", first.reply.card?.id ?? "");
  await shop.ask(alice, "I want to buy Aviators");
  const { report } = await shop.ask(alice, "two");
  expect(report.changes).not.toEqual([]);
  expect(await save(report.runId)).toMatchObject({ kind: "saved" });
  const { one } = await kept();
  expect(one.turns.map(({ request, isPressed }) => [request, isPressed])).toEqual([
    ["two moon please", true],
    ["I want to buy Aviators", false],
    ["two", true],
  ]);
});

test.each<[string, typeof sam, string]>([
  ["a return on record", alice, "Return 2 Aviator sunglasses I bought last week."],
  ["a return by staff", sam, "Return 2 Aviator sunglasses."],
  ["a refund", alice, "Refund order 1001, it broke"],
  ["a search that finds little", alice, "Do you have any round sunglasses in stock that are under $100?"],
  ["a question for the balance", sam, "what is the current balance?"],
  ["a restock", sam, "restock 5 Moon at $40"],
  ["a wish for a person", alice, "I want to talk to a person"],
  ["a short item", alice, "I would like twelve Classic please"],
])("%s is reproduced on a store of its own", async (_what, person, text) => {
  await openWith(createBuiltInPlanner());
  // The shop was a busy one before.
  const { reply } = await shop.ask(bruno, "one classic please");
  await shop.press(bruno, "confirm", reply.card?.id ?? "");
  const { report } = await shop.ask(person, text, "another-thread");
  expect(await save(report.runId)).toMatchObject({ kind: "saved" });
});

test("what a store of its own cannot reproduce is said, and nothing is written", async () => {
  await openWith(createBuiltInPlanner());
  const { reply } = await shop.ask(alice, "two moon please");
  await shop.press(alice, "confirm", reply.card?.id ?? "");
  const { report } = await shop.ask(ada, "undo the last sale", "another-thread");
  expect(report.changes).not.toEqual([]);
  const saved = await save(report.runId);
  expect(saved).toMatchObject({ kind: "different", differences: expect.arrayContaining([expect.any(String)]) });
  expect(await readdir(folder)).toEqual([]);
});

test("a case that is there already is not written over", async () => {
  await openWith(createScriptedModel([BUYS]));
  const { report } = await shop.ask(alice, "two moon please");
  expect(await save(report.runId)).toMatchObject({ kind: "saved" });
  expect(await save(report.runId)).toEqual({ kind: "impossible", why: expect.stringContaining("is there already") });
});

test.runIf(process.platform === "linux")("a case for which no shop can be opened leaves no file open", async () => {
  await openWith(createScriptedModel([BUYS]));
  const { report } = await shop.ask(alice, "two moon please");
  const dataDir = join(folder, "no-folder");
  await writeFile(dataDir, "");
  await expect(save(report.runId, { name: "left-open", dataDir })).rejects.toThrow(/ENOTDIR|EEXIST/);
  const handles = await readdir("/proc/self/fd");
  const files = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => "")));
  expect(files.filter((file) => file.includes("left-open"))).toEqual([]);
});
