// A talk is read again by who had it and by the shop's people; thumbs are kept with the answer they are for.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "../../src/database/database.ts";
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

const Sent = z.looseObject({ runId: z.string(), card: z.looseObject({ id: z.string() }).nullable() });
const say = async (message: string, more: object = {}) =>
  Sent.parse((await shop.call("/api/messages", { message, customerId: 1, sessionId: "talk", ...more })).body);
const read = (query: string, id = "talk") => shop.call(`/api/conversations/${id}?${query}`);

test("a talk is read as it was said, with its cards as they stand", async () => {
  const { card, runId } = await say("two moon please", { messageId: "m-1" });
  await shop.call(`/api/approvals/${card?.id}`, { decision: "confirm" });
  const { body } = await read("customerId=1");
  expect(body).toMatchObject({
    platform: "web",
    ticketId: null,
    isCut: false,
    entries: [
      { kind: "message", id: "m-1", text: "two moon please", author: { name: "Alice" } },
      { kind: "answer", to: ["m-1"], cardIds: [card?.id], run: { runId, status: "success", verdict: null } },
      { kind: "outcome", text: "Done: it is booked.", cardIds: [card?.id] },
    ],
    cards: [{ id: card?.id, state: "committed" }],
  });
});

test("a typed yes is a message with an answer of its own", async () => {
  await say("two moon please");
  await say("yes", { messageId: "m-2" });
  const { body } = await read("customerId=1");
  expect(body).toMatchObject({ entries: [{}, {}, { id: "m-2" }, { kind: "answer", to: ["m-2"] }] });
});

test("a card that went stale is told with its successor", async () => {
  const { card } = await say("two moon please");
  await database.client.item.update({ where: { itemId: "SG006" }, data: { price: "130.00" } });
  await shop.call(`/api/approvals/${card?.id}`, { decision: "confirm" });
  const Talk = z.looseObject({ entries: z.array(z.looseObject({ cardIds: z.array(z.string()).optional() })) });
  const { entries } = Talk.parse((await read("customerId=1")).body);
  expect(entries.at(-1)?.cardIds).toHaveLength(2);
  expect((await read("customerId=1")).body).toMatchObject({ cards: [{ state: "stale" }, { state: "pending" }] });
});

test("another customer's talk reads exactly like one that does not exist", async () => {
  await say("two moon please");
  const foreign = await read("customerId=2");
  expect(foreign).toEqual(await read("customerId=2", "never"));
  expect(foreign.status).toBe(404);
  expect((await read("")).status).toBe(404);
});

test("nobody reads a talk by writing into it", async () => {
  await say("two moon please");
  await say("hello", { customerId: 2 });
  expect((await read("customerId=2")).status).toBe(404);
});

test("the shop's people read every talk, by its session or its own id", async () => {
  await say("two moon please");
  const bySession = await read("role=staff&name=Sam");
  const { conversationId } = z.looseObject({ conversationId: z.string() }).parse(bySession.body);
  expect(await read("role=admin&name=Ada", conversationId)).toEqual(bySession);
});

test("of a long talk the newest part is read, in order", async () => {
  for (const message of ["how many wayfarer are left", "how many moon are left", "how many sport are left"]) {
    await say(message);
  }
  expect((await read("customerId=1&limit=3")).body).toMatchObject({
    isCut: true,
    entries: [{ kind: "answer" }, { text: "how many sport are left" }, { kind: "answer" }],
  });
});

test("a picture comes back with the answer that it belongs to", async () => {
  await say("draw a bar chart of the stock", { customerId: undefined, role: "admin", name: "Ada" });
  const { body } = await read("role=admin&name=Ada");
  const Entries = z.looseObject({ entries: z.array(z.looseObject({ kind: z.string(), chart: z.json().optional() })) });
  const answer = Entries.parse(body).entries.find(({ kind }) => kind === "answer");
  const run = await database.client.run.findFirst();
  expect(answer?.chart).toEqual(z.looseObject({ chart: z.json() }).parse(run?.extras).chart);
});

test("a thumb is kept with the answer, the last one counts, and the talk shows it", async () => {
  const { runId } = await say("how many wayfarer are left");
  const rate = (verdict: string, more: object) => shop.call(`/api/runs/${runId}/feedback`, { verdict, ...more });
  expect((await rate("down", { customerId: 1 })).status).toBe(200);
  expect((await rate("up", { customerId: 1 })).status).toBe(200);
  expect(await database.client.feedback.findMany()).toMatchObject([
    { runId, person: "local:customer:1", verdict: "up" },
  ]);
  expect((await read("role=staff")).body).toMatchObject({ entries: [{}, { run: { verdict: "up" } }] });
});

test("a customer judges no answer but their own, and nobody one that is not there", async () => {
  const { runId } = await say("how many wayfarer are left");
  const foreign = await shop.call(`/api/runs/${runId}/feedback`, { verdict: "down", customerId: 2 });
  expect(foreign).toEqual(await shop.call("/api/runs/run_x/feedback", { verdict: "down", customerId: 2 }));
  expect(foreign.status).toBe(404);
  expect((await shop.call(`/api/runs/${runId}/feedback`, { verdict: "great", customerId: 1 })).status).toBe(400);
  expect(await database.client.feedback.count()).toBe(0);
});
