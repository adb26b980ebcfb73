import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createModelApi, type ModelApi, type ModelApiAnswer, says, stallsInBody } from "../support/model-api.ts";
import { hasServers, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice, bruno } from "../support/shop.ts";

const PLAN = `<execute_javascript>
answer_text = "Noted."; STATUS = "success"; ACTION = "read";
</execute_javascript>`;
const PIECE_MS = 250;
const BUDGET_MS = 2_000;

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let api: ModelApi;
  let shop: ServerShop;
  beforeEach(async () => {
    api = await createModelApi(says(PLAN));
  });
  afterEach(async () => {
    await shop.close();
    await api.close();
  });
  const environment = (more: { [name: string]: string } = {}) => ({ OPENAI_BASE_URL: api.baseUrl, ...more });

  test("a model that takes seconds keeps only its own conversation waiting", async () => {
    shop = await openServerShop(servers, { environment: environment({ QUEUE_CONCURRENCY: "8" }) });
    const gate = Promise.withResolvers<void>();
    const slowly: ModelApiAnswer = async (response, request) => {
      await gate.promise;
      await says(PLAN, { pauseMs: PIECE_MS })(response, request);
    };
    api.next(slowly, slowly);
    const slow = [shop.say(alice, "slow", "slow a"), shop.say(bruno, "slow", "slow b")];
    await expect.poll(() => api.requests.length).toBe(2);
    const quick = ["a", "b", "c", "d", "e"].map((place) => shop.say(alice, "quick", place));
    await Promise.all(quick);
    expect(shop.posted).toHaveLength(quick.length);
    gate.resolve();
    expect((await Promise.all(slow)).map(({ text }) => text)).toEqual(["Noted.", "Noted."]);
    expect(api.requests).toHaveLength(7);
  });

  test("B38, B39: a model that stalls is given up within its budget, politely, and retry works the request again", async () => {
    shop = await openServerShop(servers, { environment: environment({ MODEL_BUDGET_MS: String(BUDGET_MS) }) });
    api.next(stallsInBody());
    const startedAt = performance.now();
    const { text, card } = await shop.say(alice, "two moon");
    // Three times the budget would be the fault: one budget for each try.
    expect(performance.now() - startedAt).toBeLessThan(BUDGET_MS * 2.5);
    expect(performance.now() - startedAt).toBeGreaterThan(BUDGET_MS * 0.9);
    expect(text).toMatch(/the language model does not answer.*kept.*retry/);
    expect(card).toBeNull();
    expect(api.requests).toHaveLength(1);
    expect(await shop.say(alice, "retry")).toMatchObject({ text: "Noted." });
    expect(api.requests).toHaveLength(2);
    expect(api.requests[1]?.body.messages.at(-1)?.content).toContain("two moon");
    expect(await shop.sql("SELECT stage FROM requests WHERE text = 'two moon'")).toEqual([{ stage: "done" }]);
  });

  test("B39: a model that cannot be reached at all takes one budget, however often it is tried", async () => {
    await api.close();
    shop = await openServerShop(servers, { environment: environment({ MODEL_BUDGET_MS: String(BUDGET_MS) }) });
    const startedAt = performance.now();
    expect(await shop.say(alice, "two moon")).toMatchObject({ text: expect.stringContaining("retry") });
    expect(performance.now() - startedAt).toBeLessThan(BUDGET_MS * 2.5);
    expect(await shop.count("SELECT count(*) FROM runs")).toBe(1);
    api = await createModelApi();
  });
});
