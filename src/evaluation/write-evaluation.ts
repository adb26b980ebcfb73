// Reports and the runs that did not pass in; the files they are kept in out.
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { EvaluationReport } from "./evaluation.ts";
import { reportPage } from "./report-page.ts";
import type { EvaluationResult } from "./run-evaluation.ts";

/** "2026-12-01T09-30-00-requests-plan": nothing that a file system would not take. */
export function evaluationFolder({ startedAt, suite, planner }: EvaluationReport): string {
  const time = startedAt.slice(0, "2026-12-01T09:30:00".length).replaceAll(":", "-");
  return [time, basename(suite.file, ".json").replaceAll(/[^\w.-]/g, "_"), planner].join("-");
}

export async function writeEvaluation(folder: string, { report, runs }: EvaluationResult): Promise<void> {
  await mkdir(join(folder, "runs"), { recursive: true });
  await writeFile(join(folder, "report.json"), `${JSON.stringify(report, null, 2)}\n`);
  for (const run of runs) await writeFile(join(folder, "runs", `${run.runId}.json`), `${JSON.stringify(run)}\n`);
}

/** One page for all of them, beside each. */
export async function writeReportPages(evaluated: { report: EvaluationReport; folder: string }[]): Promise<void> {
  const page = reportPage(evaluated.map(({ report }) => report));
  for (const { folder } of evaluated) await writeFile(join(folder, "report.html"), page);
}
