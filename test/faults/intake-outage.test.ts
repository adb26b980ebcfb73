import { afterEach, describe, expect, test } from "vitest";
import type { PlanRequest } from "../../src/model/model.ts";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice } from "../support/shop.ts";

const SELLS = `
await shop.purchase({ itemId: "SG006", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;

function selling() {
  const asked: PlanRequest[] = [];
  const model = modelThat(async ({ request }) => {
    asked.push(request);
    return planReply(SELLS);
  });
  return { model, asked };
}

/** A caller that waits for longer would be told that it failed. */
const ACKNOWLEDGED_MS = 2_500;

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work;
  return { value, ms: performance.now() - startedAt };
}

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  test("while Redis is away a message and a press are kept and acknowledged, and answered when it is back", async () => {
    const { model, asked } = selling();
    shop = await openServerShop(servers, { model, services: 0 });
    const service = await shop.start();
    const { card } = await shop.say(alice, "one moon");
    await servers.redis.halt();
    try {
      const message = await timed(shop.send(alice, "one more moon", "other"));
      expect(message.value).toMatchObject({ kind: "stored", isDelayed: true });
      expect(message.ms).toBeLessThan(ACKNOWLEDGED_MS);
    } finally {
      await servers.redis.start();
    }
    await expect.poll(() => shop.posted.map(({ card }) => card?.state)).toEqual(["pending", "pending"]);

    const press = { key: "test:press:1", approvalId: card?.id ?? "", person: alice, decision: "confirm" as const };
    await servers.redis.halt();
    try {
      const { value, ms } = await timed(service.intake.press({ ...press, reason: null, answerTo: null }));
      expect(value).toMatchObject({ kind: "stored", isDelayed: true });
      expect(ms).toBeLessThan(ACKNOWLEDGED_MS);
    } finally {
      await servers.redis.start();
    }
    await expect.poll(() => shop.posted.at(-1)?.card?.state).toBe("committed");
    expect(asked).toHaveLength(2);
  });

  test("B07: a Redis that hangs delays no acknowledgement either", async () => {
    const { model } = selling();
    shop = await openServerShop(servers, { model });
    servers.redis.freeze();
    try {
      const { value, ms } = await timed(shop.send(alice, "one moon"));
      expect(value).toMatchObject({ kind: "stored", isDelayed: true });
      expect(ms).toBeLessThan(ACKNOWLEDGED_MS);
    } finally {
      servers.redis.thaw();
    }
    await expect.poll(() => shop.posted.length).toBe(1);
  });

  test("B10: what was answered is not answered again when it is delivered again, nor after Redis has forgotten all", async () => {
    const { model, asked } = selling();
    shop = await openServerShop(servers, { model, services: 2 });
    const message = { key: "test:thread:1" };
    const press = { key: "test:press:1" };
    const first = await shop.say(alice, "one moon", "thread", message);
    const done = await shop.press(alice, "confirm", first.card?.id ?? "", press);
    for (const forget of [false, true]) {
      if (forget) await servers.redis.run("FLUSHALL");
      expect(await shop.send(alice, "one moon", "thread", message)).toMatchObject({ kind: "known" });
      // Who asks again gets the same reply again.
      expect(await shop.say(alice, "one moon", "thread", message)).toEqual(first);
      expect(await shop.press(alice, "confirm", first.card?.id ?? "", press)).toEqual(done);
    }
    // One that comes after them is answered after them.
    await shop.say(alice, "one more moon");
    expect(asked).toHaveLength(2);
    expect(shop.posted).toHaveLength(3);
    expect(await shop.count("SELECT count(*) FROM transactions WHERE run_id IS NOT NULL")).toBe(1);
  });
});
