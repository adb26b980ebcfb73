// A suite, a planner's model and how often in; every trial held, a few lanes side by side, and the report out.
import type { Config } from "../config.ts";
import type { StoredRun } from "../run-detail.ts";
import { createSandbox } from "../sandbox/pool.ts";
import type { Case, EvaluationReport, PlannerName, Suite, Trial } from "./evaluation.ts";
import { type Lane, openLane } from "./lane.ts";
import { describePlanner, type PlannerAt } from "./planner-at.ts";
import { runTrial } from "./run-trial.ts";
import { scoreOf } from "./score.ts";

export interface Evaluation {
  suite: Suite;
  planner: PlannerName;
  plannerAt: PlannerAt;
  trials: number;
  lanes: number;
  config: Config;
  /** Asked when all trials are held. */
  notes(): string[];
  onTrial(trial: Trial, done: number, of: number): void;
}

export interface EvaluationResult {
  report: EvaluationReport;
  /** Of trials that did not pass. */
  runs: StoredRun[];
}

/** Rejects when no trial can be held at all: the database or the sandbox cannot be opened. */
export async function runEvaluation(evaluation: Evaluation): Promise<EvaluationResult> {
  const { suite, planner, plannerAt, trials: trialsPerCase } = evaluation;
  const startedAt = new Date().toISOString();
  const beganAt = performance.now();
  const waiting = Array.from({ length: trialsPerCase }, (_, index) =>
    suite.cases.map((one, place) => ({ one, number: index + 1, place: index * suite.cases.length + place })),
  ).flat();
  const { trials, runs } = await holdAll(waiting, evaluation);
  const tookMs = performance.now() - beganAt;
  const about = { suite, planner, ...describePlanner(plannerAt), startedAt, tookMs, trialsPerCase };
  return { report: scoreOf({ ...about, trials, notes: evaluation.notes() }), runs };
}

interface Waiting {
  one: Case;
  number: number;
  place: number;
}

async function holdAll(all: Waiting[], { suite, config, plannerAt, lanes: wanted, onTrial }: Evaluation) {
  const sandbox = createSandbox(config.sandbox);
  const lanes: Lane[] = [];
  const trials: Trial[] = [];
  const runs: StoredRun[] = [];
  const waiting = [...all];
  let done = 0;
  const work = async (lane: Lane) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const held = await runTrial(next.one, next.number, lane);
      trials[next.place] = held.trial;
      if (held.trial.verdict !== "passed") runs.push(...held.runs);
      onTrial(held.trial, ++done, all.length);
    }
  };
  try {
    for (let lane = 0; lane < Math.min(wanted, all.length); lane++) {
      lanes.push(await openLane(suite, { config, sandbox, plannerAt }));
    }
    await Promise.all(lanes.map(work));
    return { trials, runs };
  } finally {
    for (const lane of lanes) await lane.close();
    await sandbox.close();
  }
}
