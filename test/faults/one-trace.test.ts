import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MainProcess, startMain } from "../support/main-process.ts";
import { createModelApi, type ModelApi, says } from "../support/model-api.ts";
import { createOtlpCollector, type OtlpCollector } from "../support/otlp-collector.ts";
import { createStore } from "../support/postgres-server.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const PLAN = `<execute_javascript>
await shop.purchase({ itemId: "SG006", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";
</execute_javascript>`;
const WORDS = "one moon as a surprise for Edith";

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  let api: ModelApi;
  let collector: OtlpCollector;
  let intake: MainProcess;
  let worker: MainProcess;
  beforeEach(async () => {
    [api, collector] = await Promise.all([createModelApi(says(PLAN)), createOtlpCollector()]);
    const environment = {
      DATABASE_URL: await createStore(servers.postgres),
      REDIS_URL: servers.redis.url,
      OPENAI_BASE_URL: api.baseUrl,
      MODEL: "test-model",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      BURST_MS: "100",
    };
    [intake, worker] = await Promise.all([
      startMain("intake", { ...environment, OTEL_SERVICE_NAME: "the-intake" }),
      startMain("worker", { ...environment, OTEL_SERVICE_NAME: "the-worker" }),
    ]);
  });
  afterEach(async () => {
    for (const { child } of [intake, worker]) child.kill("SIGKILL");
    await Promise.all([api.close(), collector.close()]);
  });

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(`${intake.url}${path}`, request);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  }

  const spanNamed = (name: string, traceId?: string) => {
    const found = collector.spans.filter((span) => span.name === name && (traceId ?? span.traceId) === span.traceId);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0] as (typeof found)[number];
  };

  test("a message and its press are each one trace over both processes, and health and metrics tell of them", async () => {
    const asked = await post<{ answerText: string; card: { id: string } }>("/api/messages", {
      message: WORDS,
      customerId: 1,
    });
    expect(asked).toMatchObject({ answerText: "Ready to be confirmed.", card: { state: "pending" } });
    const pressed = await post(`/api/approvals/${asked.card.id}`, { decision: "confirm" });
    expect(pressed).toMatchObject({ card: { state: "committed" } });

    for (const { url } of [intake, worker]) {
      const health = await fetch(`${url}/health`);
      expect(health.status).toBe(200);
      expect(await health.json()).toMatchObject({
        status: "ok",
        parts: { queue: { status: "ok" }, model: { name: "test-model" } },
      });
    }
    const metrics = await (await fetch(`${worker.url}/metrics`)).text();
    expect(metrics).toMatch(/^tillhand_requests_total\{status="success"\} 1$/m);
    expect(metrics).toMatch(/^tillhand_presses_total\{outcome="committed"\} 1$/m);
    expect(metrics).toMatch(/^tillhand_request_duration_seconds_count 1$/m);
    expect(metrics).toMatch(/^tillhand_model_tokens_total\{model="test-model",kind="input"\} 100$/m);

    // What is left of the spans is sent at the end.
    expect(await Promise.all([intake.stop(), worker.stop()])).toMatchObject([{ code: 0 }, { code: 0 }]);
    const message = spanNamed("receive message");
    const answer = spanNamed("answer request");
    const { traceId } = message;
    expect(message).toMatchObject({ service: "the-intake", parentSpanId: null, isFailed: false });
    expect(answer).toMatchObject({ service: "the-worker", parentSpanId: message.spanId });
    for (const name of ["chat test-model", "sandbox run"]) {
      expect(spanNamed(name)).toMatchObject({ service: "the-worker", traceId, parentSpanId: answer.spanId });
    }
    expect(spanNamed("post reply", traceId)).toMatchObject({ service: "the-worker", parentSpanId: message.spanId });

    const press = spanNamed("receive press");
    expect(press).toMatchObject({ service: "the-intake", parentSpanId: null });
    expect(spanNamed("work press")).toMatchObject({
      service: "the-worker",
      traceId: press.traceId,
      parentSpanId: press.spanId,
    });
    expect(spanNamed("post reply", press.traceId)).toMatchObject({ parentSpanId: press.spanId });
    expect(collector.bodies.join("")).not.toMatch(/Edith|Alice/);
  });
});
