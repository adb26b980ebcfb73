import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMetrics, type GaugeReads, type Metrics } from "../../src/telemetry/metrics.ts";

const TABLE = join(import.meta.dirname, "../../docs/metrics.md");

const REQUEST = {
  status: "success",
  attempts: 2,
  stages: [
    { stage: "received", atMs: 0 },
    { stage: "planning", atMs: 40 },
    { stage: "running", atMs: 3_040 },
    { stage: "done", atMs: 3_060 },
  ],
  model: "test-model",
  usage: { promptTokens: 2_000, completionTokens: 300, costUsd: 0.25 },
};
const CALM: GaugeReads = {
  waiting: async () => ({ oldestSeconds: 12.5, messages: 3, presses: 1, replies: 0, openApprovals: 4 }),
  pool: () => ({ used: 2, idle: 8, waiting: 0 }),
};

/** Every line is HELP, TYPE or a sample of the metric announced before it, as Prometheus wants it. */
async function scrape(metrics: Metrics) {
  const { contentType, body } = await metrics.text();
  expect(contentType).toContain("text/plain; version=0.0.4");
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  let current = "";
  for (const line of body.split("\n").filter((text) => text !== "")) {
    const help = /^# HELP (\w+) \S.*$/.exec(line);
    const type = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line);
    const sample = /^(\w+)(\{(?:\w+="[^"]*",?)*\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|Nan|[+-]Inf)$/.exec(line);
    if (help !== null) current = help[1] ?? "";
    else if (type !== null) {
      expect(type[1]).toBe(current);
      expect(types.has(current)).toBe(false);
      types.set(current, type[2] ?? "");
    } else {
      expect(sample, line).not.toBeNull();
      expect(sample?.[1]?.startsWith(current), line).toBe(true);
      const key = `${sample?.[1]}${sample?.[2] ?? ""}`;
      expect(samples.has(key), line).toBe(false);
      samples.set(key, Number(sample?.[3]));
    }
  }
  return { types, value: (name: string) => samples.get(name), names: [...samples.keys()] };
}

test("what happened in the service can be read from a scrape", async () => {
  const metrics = createMetrics();
  metrics.answered(REQUEST);
  metrics.answered({ ...REQUEST, status: "model-unavailable", attempts: 0 });
  metrics.stagesEnded([
    { stage: "committing", atMs: 5_000 },
    { stage: "done", atMs: 5_200 },
  ]);
  metrics.pressed("committed");
  metrics.sandboxEnded("TIMEOUT");
  metrics.conflictRetried();
  metrics.conflictRetried();
  metrics.capped("customer");
  metrics.draftDropped();
  metrics.wakeFailed();
  metrics.replySent();
  metrics.replyFailed();
  metrics.watch(CALM);
  const { value, types } = await scrape(metrics);

  expect(value('tillhand_requests_total{status="success"}')).toBe(1);
  expect(value('tillhand_requests_total{status="model-unavailable"}')).toBe(1);
  expect(value('tillhand_requests_total{status="fault"}')).toBe(0);
  expect(value("tillhand_request_attempts_sum")).toBe(2);
  expect(value('tillhand_request_attempts_bucket{le="0"}')).toBe(1);
  expect(value("tillhand_request_duration_seconds_sum")).toBeCloseTo(6.12);
  expect(value('tillhand_stage_duration_seconds_sum{stage="received"}')).toBeCloseTo(0.08);
  expect(value('tillhand_stage_duration_seconds_sum{stage="planning"}')).toBeCloseTo(6);
  expect(value('tillhand_stage_duration_seconds_sum{stage="committing"}')).toBeCloseTo(0.2);
  expect(value('tillhand_stage_duration_seconds_count{stage="done"}')).toBeUndefined();
  expect(value('tillhand_presses_total{outcome="committed"}')).toBe(1);
  expect(value('tillhand_sandbox_runs_total{outcome="TIMEOUT"}')).toBe(1);
  expect(value('tillhand_sandbox_runs_total{outcome="ok"}')).toBe(0);
  expect(value('tillhand_model_tokens_total{model="test-model",kind="input"}')).toBe(4_000);
  expect(value('tillhand_model_tokens_total{model="test-model",kind="output"}')).toBe(600);
  expect(value('tillhand_model_cost_usd_total{model="test-model"}')).toBe(0.5);
  expect(value("tillhand_database_conflicts_total")).toBe(2);
  expect(value('tillhand_caps_reached_total{cap="customer"}')).toBe(1);
  expect(value("tillhand_drafts_dropped_total")).toBe(1);
  expect(value("tillhand_wakes_failed_total")).toBe(1);
  expect(value('tillhand_replies_total{outcome="sent"}')).toBe(1);
  expect(value('tillhand_replies_total{outcome="failed"}')).toBe(1);
  expect(value("tillhand_queue_oldest_seconds")).toBe(12.5);
  expect(value('tillhand_queue_items{kind="messages"}')).toBe(3);
  expect(value("tillhand_approvals_open")).toBe(4);
  expect(value('tillhand_database_pool{state="idle"}')).toBe(8);
  expect(types.get("tillhand_request_duration_seconds")).toBe("histogram");
  expect(types.get("process_resident_memory_bytes")).toBe("gauge");
});

test("a mark set by a clock that goes behind counts as no time, not as an error", async () => {
  const metrics = createMetrics();
  metrics.answered({
    ...REQUEST,
    stages: [
      { stage: "received", atMs: 0 },
      { stage: "done", atMs: -30 },
    ],
  });
  const { value } = await scrape(metrics);
  expect(value("tillhand_request_duration_seconds_sum")).toBe(0);
  expect(value('tillhand_stage_duration_seconds_sum{stage="received"}')).toBe(0);
});

test("what a plan or a model calls itself makes no new series", async () => {
  const metrics = createMetrics();
  for (let i = 0; i < 200; i++) {
    metrics.answered({
      ...REQUEST,
      status: `status ${i}`,
      model: `model-${i}`,
      stages: [
        { stage: `stage ${i}`, atMs: 0 },
        { stage: "done", atMs: 1 },
      ],
    });
    metrics.pressed(`outcome ${i}`);
    metrics.sandboxEnded(`"} evil{${i}`);
  }
  const { value, names } = await scrape(metrics);
  expect(value('tillhand_requests_total{status="other"}')).toBe(200);
  expect(value('tillhand_presses_total{outcome="other"}')).toBe(200);
  expect(value('tillhand_sandbox_runs_total{outcome="other"}')).toBe(200);
  expect(value('tillhand_stage_duration_seconds_count{stage="other"}')).toBe(200);
  expect(value('tillhand_model_cost_usd_total{model="other"}')).toBe(180 * REQUEST.usage.costUsd);
  expect(names.length).toBeLessThan(400);
});

test("gauges that cannot be read are absent, and the scrape goes on", async () => {
  const metrics = createMetrics();
  const before = await scrape(metrics);
  expect(before.value("tillhand_approvals_open")).toBeUndefined();

  let isBroken = false;
  metrics.watch({
    waiting: async () => (isBroken ? Promise.reject(new Error("no database")) : CALM.waiting()),
    pool: () => {
      if (isBroken) throw new Error("no pool");
      return CALM.pool();
    },
  });
  expect((await scrape(metrics)).value("tillhand_approvals_open")).toBe(4);

  isBroken = true;
  const { value, names } = await scrape(metrics);
  expect(names.filter((name) => /^tillhand_(?:queue|approvals|database_pool)/.test(name))).toEqual([]);
  expect(value('tillhand_gauge_reads_failed_total{read="waiting"}')).toBe(1);
  expect(value('tillhand_gauge_reads_failed_total{read="pool"}')).toBe(1);

  isBroken = false;
  const after = await scrape(metrics);
  expect(after.value("tillhand_queue_oldest_seconds")).toBe(12.5);
  expect(after.value('tillhand_gauge_reads_failed_total{read="waiting"}')).toBe(1);
});

test("a database that hangs holds no scrape for long, and is asked once however often it is scraped", async () => {
  const metrics = createMetrics();
  let asked = 0;
  metrics.watch({
    waiting: () => {
      asked++;
      return new Promise(() => {});
    },
    pool: () => ({ used: 1, idle: 0, waiting: 0 }),
  });
  const startedAt = performance.now();
  const [first] = await Promise.all([scrape(metrics), scrape(metrics)]);
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  expect(asked).toBe(1);
  expect(first.value("tillhand_queue_oldest_seconds")).toBeUndefined();
  expect(first.value('tillhand_database_pool{state="used"}')).toBe(1);
  expect(first.value('tillhand_gauge_reads_failed_total{read="pool"}')).toBe(0);
});

test("two services in one process count apart", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.draftDropped();
  expect((await scrape(other)).value("tillhand_drafts_dropped_total")).toBe(0);
});

test("docs/metrics.md lists each metric with its type, and none that is not there", async () => {
  const rows = readFileSync(TABLE, "utf8").matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) +\|/gm);
  const listed = [...rows].map(([, name, type]) => `${name} ${type}`);
  const { types } = await scrape(createMetrics());
  const actual = [...types].map(([name, type]) => `${name} ${type}`);
  // Some figures about the process are to be had on Linux only.
  const isElsewhere = (line: string) => process.platform !== "linux" && !line.startsWith("tillhand_");
  expect(actual.filter((line) => !listed.includes(line))).toEqual([]);
  expect(listed.filter((line) => !actual.includes(line) && !isElsewhere(line))).toEqual([]);
});

test("docs/metrics.md names the labels that a metric has", async () => {
  const metrics = createMetrics();
  metrics.answered(REQUEST);
  metrics.watch(CALM);
  const { names } = await scrape(metrics);
  const rows = [...readFileSync(TABLE, "utf8").matchAll(/^\| `(tillhand_\w+)` +\| \w+ +\| (.*?) +\|/gm)];
  for (const [, name = "", labels = ""] of rows) {
    const sample = names.find((key) => new RegExp(`^${name}(?:_count)?(?:\\{|$)`).test(key)) ?? "";
    const actual = [...sample.matchAll(/(\w+)="/g)].map((match) => match[1]);
    expect(
      [...labels.matchAll(/`(\w+)`/g)].map((match) => match[1]).filter((label) => actual.includes(label)),
      name,
    ).toEqual(actual);
    expect(labels === "–", name).toBe(actual.length === 0);
  }
});
