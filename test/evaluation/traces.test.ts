// Runs that were kept as cases go as they went, through the whole road, with the replies that their model gave then.
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { openLane } from "../../src/evaluation/lane.ts";
import { codePlannerAt } from "../../src/evaluation/planner-at.ts";
import { type HeldTrial, runTrial } from "../../src/evaluation/run-trial.ts";
import { readSuite } from "../../src/evaluation/suite.ts";
import { readRecording } from "../../src/model/recording-file.ts";
import { replayedModel } from "../../src/model/replayed.ts";
import { replayRun } from "../../src/replay/replay-run.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";

const TRACES = join(import.meta.dirname, "../../evaluation/traces");
const names = readdirSync(TRACES).flatMap((file) => (file.endsWith(".json") ? [file.replace(/\.json$/, "")] : []));

let parent: string;
let sandbox: Sandbox;
let config: ReturnType<typeof readConfig>;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "tillhand-traces-"));
  config = readConfig({ DATA_DIR: parent, LOG_LEVEL: "silent" });
  sandbox = createSandbox(config.sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await rm(parent, { recursive: true });
});

/** Each is walked once, for all tests. */
function walk(name: string): Promise<HeldTrial> {
  const begun = walks.get(name) ?? walkOnce(name);
  walks.set(name, begun);
  return begun;
}
const walks = new Map<string, Promise<HeldTrial>>();

async function walkOnce(name: string): Promise<HeldTrial> {
  const suite = await readSuite(join(TRACES, `${name}.json`));
  const recording = await readRecording(join(TRACES, `${name}.replay.jsonl`));
  const plannerAt = codePlannerAt((placeOf) => replayedModel(recording, placeOf, () => {}));
  const lane = await openLane(suite, { config, sandbox, plannerAt });
  try {
    const [only] = suite.cases;
    if (only === undefined) throw new Error(`${name} has no case`);
    return await runTrial(only, 1, lane);
  } finally {
    await lane.close();
  }
}

test("a run that succeeded, one that was repaired and one that was handed over are kept", () => {
  expect(names).toEqual(expect.arrayContaining(["handed-over", "repaired", "success"]));
});

describe.each(names)("%s", (name) => {
  test("goes as it went, and its run replays to the same", async () => {
    const { trial, runs } = await walk(name);
    expect([trial.verdict, trial.reasons, trial.wrongChanges]).toEqual(["passed", [], []]);
    const again = await Promise.all(runs.map((run) => replayRun(run, { sandbox, config })));
    expect(again).toEqual(runs.map(() => ({ kind: "identical" })));
    expect(runs.length).toBeGreaterThan(0);
  });
});

test("the three of them end as their names say", async () => {
  const ends = await Promise.all(["success", "repaired", "handed-over"].map(walk));
  expect(ends.map(({ trial }) => trial.turns.at(-1))).toMatchObject([
    { status: "success", attempts: 1, approvals: 1 },
    { status: "success", attempts: 2, approvals: 1, brokenRules: ["RUNTIME"] },
    { status: "failed", attempts: 3, approvals: 0, brokenRules: ["RUNTIME", "RUNTIME", "RUNTIME"] },
  ]);
});
