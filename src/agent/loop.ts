// One request in, an accepted run or the reason why there is none out: generate → dry run → validate → repair, within
// attempts, time, tokens and money. Stateless: everything it needs is an argument.
import type { Changeset } from "../changeset/changeset.ts";
import type { DryRun } from "../changeset/dry-run.ts";
import type { DrawChart } from "../chart/chart.ts";
import type { Model, ModelReply, PlanRequest, Turn, Usage } from "../model/model.ts";
import type { Stage } from "../report.ts";
import { storableText } from "../storable.ts";
import { askWithin, type Budget, spentBudget } from "./budget.ts";
import { pictureFault, withoutPicture } from "./check-picture.ts";
import { extractPlan } from "./plan.ts";
import { type Failure, repairTurns } from "./repair.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";
import { type AnswerLimits, type CheckedAnswer, validate } from "./validate.ts";

export interface Attempt {
  number: number;
  /** What the model replied, as it came. */
  reply: string;
  /** null where there is none: the reply held none, or its planner writes no code. */
  code: string | null;
  dryRun: DryRun | null;
  failure: Failure | null;
  usage: Usage;
  timings: { modelMs: number; runMs: number; checkMs: number };
}

export type LoopOutcome =
  | { kind: "accepted"; answer: CheckedAnswer; changeset: Changeset; code: string | null; attempts: Attempt[] }
  | { kind: "budget-spent"; budget: Budget; attempts: Attempt[] }
  | { kind: "model-unavailable"; reason: string; retryAfterMs: number | null; attempts: Attempt[] };

interface LoopLimits extends AnswerLimits {
  attempts: number;
  wallMs: number;
  tokens: number;
  usd: number;
  replyChars: number;
}

export interface LoopParts {
  model: Model;
  dryRun(code: string): Promise<DryRun>;
  /** The chart of an answer is drawn before anybody sees it. */
  drawChart: DrawChart;
  onStage(stage: Stage, attempt: number): void;
  /** As soon as the model has replied: it is paid for, whatever becomes of the loop. */
  onAttempt(attempt: Attempt): void;
  limits: LoopLimits;
  signal: AbortSignal;
}

/** Rejects only when the world is broken (the database, the sandbox's processes) or `signal` was aborted. */
export async function runLoop(request: PlanRequest, prompt: Turn[], parts: LoopParts): Promise<LoopOutcome> {
  const { limits } = parts;
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(limits.wallMs);
  const attempts: Attempt[] = [];
  let turns = prompt;
  let second: (Tried & { kind: "second-best" }) | null = null;
  const spentWith = (budget: Budget): LoopOutcome =>
    second === null ? { kind: "budget-spent", budget, attempts } : { kind: "accepted", ...second.run, attempts };
  for (let number = 1; number <= limits.attempts; number++) {
    parts.onStage(number === 1 ? "planning" : "repairing", number);
    const askedAt = performance.now();
    const task = { turns, request };
    const reply = await askWithin((signal) => parts.model.write(task, signal), deadline, parts.signal);
    if (reply.kind === "unavailable") {
      // What was true already is said, rather than that nobody could be asked for better.
      if (deadline.aborted || second !== null) return spentWith("time");
      return { kind: "model-unavailable", reason: reply.reason, retryAfterMs: reply.retryAfterMs, attempts };
    }
    const attempt: Attempt = {
      number,
      reply: storableText(replyText(reply)),
      code: null,
      dryRun: null,
      failure: null,
      usage: reply.usage,
      timings: { modelMs: performance.now() - askedAt, runMs: 0, checkMs: 0 },
    };
    attempts.push(attempt);
    parts.onAttempt(attempt);
    const tried = await tryPlan(attempt, reply, request, { ...parts, deadline });
    if (tried.kind === "accepted") return { kind: "accepted", ...tried.run, attempts };
    if (tried.kind === "second-best" && (tried.inOwnWords || !second?.inOwnWords)) second = tried;
    const spent = spentBudget(attempts, performance.now() - startedAt, limits);
    if (spent !== null) return spentWith(spent);
    if (attempt.failure !== null) turns = [...prompt, ...repairTurns(attempt.reply, attempt.failure)];
  }
  return spentWith("attempts");
}

type AnsweredReply = Exclude<ModelReply, { kind: "unavailable" }>;

/** What a person may be told of a run, and asked to confirm. */
interface TrueRun {
  answer: CheckedAnswer;
  changeset: Changeset;
  code: string;
}

type Tried =
  | { kind: "accepted"; run: TrueRun }
  /**
   * Only its words, its rows or its picture broke a rule: should no better draft come, it goes out without them, and in
   * place of untrue words the record speaks.
   */
  | { kind: "second-best"; run: TrueRun; inOwnWords: boolean }
  | { kind: "failed" };

/** Fills in the attempt; its failure too, where it is not accepted. */
async function tryPlan(
  attempt: Attempt,
  reply: AnsweredReply,
  request: PlanRequest,
  parts: LoopParts & { deadline: AbortSignal },
): Promise<Tried> {
  const plan = planIn(reply, parts.limits.replyChars);
  if (plan.kind !== "plan") {
    attempt.failure = plan;
    return { kind: "failed" };
  }
  attempt.code = storableText(plan.code);
  parts.onStage("running", attempt.number);
  const ranAt = performance.now();
  const dryRun = await parts.dryRun(plan.code);
  attempt.dryRun = dryRun;
  const checkedAt = performance.now();
  attempt.timings.runMs = checkedAt - ranAt;
  if (dryRun.outcome.kind === "failed") {
    const { error } = dryRun.outcome;
    const rule = unreadableAnswer(error);
    attempt.failure = rule === null ? { kind: "plan", error } : { kind: "rule", rule };
    return { kind: "failed" };
  }
  parts.onStage("checking", attempt.number);
  const { changeset, hostCalls, failedWrite } = dryRun;
  const verdict = validate(
    { answer: dryRun.outcome.answer, changeset, hostCalls, failedWrite, request, code: plan.code },
    parts.limits,
  );
  if (verdict.kind === "broken") {
    attempt.timings.checkMs = performance.now() - checkedAt;
    attempt.failure = { kind: "rule", rule: verdict.rule };
    if (verdict.instead === null) return { kind: "failed" };
    const { answer, inOwnWords } = verdict.instead;
    return { kind: "second-best", run: { answer, changeset, code: plan.code }, inOwnWords };
  }
  const { answer } = verdict;
  const fault = await pictureFault(answer, parts.drawChart, parts.deadline, parts.signal);
  attempt.timings.checkMs = performance.now() - checkedAt;
  if (fault === null) return { kind: "accepted", run: { answer, changeset, code: plan.code } };
  attempt.failure = { kind: "rule", rule: fault };
  const run = { answer: withoutPicture(answer, fault), changeset, code: plan.code };
  return { kind: "second-best", run, inOwnWords: true };
}

export function replyText(reply: AnsweredReply): string {
  switch (reply.kind) {
    case "text":
    case "cut-off":
      return reply.text;
    case "plan":
      return reply.code;
    case "refused":
    case "empty":
      return "";
  }
}

function planIn(
  reply: AnsweredReply,
  mostChars: number,
): { kind: "plan"; code: string } | Exclude<Failure, { kind: "plan" }> {
  switch (reply.kind) {
    case "plan":
      return reply;
    case "text": {
      // No plan that the sandbox would take is so long, and looking for one in it would hold everybody up.
      if (reply.text.length > mostChars) return { kind: "no-plan" };
      const plan = extractPlan(reply.text);
      return plan.kind === "plan" ? plan : { kind: "no-plan" };
    }
    case "refused":
    case "cut-off":
    case "empty":
      return { kind: reply.kind };
  }
}
