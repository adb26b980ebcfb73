import { afterEach, describe, expect, test } from "vitest";
import type { PlanRequest } from "../../src/model/model.ts";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice, bruno } from "../support/shop.ts";

const sells = (quantity: number) => `
await shop.purchase({ itemId: "SG006", quantity: ${quantity} });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const NOTES = `answer_text = "Noted."; STATUS = "success"; ACTION = "read";`;

/** Sells two, and three where three were asked for; the first call waits for `release`, or for its end. */
function heldOnce(options: { hearsAborts: boolean }) {
  const asked: PlanRequest[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const model = modelThat(async ({ request }, signal) => {
    asked.push(request);
    if (asked.length === 1) await (options.hearsAborts ? Promise.race([isReleased, abortOf(signal)]) : isReleased);
    const { user_request: text } = request;
    return planReply(text.includes("three") ? sells(3) : text.includes("two") ? sells(2) : NOTES);
  });
  return { model, asked, release, texts: () => asked.map((request) => request.user_request) };
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  const cards = () => shop.sql<{ state: string }>("SELECT state FROM approvals ORDER BY created_at");

  test("B91: short messages one after the other are one question with one answer, whichever process took them", async () => {
    const { model, texts, release } = heldOnce({ hearsAborts: true });
    release();
    shop = await openServerShop(servers, { model, environment: { BURST_MS: "3000" } });
    const through = await shop.start();
    const keys = ["test:burst:1", "test:burst:2", "test:burst:3"] as const;
    await shop.send(alice, "hi", "thread", { key: keys[0] });
    await shop.send(alice, "I need", "thread", { key: keys[1], through });
    const reply = await shop.say(alice, "two moon", "thread", { key: keys[2] });
    expect(texts()).toEqual(["hi\nI need\ntwo moon"]);
    expect(reply).toMatchObject({ inReplyTo: keys, card: { state: "pending" } });
    expect(shop.posted).toHaveLength(1);
    expect(await shop.count("SELECT count(*) FROM requests")).toBe(1);
  });

  test.each([
    ["the model is called off", { hearsAborts: true }],
    ["the model answers all the same", { hearsAborts: false }],
  ])("B91: what is written while a plan is made drops the draft, and no card of it exists: %s", async (_, options) => {
    const { model, texts, release } = heldOnce(options);
    shop = await openServerShop(servers, { model, services: 2 });
    const first = shop.say(alice, "two moon");
    await expect.poll(() => texts().length).toBe(1);
    const second = shop.say(alice, "no, three");
    await expect.poll(() => shop.count("SELECT count(*) FROM messages")).toBe(2);
    if (!options.hearsAborts) release();
    const [one, both] = await Promise.all([first, second]);
    expect(one).toEqual(both);
    expect(texts()).toEqual(["two moon", "two moon\nno, three"]);
    expect(await cards()).toEqual([{ state: "pending" }]);
    expect(await shop.press(alice, "confirm", both.card?.id ?? "")).toMatchObject({ card: { state: "committed" } });
    expect(await shop.sql("SELECT quantity FROM transactions WHERE kind = 'sale' AND run_id IS NOT NULL")).toEqual([
      { quantity: 3 },
    ]);
    expect(await shop.count("SELECT count(*) FROM runs")).toBe(1);
    expect(shop.posted).toHaveLength(2);
  });

  test("B91: what somebody else writes in the same conversation drops nothing and is answered for itself", async () => {
    const { model, asked, release } = heldOnce({ hearsAborts: true });
    shop = await openServerShop(servers, { model });
    const first = shop.say(alice, "two moon");
    await expect.poll(() => asked.length).toBe(1);
    const second = shop.say(bruno, "three moon");
    await expect.poll(() => shop.count("SELECT count(*) FROM messages")).toBe(2);
    release();
    await Promise.all([first, second]);
    expect(asked).toMatchObject([
      { user_request: "two moon", requester: { name: "Alice" } },
      { user_request: "three moon", requester: { name: "Bruno" } },
    ]);
    expect(await cards()).toEqual([{ state: "pending" }, { state: "pending" }]);
  });

  test("B91: a command is a request of its own, before, during and after other words", async () => {
    const { model, texts, release } = heldOnce({ hearsAborts: true });
    shop = await openServerShop(servers, { model, environment: { BURST_MS: "1000" } });
    const command = { standsAlone: true };
    await shop.send(alice, "hello");
    await shop.send(alice, "stock list", "thread", command);
    await shop.send(alice, "two moon");
    await expect.poll(texts).toEqual(["hello"]);
    await shop.send(alice, "price list", "thread", command);
    release();
    await expect.poll(() => shop.posted.length).toBe(4);
    expect(texts()).toEqual(["hello", "stock list", "two moon", "price list"]);
  });

  test("B91: after a fault of our own the request grows by what was written meanwhile", async () => {
    const texts: string[] = [];
    const model = modelThat(async ({ request }) => {
      texts.push(request.user_request);
      if (!request.user_request.includes("three")) throw new Error("a fault of our own");
      return planReply(sells(3));
    });
    shop = await openServerShop(servers, { model, services: 2 });
    const first = shop.say(alice, "two moon");
    await expect.poll(() => shop.count("SELECT tries FROM requests")).toBeGreaterThan(0);
    const second = shop.say(alice, "no, three");
    const [one, both] = await Promise.all([first, second]);
    expect(one).toEqual(both);
    expect(texts.at(-1)).toBe("two moon\nno, three");
    expect(await cards()).toEqual([{ state: "pending" }]);
    expect(await shop.count("SELECT count(*) FROM requests")).toBe(1);
    expect(shop.posted).toHaveLength(1);
  });
});
