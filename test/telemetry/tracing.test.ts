import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createLog } from "../../src/telemetry/log.ts";
import { inSpan, startTracing, traceparent } from "../../src/telemetry/tracing.ts";
import { createOtlpCollector, type OtlpCollector } from "../support/otlp-collector.ts";

const SOURCE = join(import.meta.dirname, "../../src/telemetry");
const quiet = createLog("silent");
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close();
});

async function openCollector(): Promise<OtlpCollector> {
  const collector = await createOtlpCollector();
  opened.push(collector);
  return collector;
}

async function startTo(endpoint: string, serviceName = "tillhand-test") {
  const tracing = await startTracing({ endpoint, serviceName }, quiet);
  opened.push(tracing);
  return tracing;
}

/** A process of its own; `body` has the tracing functions, `log` and the arguments. */
async function runProcess(body: string, ...args: string[]) {
  const script = `
    import { createLog } from ${JSON.stringify(join(SOURCE, "log.ts"))};
    import { inSpan, startTracing, traceparent } from ${JSON.stringify(join(SOURCE, "tracing.ts"))};
    const [, endpoint, parent] = process.argv;
    const log = createLog("info");
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], { stdio: "pipe" });
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr), once(child, "close")]);
  return { code: child.exitCode, stdout, stderr };
}

const internal = { kind: "internal", attributes: {} } as const;

test("one trace goes from the message through another process to the reply", async () => {
  const collector = await openCollector();
  const tracing = await startTo(collector.endpoint, "intake");
  const stored = await inSpan(
    "receive message",
    { kind: "server", attributes: { "tillhand.platform": "web" }, parent: null },
    async () => traceparent(),
  );
  await tracing.close();
  expect(stored).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);

  const worker = await runProcess(
    `const tracing = await startTracing({ endpoint, serviceName: "worker" }, log);
    await inSpan("answer request", { kind: "consumer", attributes: {}, parent }, async () => {
      await Promise.all([1, 2].map((n) => inSpan("step " + n, { kind: "internal", attributes: { n } }, async () => {})));
      log.info("worked");
    });
    await tracing.close();`,
    collector.endpoint,
    stored ?? "",
  );
  expect(worker).toMatchObject({ code: 0, stdout: "" });

  const spanOf = (name: string) => collector.spans.find((span) => span.name === name);
  const [receive, answer] = [spanOf("receive message"), spanOf("answer request")];
  expect(collector.spans.map((span) => span.name).sort()).toEqual([
    "answer request",
    "receive message",
    "step 1",
    "step 2",
  ]);
  expect(new Set(collector.spans.map((span) => span.traceId)).size).toBe(1);
  expect(receive).toMatchObject({ service: "intake", kind: 2, parentSpanId: null, isFailed: false });
  expect(receive?.attributes).toEqual({ "tillhand.platform": "web" });
  expect(answer).toMatchObject({ service: "worker", kind: 5, parentSpanId: receive?.spanId });
  for (const n of [1, 2])
    expect(spanOf(`step ${n}`)).toMatchObject({ parentSpanId: answer?.spanId, attributes: { n } });
  expect(JSON.parse(worker.stderr)).toMatchObject({
    msg: "worked",
    trace_id: answer?.traceId,
    span_id: answer?.spanId,
  });
});

test("work that answers several messages is linked to each of them", async () => {
  const collector = await openCollector();
  const tracing = await startTo(collector.endpoint);
  const first = await inSpan("receive message", { ...internal, parent: null }, async () => traceparent());
  const second = await inSpan("receive message", { ...internal, parent: null }, async () => traceparent());
  await inSpan("answer request", { ...internal, parent: first, links: [second, null, "nonsense"] }, async () => {});
  await tracing.close();
  const [one, two, answer] = collector.spans;
  expect(answer).toMatchObject({ traceId: one?.traceId, parentSpanId: one?.spanId });
  expect(answer?.links).toEqual([{ traceId: two?.traceId, spanId: two?.spanId }]);
  expect(two?.traceId).not.toBe(one?.traceId);
});

test("what was stored without a trace, or is none, begins a trace of its own", async () => {
  const collector = await openCollector();
  const tracing = await startTo(collector.endpoint);
  for (const parent of [null, "", "00-xyz-1-01", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`]) {
    await inSpan("outer", internal, () => inSpan("inner", { ...internal, parent }, async () => {}));
  }
  await tracing.close();
  const inner = collector.spans.filter((span) => span.name === "inner");
  expect(inner.map((span) => span.parentSpanId)).toEqual([null, null, null, null]);
});

test("an error is recorded by its code and name, and never by its words", async () => {
  const collector = await openCollector();
  const tracing = await startTo(collector.endpoint);
  const coded = Object.assign(new RangeError("alice@example.com wants sunglasses"), { code: "23514" });
  await expect(inSpan("coded", internal, () => Promise.reject(coded))).rejects.toBe(coded);
  const wordy = Object.assign(new Error("secret words"), { code: "secret words of a code", name: "secret words" });
  await expect(inSpan("wordy", internal, () => Promise.reject(wordy))).rejects.toBe(wordy);
  await inSpan("told", internal, async (span) => span.failed("TIMEOUT"));
  await tracing.close();
  const [first, second, third] = collector.spans;
  expect(first).toMatchObject({ isFailed: true, attributes: { "error.type": "23514" } });
  expect(first?.events).toEqual([{ name: "exception", attributes: { "exception.type": "RangeError" } }]);
  expect(second).toMatchObject({ isFailed: true, attributes: { "error.type": "Error" } });
  expect(third).toMatchObject({ isFailed: true, attributes: { "error.type": "TIMEOUT" } });
  expect(collector.bodies.join()).not.toMatch(/alice|sunglasses|secret/);
});

test("without settings the work is done, no traceparent is kept, and nothing of the SDK is loaded", async () => {
  const { stdout, stderr, code } = await runProcess(`
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const tracing = await startTracing(null, log);
    const result = await inSpan("work", { kind: "internal", attributes: {}, parent: null }, async (span) => {
      span.note({ n: 1 });
      log.info("here");
      return [1, traceparent()];
    });
    await tracing.close();
    console.log(JSON.stringify({ result, loaded }));`);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ result: [1, null], loaded: [] });
  expect(JSON.parse(stderr)).not.toHaveProperty("trace_id");
});

test("a collector that is away disturbs nobody: the work goes on, the end comes soon, one line says so", async () => {
  const startedAt = performance.now();
  const { code, stdout, stderr } = await runProcess(
    `const tracing = await startTracing({ endpoint, serviceName: "tillhand" }, log);
    for (let n = 0; n < 3_000; n++) await inSpan("work", { kind: "internal", attributes: { n } }, async () => {});
    console.log("worked");
    await tracing.close();`,
    "http://127.0.0.1:9/",
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: "worked\n" });
  const lines = stderr
    .trim()
    .split("\n")
    .filter((line) => line !== "");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", msg: expect.stringContaining("collector") });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test("a collector that refuses is complained of once, and again only after it has taken something", async () => {
  const collector = await openCollector();
  collector.answerWith(400);
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => void warnings.push(fields) } as unknown as ReturnType<typeof createLog>;
  const tracing = await startTracing({ endpoint: collector.endpoint, serviceName: "tillhand" }, log);
  opened.push(tracing);
  // A full batch goes out at once.
  const work = async () => {
    for (let n = 0; n < 512; n++) await inSpan("work", internal, async () => {});
    await sleep(500);
  };
  await work();
  await work();
  expect(warnings).toHaveLength(1);
  collector.answerWith(200);
  await work();
  expect(collector.spans.length).toBeGreaterThan(0);
  collector.answerWith(400);
  await work();
  expect(warnings).toHaveLength(2);
});
