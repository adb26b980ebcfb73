import { afterEach, beforeEach, expect, test } from "vitest";
import type { Model, ModelReply, PlanTask } from "../../src/model/model.ts";
import type { PlanJob, PlanOutcome, Sandbox } from "../../src/sandbox/sandbox.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { tracedModel } from "../../src/telemetry/traced-model.ts";
import { tracedSandbox } from "../../src/telemetry/traced-sandbox.ts";
import { inSpan, startTracing, type Tracing } from "../../src/telemetry/tracing.ts";
import { createOtlpCollector, type OtlpCollector } from "../support/otlp-collector.ts";

let collector: OtlpCollector;
let tracing: Tracing;

beforeEach(async () => {
  collector = await createOtlpCollector();
  tracing = await startTracing({ endpoint: collector.endpoint, serviceName: "tillhand-test" }, createLog("silent"));
});
afterEach(async () => {
  await tracing.close();
  await collector.close();
});

const TASK: PlanTask = {
  turns: [{ role: "user", text: "prompt of alice" }],
  request: {
    user_request: "words of alice",
    history: [],
    requester: { role: "customer", customerId: 1, name: "Alice" },
    now: "2026-12-01T12:00:00.000Z",
    pending: null,
  },
};
const USAGE = { promptTokens: 1_200, cachedTokens: 1_000, completionTokens: 90, costUsd: 0.002 };
const signal = new AbortController().signal;

/** Rejects where the reply is an error. */
function modelThatSays(reply: ModelReply | Error): Model {
  return {
    name: "gpt-test",
    parameters: { temperature: 0.2, maxOutputTokens: 4_000 },
    write: async () => {
      if (reply instanceof Error) throw reply;
      return reply;
    },
    ping: async () => {},
  };
}

test("a model's answer is a client span by the conventions, without a word of prompt or answer", async () => {
  const reply = { kind: "text", text: "answer to alice", usage: USAGE } as const;
  const model = tracedModel(modelThatSays(reply), "openai");
  expect(model).toMatchObject({ name: "gpt-test", parameters: { temperature: 0.2, maxOutputTokens: 4_000 } });
  await inSpan("answer request", { kind: "consumer", attributes: {} }, async () => {
    expect(await model.write(TASK, signal)).toBe(reply);
  });
  await tracing.close();
  const [chat, request] = collector.spans;
  expect(chat).toMatchObject({ name: "chat gpt-test", kind: 3, parentSpanId: request?.spanId, isFailed: false });
  expect(chat?.attributes).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-test",
    "gen_ai.request.temperature": 0.2,
    "gen_ai.request.max_tokens": 4_000,
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 1_200,
    "gen_ai.usage.cache_read.input_tokens": 1_000,
    "gen_ai.usage.output_tokens": 90,
    "tillhand.model.cost_usd": 0.002,
    "tillhand.model.reply": "text",
  });
  expect(collector.bodies.join()).not.toMatch(/alice/i);
});

test("a model's other endings are told by their kind", async () => {
  const endings: [ModelReply | Error, string][] = [
    [{ kind: "refused", usage: USAGE }, "content_filter"],
    [{ kind: "cut-off", text: "half an answer", usage: USAGE }, "length"],
    [{ kind: "unavailable", reason: "words of the server", retryAfterMs: null }, "unavailable"],
    [new DOMException("words of the abort", "AbortError"), "AbortError"],
  ];
  for (const [reply] of endings) {
    await tracedModel(modelThatSays(reply), "openai")
      .write(TASK, signal)
      .catch((error) => expect(error).toBe(reply));
  }
  await tracing.close();
  const told = collector.spans.map(({ attributes }) => [
    attributes["gen_ai.response.finish_reasons"],
    attributes["error.type"],
  ]);
  expect(told).toEqual([
    [["content_filter"], undefined],
    [["length"], undefined],
    [undefined, "unavailable"],
    [undefined, "AbortError"],
  ]);
  expect(collector.bodies.join()).not.toMatch(/words of|half an answer/);
});

const JOB: PlanJob = { code: "plan of alice", data: {}, calls: ["db.item.findMany"], onCall: callOk };
const FINISHED = { kind: "finished", answer: {}, log: [], ms: 12 } as unknown as PlanOutcome;

async function callOk() {
  return { ok: true, value: "row of alice" } as const;
}

/** Calls the host twice and ends as told. */
function sandboxThat(outcome: PlanOutcome | Error): Sandbox {
  return {
    run: async ({ onCall }) => {
      for (let n = 0; n < 2; n++) expect(await onCall("db.item.findMany", {})).toMatchObject({ ok: true });
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    close: async () => {},
  };
}

test("a run in the sandbox is a span with its ending and host calls, and is counted", async () => {
  const counted: string[] = [];
  const metrics = { sandboxEnded: (outcome: string) => void counted.push(outcome) };
  const killed: PlanOutcome = { kind: "failed", error: { code: "TIMEOUT", message: "words" }, log: [], ms: 2_000 };
  const broken = new Error("no process");
  expect(await tracedSandbox(sandboxThat(FINISHED), metrics).run(JOB)).toBe(FINISHED);
  expect(await tracedSandbox(sandboxThat(killed), metrics).run(JOB)).toBe(killed);
  await expect(tracedSandbox(sandboxThat(broken), metrics).run(JOB)).rejects.toBe(broken);
  await tracing.close();
  expect(counted).toEqual(["ok", "TIMEOUT", "broken"]);
  expect(collector.spans.map(({ name, isFailed, attributes }) => ({ name, isFailed, ...attributes }))).toEqual([
    {
      name: "sandbox run",
      isFailed: false,
      "tillhand.sandbox.run_ms": 12,
      "tillhand.sandbox.outcome": "ok",
      "tillhand.sandbox.host_calls": 2,
    },
    {
      name: "sandbox run",
      isFailed: true,
      "error.type": "TIMEOUT",
      "tillhand.sandbox.run_ms": 2_000,
      "tillhand.sandbox.outcome": "TIMEOUT",
      "tillhand.sandbox.host_calls": 2,
    },
    {
      name: "sandbox run",
      isFailed: true,
      "error.type": "Error",
      "tillhand.sandbox.outcome": "broken",
      "tillhand.sandbox.host_calls": 2,
    },
  ]);
  expect(collector.bodies.join()).not.toMatch(/alice/);
});
