// The two ways to send a message, at once and as a stream, walk the same road: only what is told on the way differs.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "../../src/database/database.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { openStore, resetStore } from "../support/store.ts";
import { openWebShop, type WebShop } from "../support/web-shop.ts";

let database: Database;
let shop: WebShop;
beforeAll(async () => {
  database = await openStore();
  shop = await openWebShop({ database });
});
beforeEach(() => resetStore(database));
afterAll(async () => {
  await shop.close();
  await database.close();
});

const Status = z.object({ event: z.literal("status"), data: z.object({ stage: z.string() }) });
const Answer = z.looseObject({
  card: z.looseObject({ id: z.string() }).nullish(),
  stages: z.array(z.json()).optional(),
});

/** Ids and times are new each time; everything else has to be the same. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/\b(run|cnv|apr|ses|req|msg)_[0-9a-z]{12}\b/g, "$1")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a moment")
    .replaceAll(/"atMs":\d+/g, '"atMs":0');
  return JSON.parse(text);
}

function stagesOf(events: { event: string; data: unknown }[]): string[] {
  return events.flatMap((event) => (event.event === "status" ? [Status.parse(event).data.stage] : []));
}

test.each([
  ["a question", { message: "Do you have any round sunglasses in stock that are under $100?" }],
  ["a purchase with a card", { message: "I want to buy 3 pairs of classic sunglasses", customerId: 1 }],
  ["too many", { message: "buy 11 classic", customerId: 1 }],
  ["something that is not there", { message: "where is order 9999", customerId: 2 }],
  ["a purchase without a number", { message: "I want to buy classic sunglasses", customerId: 1 }],
  [
    "a return by staff, which an admin approves",
    { message: "Return 2 Aviator sunglasses.", role: "staff", name: "Sam" },
  ],
  ["the balance, asked by a customer", { message: "What's our current balance?", customerId: 3 }],
  ["a wish for a person", { message: "I want to talk to a real person please", customerId: 4 }],
  ["a picture", { message: "draw a bar chart of the stock", role: "admin", name: "Ada" }],
  ["an empty message", { message: " " }],
  ["a person who is not on file", { message: "hello", customerId: 77 }],
])("%s gets the same report, words and card either way", async (_title, body) => {
  const plain = await shop.call("/api/messages", body);
  await resetStore(database);
  const events = await shop.stream(body);
  const last = events.at(-1);
  expect(last?.event).toBe(plain.status === 200 ? "done" : "error");
  expect(comparable(last?.data)).toEqual(comparable(plain.body));
  expect(Object.keys(Answer.parse(last?.data))).toEqual(Object.keys(Answer.parse(plain.body)));
});

test("a typed yes gets the same card and the same report either way", async () => {
  const buy = { message: "two moon please", customerId: 1, sessionId: "talk" };
  const yes = { message: "yes", customerId: 1, sessionId: "talk" };
  await shop.call("/api/messages", buy);
  const plain = await shop.call("/api/messages", yes);
  await resetStore(database);
  await shop.stream(buy);
  const events = await shop.stream(yes);
  expect(comparable(events.at(-1)?.data)).toEqual(comparable(plain.body));
  expect(stagesOf(events)).toEqual(["committing"]);
  expect(plain.body).toMatchObject({ approval: { state: "committed" } });
});

test("the words come once, before the end, and are those of the report", async () => {
  const events = await shop.stream({ message: "how many wayfarer are left" });
  const contents = events.filter(({ event }) => event === "content");
  expect(contents).toHaveLength(1);
  expect(events.at(-2)).toEqual(contents[0]);
  expect(events.at(-1)?.data).toMatchObject({
    answerText: z.object({ text: z.string() }).parse(contents[0]?.data).text,
  });
});

test("the stages are told in the order in which they are passed, and kept with the run", async () => {
  const events = await shop.stream({ message: "two moon please", customerId: 1 });
  const stages = ["received", "loading", "planning", "running", "checking", "waiting"];
  expect(stagesOf(events)).toEqual(stages);
  expect(events.at(-1)?.data).toMatchObject({ stages: stages.map((stage) => ({ stage })) });
});

test("when something is missing, the person is told that it is asked for", async () => {
  const events = await shop.stream({ message: "I want to buy classic sunglasses", customerId: 1 });
  expect(stagesOf(events)).toEqual(["received", "loading", "planning", "running", "checking", "collecting", "done"]);
  expect(events.at(-1)?.data).toMatchObject({ status: "invalid_request" });
});

test("a plan that is mended is told so, with how often", async () => {
  const broken = `throw new Error("no");`;
  const mended = `answer_text = "Hello."; STATUS = "success"; ACTION = "read";`;
  const scripted = await openWebShop({ database, model: createScriptedModel([broken, mended]) });
  try {
    const events = await scripted.stream({ message: "hello" });
    expect(stagesOf(events)).toEqual([
      "received",
      "loading",
      "planning",
      "running",
      "repairing",
      "running",
      "checking",
      "done",
    ]);
    const repairing = events.find(({ data }) => JSON.stringify(data).includes('"repairing"'));
    expect(repairing?.data).toMatchObject({ attempt: 1, attempts: 2 });
  } finally {
    await scripted.close();
  }
});
