// What came of a request in; which guards fired on the way, and what is kept of that with the run, out.
import type { BrokenRule } from "../agent/validate.ts";
import type { GuardName } from "../guards/guard.ts";
import { removedFrom } from "../guards/guarded.ts";
import type { OpenRequest } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";

/** Without those of the intake, which are counted there. */
export function firedIn(outcome: RunOutcome): GuardName[] {
  const refused = outcome.attempts.flatMap(({ failure }) => (failure?.kind === "rule" ? [guardOf(failure.rule)] : []));
  if (outcome.kind === "declined") return ["moderation"];
  const isDoubtful = outcome.kind === "accepted" && outcome.answer.warnings.length > 0;
  return isDoubtful ? [...refused, "answer-doubt"] : refused;
}

/** In words; a failed attempt's own is kept with the attempt. */
export function warningsOf(outcome: RunOutcome, { text }: Pick<OpenRequest, "text">): string[] {
  const removed = removedFrom(text).map((guard) => `${guard}: masked in the request`);
  return outcome.kind === "accepted" ? [...removed, ...outcome.answer.warnings] : removed;
}

function guardOf({ code }: BrokenRule): GuardName {
  switch (code) {
    case "ANSWER_TOO_LONG":
      return "answer-size";
    case "ANSWER_PINGS":
      return "answer-ping";
    case "ANSWER_INTERNAL":
      return "answer-internal";
    case "UNGROUNDED_FIGURE":
      return "answer-figure";
    case "CLAIM_NOT_STAGED":
    case "CLAIM_AS_DONE":
      return "answer-claim";
    case "CHART_ADDRESS":
    case "CHART_SCRIPT":
    case "CHART_LOOP":
    case "CHART_TOO_LARGE":
    case "CHART_INVALID":
    case "CHART_EMPTY":
    case "CHART_UNLABELLED":
    case "CHART_NOT_DRAWN":
      return "answer-chart";
    case "ROWS_INVALID":
    case "ANSWER_MISSING":
    case "STATUS_UNKNOWN":
    case "STATUS_WITH_CHANGES":
    case "ACTION_MISMATCH":
    case "SUCCESS_AFTER_FAILED_WRITE":
    case "SEVERAL_OPERATIONS_FOR_ITEM":
    case "STOCK_NEGATIVE":
    case "CHAIN_BROKEN":
    case "NOT_WITHIN_RIGHTS":
      return "answer-contract";
  }
}
