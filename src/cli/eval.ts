// `npm run eval`: a suite of cases walked through the whole road with a model or a recording, and the figures over them.
import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { PlannerName, Suite } from "../evaluation/evaluation.ts";
import { figuresTable } from "../evaluation/figures-table.ts";
import { writeReportPages } from "../evaluation/write-evaluation.ts";
import type { Recording } from "../model/recording-file.ts";
import { runCommand, UsageError } from "./command.ts";
import { EVAL_USAGE, type EvalFlags, PLANNERS, readEvalFlags } from "./eval-flags.ts";
import { type EvalModel, liveModel, playedModel, withModel } from "./eval-model.ts";
import { type Evaluated, evaluate, isGood, readEvaluationFiles } from "./evaluate.ts";

await runCommand(EVAL_USAGE, async () => {
  const flags = readEvalFlags();
  const config = withModel(readConfig(), flags.model);
  const { suite, recording } = await readEvaluationFiles(flags.suite, flags.replay);
  // All of them first, so that none is found missing when the others have been walked already.
  const asked: { planner: PlannerName; model: EvalModel }[] = [];
  for (const planner of plannersFor(flags, recording)) {
    asked.push({ planner, model: await modelFor({ suite, planner, recording, flags, config }) });
  }
  const all: Evaluated[] = [];
  for (const { planner, model } of asked) {
    all.push(await evaluate({ ...flags, suite, planner, model, config, out: outFor(flags, planner) }));
  }
  print(all, flags.asJson);
  await writeReportPages(all);
  return all.every(({ report }) => isGood(report, flags.atLeast, recording !== null || config.modelApi === null))
    ? "done"
    : "failed";
});

interface Asked {
  suite: Suite;
  planner: PlannerName;
  recording: Recording | null;
  flags: EvalFlags;
  config: Config;
}

async function modelFor({ suite, planner, recording, flags, config }: Asked): Promise<EvalModel> {
  return recording === null ? liveModel(config, flags.record, { suite, planner }) : playedModel(recording, planner);
}

/** A recording holds the replies of one planner's model, which no other would understand. */
function plannersFor({ planners }: EvalFlags, recording: Recording | null): PlannerName[] {
  if (recording === null) return planners.length === 0 ? ["plan"] : planners;
  const { file, header } = recording;
  const own = PLANNERS.find((name) => name === header.planner);
  if (own === undefined)
    throw new UsageError(`${file} was recorded with planner ${header.planner}, which is not known.`);
  const [wanted = own] = planners;
  if (wanted === own) return [own];
  throw new UsageError(`${file} was recorded with planner ${own}; leave out --planner ${wanted}.`);
}

function outFor({ out, planners }: EvalFlags, planner: PlannerName): string | null {
  return out === null || planners.length < 2 ? out : join(out, planner);
}

function print(all: Evaluated[], asJson: boolean): void {
  const reports = all.map(({ report }) => report);
  if (asJson) {
    process.stdout.write(`${JSON.stringify(reports.length === 1 ? reports[0] : reports)}\n`);
    return;
  }
  const words = all.map(({ report, folder }) => [...figuresTable(report), "", `Kept in ${folder}`].join("\n"));
  process.stdout.write(`${words.join("\n\n\n")}\n`);
}
