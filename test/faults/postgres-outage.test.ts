import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { watchHealth } from "../../src/platforms/web-health.ts";
import type { Service } from "../../src/service.ts";
import { isLong } from "../support/scale.ts";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice, bruno } from "../support/shop.ts";

const ROUNDS = isLong ? 12 : 4;
const CARDS = 12;
const AWAY_MS = isLong ? 20_000 : 3_000;
const SOON = { timeout: 60_000 };
const STOCK = 10 * ROUNDS * CARDS;

const model = modelThat(async () =>
  planReply(`
await shop.purchase({ itemId: "SG006", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`),
);

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  /** Each with a card that alice may confirm. */
  async function openCards(name: string): Promise<string[]> {
    const places = Array.from({ length: CARDS }, (_, number) => `${name}-${number}`);
    const replies = await Promise.all(places.map((place) => shop.say(alice, "one moon", place)));
    return replies.map(({ card }) => card?.id ?? "");
  }

  /** However often a button has to be pressed until its press is kept. */
  async function pressUntilKept(service: Service, approvalId: string): Promise<void> {
    const press = { key: `test:press:${approvalId}`, approvalId, person: alice, decision: "confirm" as const };
    const kept = () =>
      service.intake.press({ ...press, reason: null, answerTo: null }).then(
        ({ kind }) => kind,
        () => "lost",
      );
    await expect.poll(kept, SOON).toMatch(/stored|known/);
  }

  /** The database itself refuses a broken chain and a second sale of a run; here is that nothing is missing either. */
  async function expectBookedOnce(cards: number): Promise<void> {
    const states = () => shop.sql("SELECT state, count(*)::int FROM approvals GROUP BY state");
    await expect.poll(states, SOON).toEqual([{ state: "committed", count: cards }]);
    expect(
      await shop.count("SELECT count(DISTINCT run_id) FROM transactions WHERE kind = 'sale' AND run_id IS NOT NULL"),
    ).toBe(cards);
    expect(await shop.count("SELECT count(*) FROM transactions WHERE run_id IS NOT NULL")).toBe(cards);
    expect(await shop.count("SELECT quantity_in_stock FROM inventory WHERE item_id = 'SG006'")).toBe(STOCK - cards);
    const broken = `SELECT count(*) FROM (
      SELECT balance_after, amount, lag(balance_after) OVER (ORDER BY position) AS before FROM transactions
    ) rows WHERE before + amount <> balance_after`;
    expect(await shop.count(broken)).toBe(0);
  }

  test("Postgres crashes while cards are committed: each is booked once, and no process ends", async () => {
    shop = await openServerShop(servers, { model, services: 0 });
    await shop.sql(`UPDATE inventory SET quantity_in_stock = ${STOCK} WHERE item_id = 'SG006'`);
    const services = [await shop.start(), await shop.start()];
    for (let round = 0; round < ROUNDS; round++) {
      const cards = await openCards(`round${round}`);
      const pressed = cards.map((card, index) => pressUntilKept(services[index % 2] as Service, card));
      // At another stage of the work each time.
      await sleep(20 + round * 25);
      await servers.postgres.restart("immediate");
      await Promise.all(pressed);
      await expectBookedOnce((round + 1) * CARDS);
    }
    expect(await shop.say(bruno, "one moon", "afterwards")).toMatchObject({ card: { state: "pending" } });
  });

  test("Postgres is away for some seconds: health says so, and what was kept is answered when it is back", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = modelThat(async (...given) => {
      await gate.promise;
      return model.write(...given);
    });
    shop = await openServerShop(servers, { model: slow, services: 0 });
    const services = [await shop.start(), await shop.start()] as const;
    const waiting = ["a", "b", "c"].map((place) => shop.send(alice, "one moon", place));
    await Promise.all(waiting);
    await servers.postgres.halt("fast");
    try {
      const leftAt = performance.now();
      gate.resolve();
      await expect(shop.send(alice, "one moon", "d")).rejects.toThrow();
      for (const service of services) {
        expect((await watchHealth(service).all()).parts).toMatchObject({
          database: { status: "failing" },
          work: { status: "failing" },
          queue: { status: "ok" },
        });
      }
      await sleep(AWAY_MS - (performance.now() - leftAt));
    } finally {
      await servers.postgres.start();
    }
    for (const service of services)
      await expect.poll(async () => (await watchHealth(service).all()).status, SOON).toBe("ok");
    const answers = "SELECT count(*) FROM outbox WHERE sent_at IS NOT NULL AND reply->'card' <> 'null'";
    await expect.poll(() => shop.count(answers), SOON).toBe(waiting.length);
    expect(await shop.count("SELECT count(*) FROM approvals WHERE state = 'pending'")).toBe(waiting.length);
  });
});
