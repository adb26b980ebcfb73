import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { watchHealth } from "../../src/platforms/web-health.ts";
import type { Service } from "../../src/service.ts";
import { isLong } from "../support/scale.ts";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice, bruno } from "../support/shop.ts";

const NOTES = `answer_text = "Noted."; STATUS = "success"; ACTION = "read";`;
const AWAY_MS = isLong ? 10_000 : 3_000;
const PLACES = Array.from({ length: 8 }, (_, number) => `place${number}`);
// B04's own bound is 30 s; a sweep is due every half second here.
const SOON = { timeout: 15_000 };

/** Answers when `release` was called. */
function held() {
  const asked: string[] = [];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const model = modelThat(async ({ request }) => {
    asked.push(request.user_request);
    await isReleased;
    return planReply(NOTES);
  });
  return { model, asked, release };
}

const queueHealth = async (service: Service) => (await watchHealth(service).all()).parts.queue.status;

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  /** One reply to each of them, and nobody asked the model twice. */
  async function expectAnsweredOnce(texts: string[], asked: string[]): Promise<void> {
    await expect
      .poll(() => shop.count("SELECT count(*) FROM outbox WHERE sent_at IS NOT NULL"), SOON)
      .toBe(texts.length);
    expect(await shop.count("SELECT count(*) FROM requests")).toBe(texts.length);
    expect(asked.toSorted()).toEqual(texts.toSorted());
    expect(shop.posted).toHaveLength(texts.length);
  }

  test("B04: Redis stops and comes back: what came before, meanwhile and after is answered once, without a restart", async () => {
    const { model, asked, release } = held();
    shop = await openServerShop(servers, { model });
    const second = await shop.start();
    const services = [await shop.start({ works: false }), second];
    await shop.send(alice, "before", "before");
    await expect.poll(() => asked).toEqual(["before"]);
    await servers.redis.halt();
    try {
      const leftAt = performance.now();
      release();
      await Promise.all(PLACES.map((place) => shop.send(bruno, place, place)));
      for (const service of services) expect(await queueHealth(service)).toBe("failing");
      await sleep(AWAY_MS - (performance.now() - leftAt));
    } finally {
      await servers.redis.start();
    }
    for (const service of services) await expect.poll(() => queueHealth(service), SOON).toBe("ok");
    await shop.send(alice, "after", "after");
    await expectAnsweredOnce(["before", ...PLACES, "after"], asked);
  });

  test("Redis forgets everything while work waits and while it runs: all of it is answered once", async () => {
    const { model, asked, release } = held();
    shop = await openServerShop(servers, { model, services: 2, environment: { QUEUE_CONCURRENCY: "2" } });
    await Promise.all(PLACES.map((place) => shop.send(bruno, place, place)));
    await expect.poll(() => asked.length).toBe(4);
    await servers.redis.run("FLUSHALL");
    release();
    await expectAnsweredOnce(PLACES, asked);
  });

  test("the workers' connections to Redis are cut, again and again: all is answered once", async () => {
    const { model, asked, release } = held();
    release();
    shop = await openServerShop(servers, { model, services: 2 });
    for (const place of PLACES) {
      await servers.redis.run("CLIENT", "KILL", "TYPE", "normal");
      await servers.redis.run("CLIENT", "KILL", "TYPE", "pubsub");
      await shop.send(bruno, place, place);
    }
    await expectAnsweredOnce(PLACES, asked);
  });

  test("a Redis that came back empty takes new wake-ups for conversations it had before", async () => {
    const { model, asked, release } = held();
    release();
    shop = await openServerShop(servers, { model, services: 2 });
    await shop.say(alice, "one");
    await servers.redis.halt("SIGKILL");
    await servers.redis.start();
    await shop.say(alice, "two");
    await servers.redis.run("FLUSHALL");
    await shop.say(alice, "three");
    await expectAnsweredOnce(["one", "two", "three"], asked);
  });
});
