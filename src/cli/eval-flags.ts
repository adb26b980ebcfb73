// The words behind `npm run eval` in; what is to be evaluated, and how, out.
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PlannerName } from "../evaluation/evaluation.ts";
import { UsageError } from "./command.ts";

export const EVAL_USAGE =
  "npm run --silent eval -- [--suite FILE] [--model NAME] [--trials K] [--planner plan|tools|direct|all] [--json] [--record FILE] [--replay FILE] [--parallel N] [--at-least SHARE] [--out DIR]";

export const SUITES = join(import.meta.dirname, "../../evaluation");

export const PLANNERS: PlannerName[] = ["plan", "tools", "direct"];
const MOST_TRIALS = 1_000;
/** Each has a database in memory of its own. */
const MOST_LANES = 16;

export interface EvalFlags {
  suite: string;
  /** null: the one that the settings name. */
  model: string | null;
  trials: number;
  /** Empty: the recording's where there is one, else the plan. */
  planners: PlannerName[];
  asJson: boolean;
  record: string | null;
  replay: string | null;
  /** null: as many as suit the model. */
  lanes: number | null;
  atLeast: number;
  out: string | null;
}

export function readEvalFlags(): EvalFlags {
  const { values } = parseArgs({
    options: {
      suite: { type: "string" },
      model: { type: "string" },
      trials: { type: "string" },
      planner: { type: "string", multiple: true },
      json: { type: "boolean" },
      record: { type: "string" },
      replay: { type: "string" },
      parallel: { type: "string" },
      "at-least": { type: "string" },
      out: { type: "string" },
    },
  });
  const planners = plannersIn(values.planner ?? []);
  const { record = null, replay = null, model = null } = values;
  if (record !== null && replay !== null) throw new UsageError("Either --record or --replay: a replay asks no model.");
  if (replay !== null && model !== null) {
    throw new UsageError("--replay says again what the model of the recording said: leave out --model.");
  }
  if (planners.length > 1 && (record ?? replay) !== null) {
    throw new UsageError("A recording is one planner's: name one with --planner.");
  }
  return {
    suite: values.suite ?? join(SUITES, "requests.json"),
    model,
    trials: count("--trials", values.trials, MOST_TRIALS) ?? 1,
    planners,
    asJson: values.json === true,
    record,
    replay,
    lanes: count("--parallel", values.parallel, MOST_LANES),
    atLeast: share(values["at-least"]),
    out: values.out ?? null,
  };
}

function plannersIn(given: string[]): PlannerName[] {
  if (given.includes("all")) return PLANNERS;
  return [...new Set(given)].map((name) => {
    const known = PLANNERS.find((planner) => planner === name);
    if (known === undefined) throw new UsageError(`There is no planner "${name}"; use plan, tools, direct or all.`);
    return known;
  });
}

function count(flag: string, given: string | undefined, most: number): number | null {
  if (given === undefined) return null;
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= 1 && number <= most) return number;
  throw new UsageError(`${flag} takes a whole number from 1 to ${most}, not "${given}".`);
}

function share(given: string | undefined): number {
  if (given === undefined) return 0;
  const number = Number(given);
  if (given.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new UsageError(`--at-least takes a share from 0 to 1, such as 0.95, not "${given}".`);
}
