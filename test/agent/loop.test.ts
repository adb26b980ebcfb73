import { expect, test } from "vitest";
import { type LoopParts, runLoop } from "../../src/agent/loop.ts";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import { EMPTY_CHANGESET } from "../../src/changeset/changeset.ts";
import type { DryRun } from "../../src/changeset/dry-run.ts";
import type { DrawChart, Drawn } from "../../src/chart/chart.ts";
import type { Json } from "../../src/json.ts";
import type { Model, ModelReply } from "../../src/model/model.ts";
import { createScriptedModel, planReply } from "../support/scripted-model.ts";

const request = {
  user_request: "hello",
  history: [],
  requester: { role: "customer" as const, customerId: null, name: null },
  now: "2026-01-01T00:00:00.000Z",
  pending: null,
};
const usage = { promptTokens: 1_000, cachedTokens: 0, completionTokens: 100, costUsd: 0.01 };

function ran(answer_text: string | null, chart: Json = null): DryRun {
  const answer = {
    answer_text,
    STATUS: "success",
    ACTION: "read",
    pending: null,
    answer_rows: null,
    answer_json: null,
    chart,
  };
  return {
    outcome: { kind: "finished", answer, log: [], ms: 1 },
    changeset: EMPTY_CHANGESET,
    hostCalls: [],
    failedWrite: null,
  };
}

const NO_PICTURE: Drawn = { kind: "refused", fault: { code: "CHART_EMPTY", why: "nothing is drawn" } };
const PICTURE: Drawn = {
  ...{ kind: "drawn", png: new Uint8Array(), svg: "", altText: "", table: { columns: [], rows: [] } },
};

/** Drawn or not, as its title says. */
const drawTitled: DrawChart = async (spec) => (JSON.stringify(spec).includes("fine") ? PICTURE : NO_PICTURE);

function parts(model: Model, more: Partial<LoopParts> = {}): LoopParts & { stages: string[] } {
  const stages: string[] = [];
  return {
    model,
    dryRun: async (code) => ran(code.includes("good") ? "Hello!" : null),
    onStage: (stage) => void stages.push(stage),
    onAttempt: () => {},
    drawChart: async () => NO_PICTURE,
    limits: {
      attempts: 3,
      wallMs: 10_000,
      tokens: 60_000,
      usd: 1,
      answerChars: 600,
      table: TABLE_LIMITS,
      replyChars: 10_000,
    },
    signal: new AbortController().signal,
    stages,
    ...more,
  };
}

test("a plan that keeps the rules is accepted at the first attempt", async () => {
  const used = parts(createScriptedModel(["good()"]));
  const outcome = await runLoop(request, [], used);
  expect(outcome).toMatchObject({
    kind: "accepted",
    code: "good()",
    answer: { answerText: "Hello!", status: "success" },
  });
  expect(used.stages).toEqual(["planning", "running", "checking"]);
});

test("a failed attempt goes back to the model with its code and its own reply, and the next one counts", async () => {
  const model = createScriptedModel(["bad()", "good()"]);
  const used = parts(model);
  const outcome = await runLoop(request, [{ role: "system", text: "fixed" }], used);
  expect(outcome).toMatchObject({ kind: "accepted", attempts: [{ failure: { kind: "rule" } }, { failure: null }] });
  const turns = model.tasks[1]?.turns ?? [];
  expect(turns.map((turn) => turn.role)).toEqual(["system", "assistant", "user"]);
  expect(turns[2]?.text).toContain("ANSWER_MISSING");
  expect(used.stages).toEqual(["planning", "running", "checking", "repairing", "running", "checking"]);
});

test("repair ends with its attempts", async () => {
  const model = createScriptedModel(["bad()", "bad()", "bad()"]);
  expect(await runLoop(request, [], parts(model))).toMatchObject({ kind: "budget-spent", budget: "attempts" });
  model.assertSpent();
});

test("repair ends with its tokens and its money", async () => {
  const dear: ModelReply = { kind: "text", text: "<execute_javascript>bad()</execute_javascript>", usage };
  const limits = {
    attempts: 9,
    wallMs: 10_000,
    tokens: 2_000,
    usd: 1,
    answerChars: 600,
    table: TABLE_LIMITS,
    replyChars: 10_000,
  };
  const tokens = await runLoop(request, [], parts(createScriptedModel([dear, dear]), { limits }));
  expect(tokens).toMatchObject({ kind: "budget-spent", budget: "tokens" });
  const poor = { ...limits, tokens: 1e6, usd: 0.02 };
  const money = await runLoop(request, [], parts(createScriptedModel([dear, dear]), { limits: poor }));
  expect(money).toMatchObject({ kind: "budget-spent", budget: "money" });
});

test("repair ends with its time, also in the middle of a model's call", async () => {
  const stuck: Model = {
    ...createScriptedModel([]),
    write: (_task, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  };
  const limits = {
    attempts: 3,
    wallMs: 50,
    tokens: 60_000,
    usd: 1,
    answerChars: 600,
    table: TABLE_LIMITS,
    replyChars: 10_000,
  };
  expect(await runLoop(request, [], parts(stuck, { limits }))).toMatchObject({ kind: "budget-spent", budget: "time" });
});

test("what is no plan is never run: refused, cut off, empty, prose, endless", async () => {
  const replies: ModelReply[] = [
    { kind: "refused", usage },
    { kind: "cut-off", text: "await", usage },
    { kind: "empty", usage },
    { kind: "text", text: "I would rather not.", usage },
    { kind: "text", text: `<execute_javascript>${"//".repeat(10_000)}</execute_javascript>`, usage },
    planReply("good()"),
  ];
  const run: string[] = [];
  const used = parts(createScriptedModel(replies), {
    limits: {
      attempts: 6,
      wallMs: 10_000,
      tokens: 1e6,
      usd: 9,
      answerChars: 600,
      table: TABLE_LIMITS,
      replyChars: 10_000,
    },
    dryRun: async (code) => {
      run.push(code);
      return ran("Hello!");
    },
  });
  const outcome = await runLoop(request, [], used);
  expect(outcome.kind).toBe("accepted");
  expect(run).toEqual(["good()"]);
});

test("a model that cannot be had ends the loop at once and says when to come back", async () => {
  const model = createScriptedModel([{ kind: "unavailable", reason: "It does not answer.", retryAfterMs: 120_000 }]);
  const outcome = await runLoop(request, [], parts(model));
  expect(outcome).toMatchObject({ kind: "model-unavailable", retryAfterMs: 120_000, attempts: [] });
});

test("an abort from outside is no outcome: the request is worked again later", async () => {
  const stop = new AbortController();
  const stuck: Model = {
    ...createScriptedModel([]),
    write: async (_task, signal) => {
      stop.abort(new Error("stopping"));
      signal.throwIfAborted();
      return planReply("good()");
    },
  };
  await expect(runLoop(request, [], parts(stuck, { signal: stop.signal }))).rejects.toThrow("stopping");
});

const charting = (code: string) => ran(code.includes("bad") ? null : `Said by ${code}.`, { title: code });

test("a chart that cannot be shown goes back to the model, and the next one counts", async () => {
  const model = createScriptedModel(["empty", "fine"]);
  const used = parts(model, { dryRun: async (code) => charting(code), drawChart: drawTitled });
  const outcome = await runLoop(request, [], used);
  expect(outcome).toMatchObject({
    kind: "accepted",
    answer: { answerText: "Said by fine.", extras: { chart: { title: "fine" } }, warnings: [] },
    attempts: [{ failure: { kind: "rule", rule: { code: "CHART_EMPTY" } } }, { failure: null }],
  });
  expect(model.tasks[1]?.turns.at(-1)?.text).toMatch(/CHART_EMPTY.*nothing is drawn.*leave chart out/);
});

test("when no draft has a chart that can be shown, the answer goes out without one and says so in its warnings", async () => {
  const model = createScriptedModel(["empty", "bad()", "bad()"]);
  const used = parts(model, { dryRun: async (code) => charting(code), drawChart: drawTitled });
  expect(await runLoop(request, [], used)).toMatchObject({
    kind: "accepted",
    answer: {
      answerText: "Said by empty.",
      extras: { chart: null },
      warnings: ["the chart broke CHART_EMPTY and was left out: nothing is drawn"],
    },
  });
});

test("what was true is said without its chart when the model cannot be asked for a better one", async () => {
  const scripted = createScriptedModel(["empty"]);
  let asked = 0;
  const gone: Model = {
    ...scripted,
    write: async (task, signal) =>
      ++asked === 1 ? scripted.write(task, signal) : { kind: "unavailable", reason: "no answer", retryAfterMs: 1_000 },
  };
  const used = parts(gone, { dryRun: async (code) => charting(code), drawChart: drawTitled });
  expect(await runLoop(request, [], used)).toMatchObject({
    kind: "accepted",
    answer: { answerText: "Said by empty.", isLessShown: true, extras: { chart: null } },
  });
});

test("an answer without a chart is never drawn", async () => {
  const drawChart: DrawChart = () => Promise.reject(new Error("drawn"));
  const outcome = await runLoop(request, [], parts(createScriptedModel(["good()"]), { drawChart }));
  expect(outcome.kind).toBe("accepted");
});

test("a drawing that outlives the request's time is left out; one that is stopped from outside is no outcome", async () => {
  const drawChart: DrawChart = (_spec, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const limits = { ...parts(createScriptedModel([])).limits, wallMs: 50 };
  const slow = { limits, dryRun: async () => ran("Hello!", { title: "slow" }), drawChart };
  expect(await runLoop(request, [], parts(createScriptedModel(["slow"]), slow))).toMatchObject({
    kind: "accepted",
    answer: { answerText: "Hello!", extras: { chart: null } },
    attempts: [{ failure: { rule: { code: "CHART_NOT_DRAWN" } } }],
  });
  const stop = new AbortController();
  const stopping: DrawChart = async (_spec, signal) => {
    stop.abort(new Error("stopping"));
    signal.throwIfAborted();
    return PICTURE;
  };
  const stopped = parts(createScriptedModel(["slow"]), { ...slow, drawChart: stopping, signal: stop.signal });
  await expect(runLoop(request, [], stopped)).rejects.toThrow("stopping");
});

test.each([
  ["chart", "too-large", "CHART_TOO_LARGE"],
  ["chart", "endless", "CHART_LOOP"],
  ["chart", "unreadable", "CHART_INVALID"],
  ["answer_rows", "too-large", "ROWS_INVALID"],
] as const)("%s that is %s on its way out of the sandbox is told as %s", async (field, problem, code) => {
  const error = { code: "RUNTIME" as const, message: `${field} is too much.`, answer: { field, problem } };
  const failed: DryRun = { ...ran(null), outcome: { kind: "failed", error, log: [], ms: 1 } };
  const model = createScriptedModel(["x", "good()"]);
  const dryRun = async (plan: string) => (plan.includes("good") ? ran("Hello!") : failed);
  await runLoop(request, [], parts(model, { dryRun }));
  expect(model.tasks[1]?.turns.at(-1)?.text).toMatch(new RegExp(`${code}\\).*${field} is too much`));
});
