// What a planner that writes no code answers, and what its calls did, in; the checked answer or the broken rule out. It is
// judged by the rules of a plan, but nothing goes back to be mended: where only the words broke a rule they are said all
// the same, and a warning keeps which one it was.
import { z } from "zod";
import type { RunRecord } from "../../changeset/host.ts";
import type { Json } from "../../json.ts";
import type { PlanRequest } from "../../model/model.ts";
import type { PlanAnswer } from "../../sandbox/sandbox.ts";
import { printableLine } from "../../storable.ts";
import { type AnswerLimits, type BrokenRule, type CheckedAnswer, STATUSES, validate } from "../validate.ts";
import { saidWarning } from "./said-warning.ts";

/** Out of `JSON.parse`: looking into it again would prove nothing. */
const json = z.custom<Json>(() => true);

export type GivenAnswer = z.infer<ReturnType<typeof givenAnswer>>;

export function givenAnswer(mostChars: number) {
  return z.object({
    answer_text: z.string().min(1).max(mostChars),
    STATUS: z.enum(STATUSES),
    pending: json.optional(),
  });
}

type Judged = { kind: "accepted"; answer: CheckedAnswer } | { kind: "broken"; rule: BrokenRule };

export function judge(given: GivenAnswer, record: RunRecord, request: PlanRequest, limits: AnswerLimits): Judged {
  const answer = planAnswer(given, record);
  // Every figure in it was typed, by whoever wrote the answer.
  const verdict = validate({ answer, ...record, request, code: given.answer_text }, limits);
  if (verdict.kind === "accepted" || !isOfWords(verdict.rule)) return verdict;
  const { answer_text, STATUS: status } = given;
  const action = actionOf(record);
  const { pending, answer_rows, answer_json, chart } = answer;
  const warnings = [saidWarning(verdict.rule.code)];
  const extras = { pending, answer_rows, answer_json, chart };
  const answerText = printableLine(answer_text);
  return { kind: "accepted", answer: { answerText, status, action, warnings, isLessShown: false, extras } };
}

/** As a plan would have set it. */
export function planAnswer({ answer_text, STATUS, pending = null }: GivenAnswer, record: RunRecord): PlanAnswer {
  const ACTION = actionOf(record);
  return { answer_text, STATUS, ACTION, pending, answer_rows: null, answer_json: null, chart: null };
}

function actionOf({ changeset }: RunRecord): CheckedAnswer["action"] {
  return changeset.calls.length > 0 ? "mutate" : "read";
}

/** Whether it is about what is said, not about what is done or about the form of it. */
function isOfWords({ code }: BrokenRule): boolean {
  switch (code) {
    case "ANSWER_INTERNAL":
    case "UNGROUNDED_FIGURE":
    case "CLAIM_NOT_STAGED":
    case "CLAIM_AS_DONE":
      return true;
    case "ROWS_INVALID":
    case "CHART_ADDRESS":
    case "CHART_SCRIPT":
    case "CHART_LOOP":
    case "CHART_TOO_LARGE":
    case "CHART_INVALID":
    case "CHART_EMPTY":
    case "CHART_UNLABELLED":
    case "CHART_NOT_DRAWN":
    case "ANSWER_MISSING":
    case "ANSWER_TOO_LONG":
    case "ANSWER_PINGS":
    case "STATUS_UNKNOWN":
    case "STATUS_WITH_CHANGES":
    case "ACTION_MISMATCH":
    case "SUCCESS_AFTER_FAILED_WRITE":
    case "SEVERAL_OPERATIONS_FOR_ITEM":
    case "STOCK_NEGATIVE":
    case "CHAIN_BROKEN":
    case "NOT_WITHIN_RIGHTS":
      return false;
  }
}
