// All trials of a suite in; the figures over them out.
import type { Stage } from "../report.ts";
import type { EvaluationReport, PlannerName, Suite, Trial, TrialTurn } from "./evaluation.ts";
import { passHat, type Tally } from "./pass-hat.ts";
import { addTokens, NO_TOKENS } from "./watched-model.ts";

export interface Evaluated {
  suite: Suite;
  planner: PlannerName;
  model: string;
  promptVersion: string;
  startedAt: string;
  tookMs: number;
  trialsPerCase: number;
  trials: Trial[];
  notes: string[];
}

export function scoreOf({ suite, trials, ...about }: Evaluated): EvaluationReport {
  const held = trials.filter(({ verdict }) => verdict !== "error");
  const turns = trials.flatMap((trial) => trial.turns);
  const { planner, model, promptVersion, startedAt, tookMs, trialsPerCase, notes } = about;
  const usage = turns.reduce((sum, turn) => addTokens(sum, turn.usage), NO_TOKENS);
  const attempts = sumOf(turns, (turn) => turn.attempts);
  const answered = turns.filter((turn) => turn.attempts > 0);
  return {
    suite: { file: suite.file, about: suite.about, cases: suite.cases.length },
    planner,
    model,
    promptVersion,
    startedAt,
    tookMs: Math.round(tookMs),
    trialsPerCase,
    trials: {
      held: held.length,
      passed: countOf(held, "passed"),
      failed: countOf(held, "failed"),
      errors: trials.length - held.length,
    },
    passHat: passHat(talliesOf(held), trialsPerCase),
    kinds: kindsOf(trials),
    wrongChanges: sumOf(trials, (trial) => trial.wrongChanges.length),
    approvalsShown: sumOf(turns, (turn) => turn.approvals),
    attempts: {
      total: attempts,
      perRequest: answered.length === 0 ? 0 : attempts / answered.length,
      repaired: turns.filter((turn) => turn.attempts > 1 && turn.status !== "failed").length,
    },
    modelCalls: sumOf(turns, (turn) => turn.modelCalls),
    usage,
    cachedShare: usage.promptTokens === 0 ? 0 : usage.cachedTokens / usage.promptTokens,
    latency: latencyOf(turns),
    brokenRules: rulesOf(turns),
    notes: [...notesOnErrors(trials.length - held.length), ...notes],
    failures: trials.flatMap(({ caseId, number, verdict, reasons, wrongChanges, turns: walked }) =>
      verdict === "passed" ? [] : [{ caseId, trial: number, verdict, runIds: runIdsOf(walked), reasons, wrongChanges }],
    ),
  };
}

function notesOnErrors(errors: number): string[] {
  if (errors === 0) return [];
  const [what, why] = errors === 1 ? ["1 trial", "counts"] : [`${errors} trials`, "count"];
  return [`${what} could not be held, which is not the assistant's doing: ${why} as neither passed nor failed.`];
}

function sumOf<T>(list: T[], figure: (one: T) => number): number {
  return list.reduce((sum, one) => sum + figure(one), 0);
}

function countOf(trials: Trial[], verdict: Trial["verdict"]): number {
  return trials.filter((trial) => trial.verdict === verdict).length;
}

function talliesOf(held: Trial[]): Tally[] {
  return [...Map.groupBy(held, ({ caseId }) => caseId).values()].map((ofCase) => ({
    trials: ofCase.length,
    passes: countOf(ofCase, "passed"),
  }));
}

function kindsOf(trials: Trial[]): EvaluationReport["kinds"] {
  return [...Map.groupBy(trials, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const held = ofKind.filter(({ verdict }) => verdict !== "error");
    return {
      kind,
      cases: new Set(ofKind.map(({ caseId }) => caseId)).size,
      trials: held.length,
      passed: countOf(held, "passed"),
      passHat1: passHat(talliesOf(held), 1)[0] ?? 0,
      wrongChanges: sumOf(ofKind, (trial) => trial.wrongChanges.length),
    };
  });
}

/** In the order in which a request comes to them; a press's stage is not the request's. */
const STAGES: Stage[] = [
  "received",
  "delayed",
  "loading",
  "planning",
  "running",
  "checking",
  "repairing",
  "committing",
];

function latencyOf(turns: TrialTurn[]): EvaluationReport["latency"] {
  // A typed button is no request.
  const requests = turns
    .filter(({ modelCalls }) => modelCalls > 0)
    .map(({ stages }) => sumOf(stages, ({ stage, ms }) => (stage === "committing" ? 0 : ms)));
  const timed = turns.flatMap(({ stages }) => stages);
  const rows = STAGES.map((stage) => [stage, timed.filter((one) => one.stage === stage).map(({ ms }) => ms)] as const);
  return ([["request", requests], ...rows] as const)
    .filter(([, times]) => times.length > 0)
    .map(([stage, times]) => {
      const sorted = times.toSorted((a, b) => a - b);
      return { stage, count: times.length, p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) };
    });
}

/** The least time that at least this share took no longer than; to a tenth of a millisecond. */
function quantile(sorted: number[], share: number): number {
  const index = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return Math.round((sorted[index] ?? 0) * 10) / 10;
}

function rulesOf(turns: TrialTurn[]): EvaluationReport["brokenRules"] {
  const codes = Map.groupBy(
    turns.flatMap(({ brokenRules }) => brokenRules),
    (code) => code,
  );
  return [...codes]
    .map(([code, times]) => ({ code, times: times.length }))
    .toSorted((a, b) => b.times - a.times || a.code.localeCompare(b.code));
}

function runIdsOf(turns: TrialTurn[]): string[] {
  return [...new Set(turns.map(({ runId }) => runId).filter((runId) => runId !== ""))];
}
