import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MainProcess, startMain } from "../support/main-process.ts";
import { createModelApi, type ModelApi, says } from "../support/model-api.ts";
import { createStore } from "../support/postgres-server.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const PLAN = `<execute_javascript>
answer_text = "Noted."; STATUS = "success"; ACTION = "read";
</execute_javascript>`;

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let api: ModelApi;
  let intake: MainProcess;
  let worker: MainProcess;
  let release: () => void;
  beforeEach(async () => {
    const gate = Promise.withResolvers<void>();
    release = gate.resolve;
    api = await createModelApi(async (response, request) => {
      await gate.promise;
      await says(PLAN)(response, request);
    });
    const environment = {
      DATABASE_URL: await createStore(servers.postgres),
      REDIS_URL: servers.redis.url,
      OPENAI_BASE_URL: api.baseUrl,
      BURST_MS: "0",
      SWEEP_MS: "500",
    };
    [intake, worker] = await Promise.all([startMain("intake", environment), startMain("worker", environment)]);
  });
  afterEach(async () => {
    for (const { child } of [intake, worker]) child.kill("SIGKILL");
    await api.close();
  });

  function post(path: string): Promise<Response> {
    const body = JSON.stringify({ message: "two moon", customerId: 1 });
    return fetch(`${intake.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body });
  }
  const areRunning = () => [intake, worker].every(({ child }) => child.exitCode === null && child.signalCode === null);

  test("who waits at the page gets the reply although Redis was away when it was ready", async () => {
    const answered = post("/api/messages");
    await expect.poll(() => api.requests.length).toBe(1);
    await servers.redis.halt();
    try {
      release();
      const runs = async () => {
        const response = await fetch(`${intake.url}/api/runs`);
        return ((await response.json()) as { runs: object[] }).runs.length;
      };
      await expect.poll(runs).toBe(1);
    } finally {
      await servers.redis.start();
    }
    expect(await (await answered).json()).toMatchObject({ answerText: "Noted.", status: "success" });
    expect(api.requests).toHaveLength(1);
    expect(areRunning()).toBe(true);
  });

  test("who writes while Redis is away is told at once that it takes longer, and is answered when it is back", async () => {
    release();
    await servers.redis.halt();
    let reader: ReadableStreamDefaultReader<string> | undefined;
    try {
      const response = await post("/api/messages/stream");
      reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const first = await reader?.read();
      expect(first?.value).toMatch(/^event: status\ndata: \{"stage":"delayed"/);
    } finally {
      await servers.redis.start();
    }
    let rest = "";
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) rest += piece.value;
    expect(rest).toMatch(/event: content\ndata: \{"text":"Noted\."\}/);
    expect(rest).toMatch(/event: done\n/);
    expect(api.requests).toHaveLength(1);
    expect(areRunning()).toBe(true);
  });

  test("who waits at the page gets the reply although Postgres crashed meanwhile, and no process ends", async () => {
    const answered = post("/api/messages");
    await expect.poll(() => api.requests.length).toBe(1);
    await servers.postgres.restart("immediate");
    release();
    expect(await (await answered).json()).toMatchObject({ answerText: "Noted.", status: "success" });
    for (const { url } of [intake, worker]) {
      await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
    }
    expect(areRunning()).toBe(true);
  });
});
