import { afterEach, expect, test } from "vitest";
import type { ModelReply } from "../../src/model/model.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { serveWeb } from "../../src/platforms/web.ts";
import { planReply } from "../support/scripted-model.ts";
import { modelThat } from "../support/server-shop.ts";
import { alice, bruno, freshStoreForEachTest, openShop, type Shop, sam } from "../support/shop.ts";

const USAGE = { promptTokens: 600, cachedTokens: 0, completionTokens: 400, costUsd: 0.25 };
const NOTES = `answer_text = "Noted."; STATUS = "success"; ACTION = "read";`;
const NO_CUSTOMER_CAP = { MAX_CUSTOMER_TOKENS_PER_DAY: "1000000000", MAX_CUSTOMER_USD_PER_DAY: "1000" };
const CUSTOMER_IS_OVER = /as much as one customer may in a day.*kept.*"retry" tomorrow/;
const SHOP_IS_OVER = /as much as it may today.*kept.*"retry" tomorrow/;

const open = freshStoreForEachTest();
let shop: Shop;
let calls: string[];
afterEach(() => shop.close());

async function openWith(caps: { [name: string]: string }): Promise<void> {
  calls = [];
  const model = modelThat(async ({ request }): Promise<ModelReply> => {
    calls.push(request.user_request);
    return { ...planReply(NOTES), usage: USAGE } as ModelReply;
  });
  shop = await openShop({ ...open, model, environment: { PORT: "0", ...caps } });
}

const capped = async (cap: string) => {
  const { body } = await shop.service.metrics.text();
  return Number(new RegExp(`^tillhand_caps_reached_total\\{cap="${cap}"\\} (\\d+)$`, "m").exec(body)?.[1]);
};

async function notices(): Promise<string[]> {
  const web = await serveWeb(shop.service, createLocalPlatform("web", shop.service.config.web));
  try {
    const response = await fetch(`${web.url}/api/notices`);
    const body = (await response.json()) as { notices: { text: string }[] };
    return body.notices.map(({ text }) => text);
  } finally {
    await web.close();
  }
}

async function passMidnight(): Promise<void> {
  await open.database.client.$executeRaw`UPDATE spending SET day = day - 1`;
  await open.database.client.$executeRaw`UPDATE notices SET day = day - 1`;
}

test.each([
  ["tokens", { MAX_CUSTOMER_TOKENS_PER_DAY: "2000" }],
  ["money", { MAX_CUSTOMER_USD_PER_DAY: "0.5" }],
])(
  "a customer over the day's cap of %s is told so politely and costs nothing more; tomorrow retry works what was kept",
  async (_, caps) => {
    await openWith(caps);
    await shop.ask(alice, "one");
    await shop.ask(alice, "two");
    const declined = await shop.ask(alice, "three");
    expect(declined.reply.text).toMatch(CUSTOMER_IS_OVER);
    expect(declined.report).toMatchObject({ status: "failed", error: { code: "SPENDING_CAP" }, changes: [] });
    // Also where they write somewhere else, under another name.
    const elsewhere = await shop.ask({ ...alice, person: "test:alice-at-home" }, "four", "elsewhere");
    expect(elsewhere.reply.text).toMatch(CUSTOMER_IS_OVER);
    expect((await shop.ask(alice, "retry")).reply.text).toMatch(CUSTOMER_IS_OVER);
    expect(calls).toEqual(["one", "two"]);
    expect(await capped("customer")).toBe(3);

    expect((await shop.ask(bruno, "five")).reply.text).toBe("Noted.");
    for (const text of ["six", "seven", "eight"]) expect((await shop.ask(sam, text)).reply.text).toBe("Noted.");

    calls.length = 0;
    await passMidnight();
    expect((await shop.ask(alice, "retry")).reply.text).toBe("Noted.");
    expect(calls).toEqual(["three"]);
  },
);

test("admins hear once a day that a customer's cap is reached, and nothing of what they wrote", async () => {
  await openWith({ MAX_CUSTOMER_TOKENS_PER_DAY: "1000" });
  await shop.ask(alice, "one");
  expect(await notices()).toEqual([]);
  await shop.ask(alice, "two");
  await shop.ask(alice, "three");
  expect(await notices()).toEqual([
    expect.stringMatching(/^Alice has reached the daily cap.*MAX_CUSTOMER_USD_PER_DAY/),
  ]);
  expect(await open.database.client.notice.count()).toBe(1);
  await passMidnight();
  expect(await notices()).toEqual([]);
  await shop.ask(alice, "four");
  await shop.ask(alice, "five");
  expect(await notices()).toHaveLength(1);
});

test.each([
  ["tokens", { MAX_SERVICE_TOKENS_PER_DAY: "2000" }],
  ["money", { MAX_SERVICE_USD_PER_DAY: "0.5" }],
])(
  "over the shop's own cap of %s for a day nobody is answered, staff neither, and admins are told once",
  async (_, caps) => {
    await openWith({ ...NO_CUSTOMER_CAP, ...caps });
    await shop.ask(alice, "one");
    await shop.ask(bruno, "two");
    // The sum of all is looked at every few seconds.
    await expect.poll(async () => (await shop.ask(alice, "three")).reply.text, { interval: 500 }).toMatch(SHOP_IS_OVER);
    const asked = calls.length;
    expect((await shop.ask(sam, "four")).reply.text).toMatch(SHOP_IS_OVER);
    expect(calls).toHaveLength(asked);
    expect(await capped("service")).toBeGreaterThanOrEqual(2);
    expect(await notices()).toEqual([expect.stringMatching(/^The whole shop's cap.*MAX_SERVICE_USD_PER_DAY/)]);
    await passMidnight();
    await shop.close();
    await openWith({ ...NO_CUSTOMER_CAP, ...caps });
    expect((await shop.ask(sam, "retry")).reply.text).toBe("Noted.");
    expect(calls).toEqual(["four"]);
  },
);

test("what a request without an answer has cost counts too", async () => {
  calls = [];
  const model = modelThat(async ({ request }) => {
    calls.push(request.user_request);
    return { kind: "text", text: "no plan at all", usage: USAGE };
  });
  const environment = { MAX_CUSTOMER_TOKENS_PER_DAY: "1000", MAX_REQUEST_TOKENS: "1000" };
  shop = await openShop({ ...open, model, environment });
  expect((await shop.ask(alice, "one")).reply.text).toMatch(/asked a colleague/);
  expect((await shop.ask(alice, "two")).reply.text).toMatch(CUSTOMER_IS_OVER);
  expect(calls).toEqual(["one"]);
  expect(await capped("request")).toBe(1);
});
