import { afterEach, describe, expect, test } from "vitest";
import type { Reply } from "../../src/platforms/platform.ts";
import { isLong } from "../support/scale.ts";
import { planReply } from "../support/scripted-model.ts";
import { hasServers, modelThat, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { ada, alice, bruno, noor, sam } from "../support/shop.ts";

const PRESSES = 50;
const DEFINITE =
  /^(?:Done: it is booked|This was decided already: it is booked|Only an admin can approve or decline this)\.$/;
const CROSSWISE_ROUNDS = isLong ? 60 : 10;

/** Sells what the text lists: "sell SG001 SG006". */
const selling = modelThat(async ({ request }) => {
  const calls = request.user_request
    .match(/SG\d{3}/g)
    ?.map((itemId) => `await shop.purchase({ itemId: "${itemId}", quantity: 1 });`);
  return planReply(`${calls?.join("\n")}
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`);
});
const restocking = modelThat(async () =>
  planReply(`
await shop.restock({ itemId: "SG006", quantity: 5 });
answer_text = "Ready to be approved."; STATUS = "success"; ACTION = "mutate";`),
);

const stateOf = (said: Reply | string) => (typeof said === "string" ? said : said.card?.state);

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let shop: ServerShop;
  afterEach(() => shop.close());

  const stock = (itemId: string) => shop.count(`SELECT quantity_in_stock FROM inventory WHERE item_id = '${itemId}'`);
  const booked = () => shop.count("SELECT count(*) FROM transactions WHERE run_id IS NOT NULL");

  test("fifty presses of one button at once, by many people and in two processes, book it once, and all are told", async () => {
    shop = await openServerShop(servers, { model: restocking, services: 0 });
    const services = [await shop.start(), await shop.start()];
    const { card } = await shop.say(sam, "restock the moon");
    const people = [ada, noor, bruno, sam, ada];
    const said = await Promise.all(
      Array.from({ length: PRESSES }, (_, number) => {
        const through = services[number % 2];
        if (through === undefined) throw new Error("no service");
        // The last of five is the same click, delivered ten times.
        const key = number % 5 === 4 ? "test:press:same" : `test:press:${number}`;
        return shop.press(people[number % 5] ?? ada, "approve", card?.id ?? "", { through, key });
      }),
    );
    const texts = said.map((one) => (typeof one === "string" ? one : one.text));
    for (const text of texts) expect(text).toMatch(DEFINITE);
    // A click that is delivered often is one click with one reply.
    expect(new Set(texts.filter((_, number) => number % 5 === 4)).size).toBe(1);
    expect(shop.posted.filter(({ text }) => text.startsWith("Done"))).toHaveLength(1);
    expect(await booked()).toBe(1);
    expect(await stock("SG006")).toBe(15);
    const decided = await shop.sql("SELECT state, jsonb_array_length(to_jsonb(decisions)) AS decisions FROM approvals");
    expect(decided).toEqual([{ state: "committed", decisions: 1 }]);
    expect(await shop.count("SELECT count(*) FROM presses WHERE outcome = 'committed'")).toBe(1);
    expect(await shop.count("SELECT count(*) FROM presses WHERE outcome IS NULL")).toBe(0);
  });

  test("B34: two customers confirm the last pair at once in two processes: one sale, one card that says it is gone", async () => {
    shop = await openServerShop(servers, { model: selling, services: 2 });
    await shop.sql("UPDATE inventory SET quantity_in_stock = 1 WHERE item_id = 'SG006'");
    const cards = await Promise.all([shop.say(alice, "sell SG006", "a"), shop.say(bruno, "sell SG006", "b")]);
    const said = await Promise.all([
      shop.press(alice, "confirm", cards[0].card?.id ?? ""),
      shop.press(bruno, "confirm", cards[1].card?.id ?? ""),
    ]);
    expect(said.map(stateOf).toSorted()).toEqual(["committed", "stale"]);
    const late = said.find((one) => stateOf(one) === "stale");
    expect(late).toMatchObject({ newCard: null, text: expect.stringContaining("sold out") });
    expect(await stock("SG006")).toBe(0);
    expect(await booked()).toBe(1);
  });

  test("B32: changes of the same goods in opposite orders, side by side, keep nobody waiting for ever and are all booked", async () => {
    shop = await openServerShop(servers, { model: selling, services: 2 });
    await shop.sql("UPDATE inventory SET quantity_in_stock = 500");
    const orders = ["sell SG001 SG006", "sell SG006 SG001"];
    for (let round = 0; round < CROSSWISE_ROUNDS; round++) {
      const asked = [0, 1, 2, 3].map((number) => shop.say(alice, orders[number % 2] ?? "", `${round}-${number}`));
      const cards = (await Promise.all(asked)).map(({ card }) => card?.id ?? "");
      const said = await Promise.all(cards.map((card) => shop.press(alice, "confirm", card)));
      expect(said.map(stateOf)).toEqual(cards.map(() => "committed"));
    }
    expect([await stock("SG001"), await stock("SG006")]).toEqual([
      500 - 4 * CROSSWISE_ROUNDS,
      500 - 4 * CROSSWISE_ROUNDS,
    ]);
  });

  test("a card that nobody presses expires on time, once, and a press that races with it gets a definite reply", async () => {
    shop = await openServerShop(servers, { model: selling, services: 2 });
    const { card } = await shop.say(alice, "sell SG006");
    await shop.sql("UPDATE approvals SET expires_at = now() + interval '300 ms'");
    await expect
      .poll(() => shop.sql("SELECT state FROM approvals"), { timeout: 15_000 })
      .toEqual([{ state: "expired" }]);
    await expect.poll(() => shop.posted.filter(({ text }) => /has expired/.test(text)).length).toBe(1);
    expect(stateOf(await shop.press(alice, "confirm", card?.id ?? ""))).toBe("expired");

    const next = await shop.say(alice, "sell SG006", "race");
    await shop.sql("UPDATE approvals SET expires_at = now() WHERE state = 'pending'");
    expect(stateOf(await shop.press(alice, "confirm", next.card?.id ?? ""))).toBe("expired");
    expect(await booked()).toBe(0);
    expect(await shop.sql("SELECT DISTINCT stage FROM requests")).toEqual([{ stage: "done" }]);
  });
});
