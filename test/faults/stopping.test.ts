import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MainProcess, startMain } from "../support/main-process.ts";
import { createModelApi, type ModelApi, says, stallsBeforeHeaders, stallsInBody } from "../support/model-api.ts";
import { hasServers, openServerShop, type ServerShop, serversForThisFile } from "../support/server-shop.ts";
import { alice } from "../support/shop.ts";

const PLAN = `<execute_javascript>
answer_text = "Noted."; STATUS = "success"; ACTION = "read";
</execute_javascript>`;
// An orchestrator kills after 25 s.
const LONGEST_STOP_MS = 25_000;
const IDLE_STOP_MS = 8_000;

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let api: ModelApi;
  let shop: ServerShop;
  const children: MainProcess[] = [];
  beforeEach(async () => {
    api = await createModelApi(says(PLAN));
    shop = await openServerShop(servers, { services: 0, environment: { OPENAI_BASE_URL: api.baseUrl } });
  });
  afterEach(async () => {
    for (const { child } of children.splice(0)) child.kill("SIGKILL");
    await shop.close();
    await api.close();
  });

  async function start(role: "intake" | "worker"): Promise<MainProcess> {
    const started = await startMain(role, shop.environment);
    children.push(started);
    return started;
  }

  test.each([
    ["before the first word", stallsBeforeHeaders()],
    ["in the middle of the answer", stallsInBody("<execute_javascript>")],
  ])(
    "B13: a worker told to stop during a model call, %s, hangs up, ends well, and the next one answers once",
    async (_, stall) => {
      const intake = await shop.start({ works: false });
      const first = await start("worker");
      api.next(stall);
      await shop.send(alice, "two moon", "thread", { through: intake });
      await expect.poll(() => api.requests.length).toBe(1);
      const { code, ms } = await first.stop();
      expect(first.stderr()).toBe("");
      expect(code).toBe(0);
      expect(ms).toBeLessThan(LONGEST_STOP_MS);
      await expect.poll(() => api.requests[0]?.wasLeft).toBe(true);
      expect(await shop.sql("SELECT stage, tries FROM requests")).toEqual([{ stage: "received", tries: 0 }]);

      await start("worker");
      const texts = () => shop.sql("SELECT reply->>'text' AS text FROM outbox");
      await expect.poll(texts).toEqual([{ text: "Noted." }]);
      expect(api.requests).toHaveLength(2);
      expect(await shop.count("SELECT count(*) FROM runs")).toBe(1);
    },
  );

  test("a process with nothing to do ends in a few seconds when it is told to", async () => {
    const ends = await Promise.all((["worker", "intake"] as const).map(async (role) => (await start(role)).stop()));
    for (const { code, ms } of ends) {
      expect(code).toBe(0);
      expect(ms).toBeLessThan(IDLE_STOP_MS);
    }
  });

  test("a process whose Redis is gone ends as well", async () => {
    const processes = await Promise.all([start("worker"), start("intake")]);
    await servers.redis.halt();
    try {
      const ends = await Promise.all(processes.map((one) => one.stop()));
      for (const { code, ms } of ends) {
        expect(code).toBe(0);
        expect(ms).toBeLessThan(LONGEST_STOP_MS);
      }
    } finally {
      await servers.redis.start();
    }
  });
});
