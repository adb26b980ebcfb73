// The one attempt of a planner that writes no code: begun, filled in as the model replies, and ended with or without an
// answer.
import { dryRunOf } from "../../changeset/dry-run.ts";
import type { RunRecord } from "../../changeset/host.ts";
import type { PlanRequest, Usage } from "../../model/model.ts";
import type { Budget } from "../budget.ts";
import type { Attempt, LoopOutcome } from "../loop.ts";
import type { Failure } from "../repair.ts";
import type { AnswerLimits } from "../validate.ts";
import { type GivenAnswer, judge, planAnswer } from "./given-answer.ts";

export function beginAttempt(): Attempt {
  return {
    number: 1,
    reply: "",
    code: null,
    dryRun: null,
    failure: null,
    usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 },
    timings: { modelMs: 0, runMs: 0, checkMs: 0 },
  };
}

export function addUsage(attempt: Attempt, more: Usage): void {
  const { promptTokens, cachedTokens, completionTokens, costUsd } = attempt.usage;
  attempt.usage = {
    promptTokens: promptTokens + more.promptTokens,
    cachedTokens: cachedTokens + more.cachedTokens,
    completionTokens: completionTokens + more.completionTokens,
    costUsd: costUsd + more.costUsd,
  };
}

/** Nothing goes back to the model: an answer that breaks a rule is the end. */
export function conclude(
  attempt: Attempt,
  given: GivenAnswer,
  record: RunRecord,
  request: PlanRequest,
  limits: AnswerLimits,
): LoopOutcome {
  const checkedAt = performance.now();
  const { changeset } = record;
  const answer = planAnswer(given, record);
  attempt.dryRun = dryRunOf(record, { kind: "finished", answer, log: [], ms: attempt.timings.runMs });
  const judged = judge(given, record, request, limits);
  attempt.timings.checkMs = performance.now() - checkedAt;
  if (judged.kind === "accepted") {
    return { kind: "accepted", answer: judged.answer, changeset, code: null, attempts: [attempt] };
  }
  return failed(attempt, { kind: "rule", rule: judged.rule });
}

export function failed(attempt: Attempt, failure: Failure): LoopOutcome {
  attempt.failure = failure;
  return { kind: "budget-spent", budget: "attempts", attempts: [attempt] };
}

/** What was called so far is kept with the run, and changes nothing. */
export function keepUnfinished(attempt: Attempt, record: RunRecord): void {
  const error = { code: "LIMIT" as const, message: "The model came to no answer." };
  attempt.dryRun = dryRunOf(record, { kind: "failed", error, log: [], ms: attempt.timings.runMs });
}

export function spentWith(budget: Budget, attempts: Attempt[]): LoopOutcome {
  return { kind: "budget-spent", budget, attempts };
}
