// A report in; the lines of text that a terminal shows of it out.
import type { EvaluationReport } from "./evaluation.ts";

const MOST_FAILURES = 20;

export function figuresTable(report: EvaluationReport): string[] {
  const { trials, suite, planner, model, usage, attempts, latency } = report;
  return [
    `${suite.file} with planner ${planner}, model ${model}: ${suite.cases} cases, ${report.trialsPerCase} ${report.trialsPerCase === 1 ? "trial" : "trials"} each`,
    "",
    ...columns([
      ["passed", `${trials.passed} of ${trials.held} held`],
      ...(trials.errors > 0 ? [["not held (errors)", String(trials.errors)]] : []),
      ...report.passHat.map((share, index) => [`pass^${index + 1}`, percent(share)]),
      ["wrong changes", String(report.wrongChanges)],
      ["approvals shown", String(report.approvalsShown)],
      ["attempts", `${attempts.total}, ${attempts.perRequest.toFixed(2)} a request, ${attempts.repaired} repaired`],
      ["model calls", String(report.modelCalls)],
      ["tokens in, out", `${usage.promptTokens}, ${usage.completionTokens}`],
      ["cached share", percent(report.cachedShare)],
      ["cost", `$${usage.costUsd.toFixed(4)}`],
      ["took", `${(report.tookMs / 1_000).toFixed(1)} s`],
    ]),
    "",
    ...columns([
      ["kind", "cases", "passed", "pass^1", "wrong changes"],
      ...report.kinds.map((kind) => [
        kind.kind,
        String(kind.cases),
        `${kind.passed} of ${kind.trials}`,
        percent(kind.passHat1),
        String(kind.wrongChanges),
      ]),
    ]),
    "",
    ...columns([
      ["stage", "count", "p50", "p95"],
      ...latency.map(({ stage, count, p50Ms, p95Ms }) => [stage, String(count), `${p50Ms} ms`, `${p95Ms} ms`]),
    ]),
    ...brokenRules(report),
    ...(report.notes.length === 0 ? [] : ["", ...report.notes]),
    ...failures(report),
  ];
}

function brokenRules({ brokenRules: rules }: EvaluationReport): string[] {
  if (rules.length === 0) return [];
  return ["", "Drafts that the checks refused:", ...columns(rules.map(({ code, times }) => [code, String(times)]))];
}

function failures({ failures: all }: EvaluationReport): string[] {
  const shown = all
    .slice(0, MOST_FAILURES)
    .flatMap(({ caseId, trial, verdict, runIds, reasons }) => [
      "",
      `${verdict === "error" ? "Not held" : "Failed"}: ${caseId}, trial ${trial}${runIds.length === 0 ? "" : ` (${runIds.join(", ")})`}`,
      ...reasons.map((reason) => `  ${reason}`),
    ]);
  const more = all.length - MOST_FAILURES;
  return more > 0 ? [...shown, "", `And ${more} more; report.json has them all.`] : shown;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Each column as wide as its widest cell. */
function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
