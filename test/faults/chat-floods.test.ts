// People who write, press and command without end, and words that no database keeps: bounded, answered, and nobody else's harm.
import { afterEach, expect, test } from "vitest";
import { abe, ann, type ChatShop, dan, dora, openChatShop, STAFF_PLACE, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const BUYS = `
await shop.purchase({ itemId: "SG007", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const REFUNDS = `
await shop.refund({ orderId: 1001 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;

const open = freshStoreForEachTest();
let shop: ChatShop;

afterEach(() => shop.close());

async function start(plans: string[], environment: { [name: string]: string } = {}): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel(plans), environment });
  await shop.doors.slack.linkOther(sue, dora.handle, "1");
}

const cardOnce = async () => {
  await expect.poll(() => shop.discord.texts("thread").length).toBeGreaterThan(0);
  return shop.cardIn(shop.discord, "thread").id;
};
const kinds = async (heard: Promise<{ kind: string }>[]) => (await Promise.all(heard)).map(({ kind }) => kind);
const times = <T>(count: number, what: (number: number) => T) => Array.from({ length: count }, (_, at) => what(at));

test("whoever presses without end is told once to wait, and keeps nobody busy", async () => {
  await start([BUYS], { MAX_MESSAGES_PER_MINUTE: "5" });
  await shop.say(dora, "one pouch");
  const id = await cardOnce();
  const heard: string[] = [];
  for (let count = 0; count < 40; count++) heard.push(...(await kinds([shop.push(dora, id, "confirm")])));
  expect(heard.filter((kind) => kind === "say")).toHaveLength(1);
  expect(heard.at(-1)).toBe("ignore");
  expect(await open.database.client.press.count()).toBeLessThanOrEqual(10);
  // The first one counted, once.
  await expect.poll(() => shop.discord.texts("thread")).toContain("Done: it is booked.");
  expect(await kinds([shop.push(dan, id, "confirm")])).toEqual(["say"]);
});

test("whoever sends nothing but what cannot be taken is answered for a while, and then no more", async () => {
  await start([], { MAX_MESSAGES_PER_MINUTE: "5" });
  const heard = [];
  for (const text of times(40, (number) => (number % 2 === 0 ? "" : "x".repeat(100_000)))) {
    heard.push(...(await kinds([shop.say(dora, text)])));
  }
  expect(heard.filter((kind) => kind === "say").length).toBeLessThanOrEqual(11);
  expect(heard.at(-1)).toBe("ignore");
});

test("what a platform delivers again and again is no flood of the person's", async () => {
  await start([BUYS], { MAX_MESSAGES_PER_MINUTE: "5" });
  const key = "discord:thread:1";
  const heard = [];
  for (const _ of times(40, () => null)) heard.push(...(await kinds([shop.say(dora, "one pouch", { key })])));
  expect(new Set(heard)).toEqual(new Set(["taken"]));
});

test("a reason or a late message with signs that no database keeps is taken", async () => {
  await start([REFUNDS]);
  await shop.say(dora, "refund order 1001");
  const id = await cardOnce();
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  expect(await shop.push(ann, id, "reject", { reason: "too\0 dear \ud800" })).toMatchObject({ kind: "taken" });
  await expect.poll(() => shop.discord.texts("thread").at(-1)).toMatch(/declined this: too.* dear/);
  const long = await shop.say(dan, "late\0 \ud800", { writtenAt: new Date(Date.now() - 5 * 3_600_000), place: "late" });
  expect(long).toEqual({ kind: "ignore" });
  await expect.poll(() => shop.discord.texts("late")).toHaveLength(1);
  expect(await shop.doors.discord.answerTicket(abe, 999_999_999, "\0\ud800", "slack:k")).toMatchObject({ kind: "say" });
});

test("a customer who types the staff's words, or names others' tickets and accounts, gets a plain no", async () => {
  await start([]);
  const { discord } = shop.doors;
  for (const heard of [
    await discord.answerTicket(dora, 1, "hello", "discord:k1"),
    await discord.resolveTicket(dora, 1, "discord:k2"),
    await discord.linkOther(dora, dan.handle, "1"),
    await discord.planOf(dora, "apr_1"),
    await discord.feedback(dora, "run_1", "up"),
    await discord.press({
      key: "discord:k3",
      approvalId: "apr_1",
      person: dora,
      decision: "approve",
      reason: null,
      answerTo: null,
    }),
  ]) {
    expect(heard).toMatchObject({ kind: "say" });
  }
  expect(await open.database.client.account.count()).toBe(1);
  expect(await open.database.client.outbox.count()).toBe(0);
});

test("a ticket that is resolved by one press, which two processes hear, is told of as resolved by both", async () => {
  await start([]);
  await shop.say(dora, "I need a human");
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  const { id } = await open.database.client.ticket.findFirstOrThrow({ orderBy: { id: "desc" } });
  const { slack } = shop.doors;
  const both = await Promise.all([slack.resolveTicket(sue, id, "slack:k"), slack.resolveTicket(sue, id, "slack:k")]);
  for (const heard of both) expect(heard).toMatchObject({ text: `Ticket ${id} is resolved.` });
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(2);
  expect(await slack.resolveTicket(sue, id, "slack:other")).toMatchObject({
    text: expect.stringContaining("closed already"),
  });
});
