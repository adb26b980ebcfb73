import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asksForPatience, createModelApi, type ModelApi, says } from "../support/model-api.ts";
import { hasServers, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice, bruno } from "../support/shop.ts";

const PLAN = `<execute_javascript>
answer_text = "Noted."; STATUS = "success"; ACTION = "read";
</execute_javascript>`;
// Longer than half of the budget, within which the call itself would wait.
const PATIENCE_S = 4;
const ENVIRONMENT = { MODEL_BUDGET_MS: "4000" };

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let api: ModelApi;
  let shop: ServerShop;
  beforeEach(async () => {
    api = await createModelApi(says(PLAN));
    shop = await openServerShop(servers, {
      services: 0,
      environment: { OPENAI_BASE_URL: api.baseUrl, ...ENVIRONMENT },
    });
  });
  afterEach(async () => {
    await shop.close();
    await api.close();
  });

  test("B40: a model that asks for patience is asked again then and not before, and the person is told", async () => {
    await Promise.all([shop.start(), shop.start()]);
    api.next(asksForPatience(String(PATIENCE_S)));
    const startedAt = performance.now();
    const reply = shop.say(alice, "two moon");
    await expect
      .poll(() => shop.marks)
      .toContainEqual(expect.objectContaining({ stage: "delayed", forMs: PATIENCE_S * 1_000 }));
    // Its own conversation waits; a wake-up in between does not ask either. Others go on.
    expect(await shop.say(bruno, "one moon", "other")).toMatchObject({ text: "Noted." });
    await shop.send(bruno, "hello");
    expect(await reply).toMatchObject({ text: "Noted." });
    expect(performance.now() - startedAt).toBeGreaterThan(PATIENCE_S * 1_000);
    await expect.poll(() => shop.posted.length).toBe(3);
    expect(api.requests).toHaveLength(4);
  });

  test("B40: a request that was put off is answered by another process when the first was closed meanwhile", async () => {
    const first = await shop.start();
    api.next(asksForPatience(String(PATIENCE_S)));
    const startedAt = performance.now();
    await shop.send(alice, "two moon");
    await expect.poll(() => shop.marks.map(({ stage }) => stage)).toContain("delayed");
    await first.close();
    await shop.start();
    await expect.poll(() => shop.posted.map(({ text }) => text)).toEqual(["Noted."]);
    expect(performance.now() - startedAt).toBeGreaterThan(PATIENCE_S * 1_000);
    expect(api.requests).toHaveLength(2);
  });

  test("B40: a model that keeps asking for patience is given up politely, and so is one that asks for too much", async () => {
    await shop.start();
    const short = asksForPatience("2.1");
    api.next(short, short, short);
    expect(await shop.say(alice, "two moon")).toMatchObject({ text: expect.stringMatching(/does not answer.*retry/) });
    expect(api.requests).toHaveLength(3);
    // The most that a request is put off for are 15 minutes.
    api.next(asksForPatience("901"));
    expect(await shop.say(alice, "two moon", "other")).toMatchObject({
      text: expect.stringMatching(/does not answer.*retry/),
    });
    expect(api.requests).toHaveLength(4);
    expect(await shop.say(alice, "retry", "other")).toMatchObject({ text: "Noted." });
  });
});
