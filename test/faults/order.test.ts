import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice } from "../support/shop.ts";

const SLOW_MS = 600;
const NOTES = `answer_text = "Noted."; STATUS = "success"; ACTION = "read";`;
const PLACES = ["a", "b", "c", "d", "e", "f"];

interface Call {
  words: string[];
  said: string[];
  /** Calls for the same conversation that were under way when it began. */
  beside: number;
}

/** Takes its time with the first message of each place, which is the first word of every text. */
function noting() {
  const calls: { [place: string]: Call[] } = {};
  const underWay = new Map<string, number>();
  const model = modelThat(async ({ request }, signal) => {
    const words = request.user_request.split("\n");
    const place = words[0]?.split(" ")[0] ?? "";
    const beside = underWay.get(place) ?? 0;
    underWay.set(place, beside + 1);
    calls[place] ??= [];
    calls[place].push({ words, said: request.history.map(({ text }) => text), beside });
    if (calls[place].length === 1) await sleep(SLOW_MS, undefined, { signal });
    underWay.set(place, beside);
    return planReply(NOTES);
  });
  return { model, calls };
}

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  test("B11: of one conversation the workers have one message at a time, in order, and the second sees the first", async () => {
    const { model, calls } = noting();
    shop = await openServerShop(servers, { model, environment: { QUEUE_CONCURRENCY: "4" } });
    const other = await shop.start();
    await Promise.all(
      PLACES.map(async (place) => {
        const first = { key: `test:${place}:1`, standsAlone: true };
        await shop.send(alice, `${place} 2 moon`, place, first);
        await expect.poll(() => calls[place]?.length).toBe(1);
        await shop.send(alice, `${place} make it 3`, place, { standsAlone: true, through: other });
        // Delivered again, and through the other process: one more wake-up for the same conversation.
        await shop.send(alice, `${place} 2 moon`, place, { ...first, through: other });
      }),
    );
    await expect.poll(() => shop.posted.length).toBe(PLACES.length * 2);
    for (const place of PLACES) {
      expect(calls[place]).toEqual([
        { words: [`${place} 2 moon`], said: [], beside: 0 },
        { words: [`${place} make it 3`], said: [`${place} 2 moon`, "Noted."], beside: 0 },
      ]);
    }
    expect(new Set(shop.posted.flatMap(({ inReplyTo }) => inReplyTo)).size).toBe(PLACES.length * 2);
  });

  test("a conversation that the queue gives to two workers, having lost its memory, is worked by one of them", async () => {
    const { model, calls } = noting();
    shop = await openServerShop(servers, { model });
    const other = await shop.start();
    const message = { key: "test:a:1", standsAlone: true };
    const answered = shop.say(alice, "a 2 moon", "a", message);
    await expect.poll(() => calls.a?.length).toBe(1);
    await servers.redis.run("FLUSHALL");
    for (const again of [message, { ...message, through: other }]) await shop.send(alice, "a 2 moon", "a", again);
    expect(await answered).toMatchObject({ text: "Noted." });
    await shop.say(alice, "a make it 3", "a", { standsAlone: true, through: other });
    expect(calls.a?.map(({ words, beside }) => [...words, beside])).toEqual([
      ["a 2 moon", 0],
      ["a make it 3", 0],
    ]);
    expect(shop.posted).toHaveLength(2);
  });

  test("a slow conversation keeps no other waiting, in the same process or the next", async () => {
    const gate = Promise.withResolvers<void>();
    const model = modelThat(async ({ request }) => {
      if (request.user_request === "slow") await gate.promise;
      return planReply(NOTES);
    });
    shop = await openServerShop(servers, { model, services: 2 });
    const slow = shop.say(alice, "slow", "slow");
    const replies = await Promise.all(PLACES.map((place) => shop.say(alice, "quick", place)));
    expect(replies.map(({ text }) => text)).toEqual(PLACES.map(() => "Noted."));
    expect(shop.posted).toHaveLength(PLACES.length);
    gate.resolve();
    expect(await slow).toMatchObject({ text: "Noted." });
  });
});
