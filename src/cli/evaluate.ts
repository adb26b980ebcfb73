// A suite, a planner and a model in; every trial held with its progress shown, the files of it written, and the report out.
import { basename, join } from "node:path";
import type { Config } from "../config.ts";
import type { EvaluationReport, PlannerName, Suite } from "../evaluation/evaluation.ts";
import { describePlanner } from "../evaluation/planner-at.ts";
import { runEvaluation } from "../evaluation/run-evaluation.ts";
import { readSuite, SuiteError } from "../evaluation/suite.ts";
import { evaluationFolder, writeEvaluation } from "../evaluation/write-evaluation.ts";
import { type Recording, RecordingError, readRecording } from "../model/recording-file.ts";
import { UsageError } from "./command.ts";
import type { EvalModel } from "./eval-model.ts";
import { showProgress } from "./eval-progress.ts";

export interface ToEvaluate {
  suite: Suite;
  planner: PlannerName;
  model: EvalModel;
  config: Config;
  trials: number;
  lanes: number | null;
  /** null: a folder of its own in the data directory. */
  out: string | null;
}

export interface Evaluated {
  report: EvaluationReport;
  folder: string;
}

export async function evaluate({ suite, planner, model, config, trials, lanes, out }: ToEvaluate): Promise<Evaluated> {
  const progress = showProgress(`${basename(suite.file)}, ${planner}, ${describePlanner(model.plannerAt).model}`);
  try {
    const result = await runEvaluation({
      ...{ suite, planner, config, trials, plannerAt: model.plannerAt, notes: model.notes },
      lanes: lanes ?? model.lanes,
      onTrial: progress.onTrial,
    });
    const folder = out ?? join(config.dataDir, "evaluations", evaluationFolder(result.report));
    await writeEvaluation(folder, result);
    return { report: result.report, folder };
  } finally {
    progress.end();
    await model.close();
  }
}

/** What is wrong with a file is for whoever named it to mend. */
export async function readEvaluationFiles(
  suite: string,
  replay: string | null,
): Promise<{ suite: Suite; recording: Recording | null }> {
  try {
    return { suite: await readSuite(suite), recording: replay === null ? null : await readRecording(replay) };
  } catch (error) {
    if (error instanceof SuiteError || error instanceof RecordingError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Nothing wrong was changed, enough was passed, and there was something to pass. A model that cannot be reached says
 * nothing; but what `isOurs`, the built-in planner or a recording, is always there, and an error of it is a failure.
 */
export function isGood({ wrongChanges, passHat, trials }: EvaluationReport, atLeast: number, isOurs: boolean): boolean {
  const isWhole = isOurs ? trials.errors === 0 : trials.held > 0;
  return wrongChanges === 0 && isWhole && (passHat[0] ?? 0) >= atLeast;
}
