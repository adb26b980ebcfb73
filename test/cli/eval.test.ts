// The evaluation as people and scripts call it.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../../src/json.ts";
import { createRecording, readRecording } from "../../src/model/recording-file.ts";
import { parseRunFile } from "../../src/replay/run-file.ts";
import { COMPILED } from "../support/compile-cache.ts";
import { callsTools, createModelApi, type ModelApi, says } from "../support/model-api.ts";
import { planReply } from "../support/scripted-model.ts";

const ROOT = join(import.meta.dirname, "../..");

let directory: string;
let api: ModelApi;
let asks: string;
let sells: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-eval-"));
  api = await createModelApi();
  asks = await written("asks.json", {
    requests: [
      { id: "left", role: "customer", request: "how many wayfarer are left", status: "success", answerMentions: ["6"] },
    ],
  });
  sells = await written("sells.json", {
    about: "One sale.",
    requests: [
      {
        ...{ id: "moon", role: "customer", customerId: 1, request: "two moon please", status: "success" },
        changes: [
          { table: "inventory", key: "SG006", field: "quantityInStock", before: 10, after: 8 },
          { table: "transactions", amount: "240.00", balanceAfter: "740.00", itemId: "SG006" },
          { table: "orders", key: "new", field: "status", before: null, after: "pending", totalAmount: "240.00" },
        ],
        needs: "requester",
      },
    ],
  });
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true, force: true });
});

async function written(name: string, content: Json): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, JSON.stringify(content));
  return file;
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function evaluate(args: string[], environment: { [name: string]: string } = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, "src/cli/eval.ts"), ...args], {
      env: { ...COMPILED, DATA_DIR: join(directory, "data"), ...environment },
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

const Usage = z.strictObject({
  promptTokens: z.number(),
  cachedTokens: z.number(),
  completionTokens: z.number(),
  costUsd: z.number(),
});
const Change = z.strictObject({
  table: z.string(),
  key: z.union([z.string(), z.number()]),
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
});
// What people script against.
const Report = z.strictObject({
  suite: z.strictObject({ file: z.string(), about: z.string(), cases: z.number() }),
  planner: z.enum(["plan", "tools", "direct"]),
  model: z.string(),
  promptVersion: z.string(),
  startedAt: z.iso.datetime(),
  tookMs: z.number(),
  trialsPerCase: z.number(),
  trials: z.strictObject({ held: z.number(), passed: z.number(), failed: z.number(), errors: z.number() }),
  passHat: z.array(z.number().min(0).max(1)),
  kinds: z.array(
    z.strictObject({
      kind: z.string(),
      cases: z.number(),
      trials: z.number(),
      passed: z.number(),
      passHat1: z.number(),
      wrongChanges: z.number(),
    }),
  ),
  wrongChanges: z.number(),
  approvalsShown: z.number(),
  attempts: z.strictObject({ total: z.number(), perRequest: z.number(), repaired: z.number() }),
  modelCalls: z.number(),
  usage: Usage,
  cachedShare: z.number(),
  latency: z.array(z.strictObject({ stage: z.string(), count: z.number(), p50Ms: z.number(), p95Ms: z.number() })),
  brokenRules: z.array(z.strictObject({ code: z.string(), times: z.number() })),
  notes: z.array(z.string()),
  failures: z.array(
    z.strictObject({
      caseId: z.string(),
      trial: z.number(),
      verdict: z.enum(["failed", "error"]),
      runIds: z.array(z.string()),
      reasons: z.array(z.string()),
      wrongChanges: z.array(Change),
    }),
  ),
});
const reportIn = (text: string) => Report.parse(JSON.parse(text));

test("the figures are a table for people, with the progress beside it, and kept in files", async () => {
  const { code, out, err } = await evaluate(["--suite", sells, "--trials", "2", "--at-least", "1"]);
  expect(code).toBe(0);
  expect(out).toContain("passed           2 of 2 held");
  expect(out).toMatch(/^pass\^2 +100\.0 %$/m);
  expect(out).toMatch(/^wrong changes +0$/m);
  expect(out).toMatch(/^purchase +1 +2 of 2 +100\.0 % +0$/m);
  expect(err).toContain("sells.json, plan, built-in: 2 of 2");
  const folder = /^Kept in (.*)$/m.exec(out)?.[1] ?? "";
  expect(folder).toMatch(/data\/evaluations\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-sells-plan$/);
  expect(reportIn(await readFile(join(folder, "report.json"), "utf8"))).toMatchObject({ trialsPerCase: 2 });
  expect(await readFile(join(folder, "report.html"), "utf8")).toContain('"about":"One sale."');
  expect(await readdir(join(folder, "runs"))).toEqual([]);
});

test("--json prints the report and nothing else, and a failure's runs can be looked at", async () => {
  const wrong = await written("wrong.json", {
    requests: [{ id: "left", role: "customer", request: "how many wayfarer are left", answerMentions: ["seven"] }],
  });
  const folder = join(directory, "kept");
  const { code, out } = await evaluate(["--suite", wrong, "--json", "--out", folder]);
  const report = reportIn(out);
  // Nobody asked for more than 0.
  expect(code).toBe(0);
  expect(report).toMatchObject({ trials: { held: 1, failed: 1 }, passHat: [0], wrongChanges: 0 });
  const [failure] = report.failures;
  expect(failure).toMatchObject({ caseId: "left", reasons: [expect.stringContaining('does not mention "seven"')] });
  const run = parseRunFile(await readFile(join(folder, "runs", `${failure?.runIds[0]}.json`), "utf8"));
  expect(run).toMatchObject({ kind: "run", run: { request: "how many wayfarer are left" } });
});

test("a share under --at-least fails, and the case is named", async () => {
  const wrong = await written("wrong.json", {
    requests: [
      { id: "right", role: "customer", request: "how many moon are left", answerMentions: ["10"] },
      { id: "wrong", role: "customer", request: "how many wayfarer are left", status: "no_match" },
    ],
  });
  const { code, out } = await evaluate(["--suite", wrong, "--at-least", "0.6"]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /^Failed: wrong, trial 1 \(run_\w+\)\n {2}STATUS is success, where the case expects no_match\.$/m,
  );
  expect((await evaluate(["--suite", wrong, "--at-least", "0.5"])).code).toBe(0);
});

test("a plan that books one too many fails whatever share is asked for", async () => {
  const file = join(directory, "one-too-many.jsonl");
  const about = {
    suite: sells,
    model: "m-1",
    planner: "plan",
    promptVersion: "v0",
    recordedAt: "2026-01-02T03:04:05Z",
  };
  const writer = await createRecording(file, about);
  const reply = planReply(
    "await shop.purchase({ itemId: 'SG006', quantity: 3 }); answer_text = 'It is ready to be confirmed.'; STATUS = 'success'; ACTION = 'mutate';",
  );
  if (reply.kind !== "text") throw new Error("a plan is text");
  await writer.keep({ caseId: "moon", trial: 1, turn: 1, call: 1 }, { promptHash: "none", reply });
  await writer.close();
  const { code, out } = await evaluate(["--suite", sells, "--replay", file, "--at-least", "0", "--json"]);
  expect(code).toBe(1);
  const report = reportIn(out);
  // One row each of stock, ledger and orders.
  expect([report.model, report.wrongChanges]).toEqual(["m-1", 3]);
  expect(report.failures[0]?.wrongChanges.map(({ table }) => table)).toEqual(["inventory", "transactions", "orders"]);
  expect(report.notes).toEqual([
    `No model was asked: ${file} holds what m-1 said on 2026-01-02.`,
    "1 of 1 replies were given to another prompt than today's.",
  ]);
});

describe("with a model behind an address", () => {
  const settings = () => ({ OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "k", MODEL_USD_PER_MILLION_INPUT: "1000" });
  const answers =
    "answer_text = 'There are ' + (await db.inventory.findFirst({ where: { name: 'Wayfarer' } })).quantityInStock + ' left.'; STATUS = 'success'; ACTION = 'read';";

  test("--record keeps what it said, and --replay gives the same figures without it", async () => {
    const file = join(directory, "kept.jsonl");
    api.next(
      says(`<execute_javascript>${answers}</execute_javascript>`, {
        usage: { prompt: 1000, cached: 400, completion: 50 },
      }),
    );
    const live = await evaluate(["--suite", asks, "--json", "--record", file, "--model", "m-2"], settings());
    expect(api.requests.at(-1)?.body.model).toBe("m-2");
    const said = reportIn(live.out);
    expect(said).toMatchObject({
      model: "m-2",
      trials: { passed: 1 },
      cachedShare: 0.4,
      usage: { costUsd: 1 },
      notes: [],
    });
    expect((await readRecording(file)).header).toMatchObject({ model: "m-2", planner: "plan", suite: asks });
    const asked = api.requests.length;
    const replayed = reportIn((await evaluate(["--suite", asks, "--json", "--replay", file], settings())).out);
    expect(api.requests.length).toBe(asked);
    for (const key of ["model", "trials", "usage", "passHat", "modelCalls"] as const) {
      expect(replayed[key]).toEqual(said[key]);
    }
    expect(replayed.notes).toEqual([expect.stringContaining("No model was asked")]);
  });

  test("a trial for which the recording has no reply is an error that names it", async () => {
    const file = join(directory, "kept.jsonl");
    const { code, out } = await evaluate(["--suite", asks, "--json", "--replay", file, "--trials", "2"]);
    const { trials, failures } = reportIn(out);
    // A recording is always there: what it lacks is no outage that would pass.
    expect([code, trials]).toEqual([1, { held: 1, passed: 1, failed: 0, errors: 1 }]);
    expect(failures[0]?.reasons).toEqual([`The recording ${file} has no reply for left, trial 2, turn 1, call 1.`]);
  });

  test("three planners are asked for the same suite, and stand side by side", async () => {
    const six = "There are 6 left.";
    const answer = { answer_text: six, STATUS: "success", ACTION: "read" };
    api.next(
      says(`<execute_javascript>${answers}</execute_javascript>`),
      callsTools([{ name: "read_inventory", args: { method: "findMany" } }]),
      callsTools([{ name: "answer", args: answer }]),
      says(JSON.stringify({ ...answer, calls: [] })),
    );
    const folder = join(directory, "three");
    const { code, out } = await evaluate(
      ["--suite", asks, "--planner", "all", "--json", "--at-least", "1", "--out", folder],
      settings(),
    );
    const reports = z.array(Report).parse(JSON.parse(out));
    expect(reports.map(({ planner, modelCalls, passHat }) => [planner, modelCalls, passHat])).toEqual([
      ["plan", 1, [1]],
      ["tools", 2, [1]],
      ["direct", 1, [1]],
    ]);
    expect(new Set(reports.map(({ promptVersion }) => promptVersion)).size).toBe(3);
    expect(code).toBe(0);
    expect((await readdir(folder)).toSorted()).toEqual(["direct", "plan", "tools"]);
  });

  test("one that cannot be reached makes errors, no failures, and the report says so", async () => {
    const { code, out } = await evaluate(["--suite", asks], { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
    expect(code).toBe(1);
    expect(out).toMatch(/^passed +0 of 0 held$/m);
    expect(out).toMatch(/^not held \(errors\) +1$/m);
    expect(out).toContain("1 trial could not be held, which is not the assistant's doing");
    expect(out).toMatch(/^Not held: left, trial 1/m);
  });
});

describe("used wrongly, it says what to do", () => {
  test.each<[string, () => string[], string]>([
    ["an unknown planner", () => ["--planner", "magic"], 'no planner "magic"'],
    ["no trials", () => ["--trials", "0"], "--trials takes a whole number from 1 to 1000"],
    ["too many lanes", () => ["--parallel", "99"], "--parallel takes a whole number from 1 to 16"],
    ["a share above 1", () => ["--at-least", "90"], "--at-least takes a share from 0 to 1"],
    ["record and replay at once", () => ["--record", "a", "--replay", "b"], "Either --record or --replay"],
    ["a model beside a replay", () => ["--model", "m", "--replay", "b"], "leave out --model"],
    ["one recording for three planners", () => ["--planner", "all", "--record", "b"], "A recording is one planner's"],
    [
      "a model without an address",
      () => ["--suite", asks, "--model", "gpt-9"],
      "set OPENAI_API_KEY or OPENAI_BASE_URL",
    ],
    ["functions for rules", () => ["--suite", asks, "--planner", "tools"], "The built-in planner only writes plans"],
    ["tables for rules", () => ["--suite", asks, "--planner", "direct"], "The built-in planner only writes plans"],
    ["a suite that is not there", () => ["--suite", "none.json"], "The suite none.json cannot be read"],
    ["a recording that is not there", () => ["--suite", asks, "--replay", "none.jsonl"], "none.jsonl cannot be read"],
    ["an unknown flag", () => ["--colour"], "--colour"],
  ])("%s", async (_title, args, sentence) => {
    const { code, out, err } = await evaluate(args());
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test("a suite that does not match: file, path and reason", async () => {
    const file = await written("broken.json", {
      requests: [{ id: "a", role: "customer", request: "hi", status: "fine" }],
    });
    const { code, err } = await evaluate(["--suite", file]);
    expect(code).toBe(2);
    expect(err).toContain(`${file}: requests[0].status: "fine" is no STATUS; use success,`);
  });
});
