// What came of a request in; what is kept of it and told to its person out. Live answers and stored runs that are worked
// again both pass here.
import type { LoopOutcome } from "../agent/loop.ts";
import { type FailureReport, reportFailure } from "../agent/repair.ts";
import { type Changeset, EMPTY_CHANGESET } from "../changeset/changeset.ts";
import type { Change } from "../operations/operation.ts";
import { needsAccount } from "../policy.ts";
import type { OpenRequest } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import { isUnlinked, type Person } from "../requester.ts";
import { answerWords } from "./answer-words.ts";
import { warningsOf } from "./fired-guards.ts";

export interface Told {
  /** The plan's STATUS, or how it went without a plan. */
  status: string;
  action: "read" | "mutate";
  changeset: Changeset;
  answerText: string;
  warnings: string[];
  /** Why no plan was accepted. */
  error: FailureReport | null;
}

/** `ticket`: the one that hands the request over, where one was opened. */
export function toldOf(
  outcome: RunOutcome,
  request: Pick<OpenRequest, "requester" | "notRead" | "text">,
  runId: string,
  ticket: (Change & { key: number }) | null,
): Told {
  const accepted = outcome.kind === "accepted" ? outcome : null;
  const words = {
    answerText: answerWords(outcome, request, runId, ticket?.key ?? null),
    warnings: warningsOf(outcome, request),
    error: errorOf(outcome),
  };
  if (outcome.kind === "handed-over" && ticket !== null) {
    return { status: "success", action: "mutate", changeset: { ...EMPTY_CHANGESET, changes: [ticket] }, ...words };
  }
  return {
    status: accepted?.answer.status ?? statusWithoutPlan(outcome),
    action: accepted?.answer.action ?? "read",
    changeset: accepted?.changeset ?? EMPTY_CHANGESET,
    ...words,
  };
}

/** Whoever is nobody's customer is told so, instead of being asked to confirm what they cannot have. */
export function unlessUnlinked(requester: Person, outcome: LoopOutcome): RunOutcome {
  const isTheirs = outcome.kind !== "accepted" || !isUnlinked(requester) || !needsAccount(outcome.changeset);
  return isTheirs ? outcome : { kind: "needs-account", attempts: outcome.attempts };
}

function statusWithoutPlan({ kind }: RunOutcome): string {
  return kind === "needs-account" || kind === "declined" ? "unsupported_intent" : "failed";
}

function errorOf(outcome: RunOutcome): FailureReport | null {
  switch (outcome.kind) {
    case "accepted":
    case "handed-over":
      return null;
    case "needs-account":
      return { code: "NEEDS_ACCOUNT", message: "The person is not linked to a customer." };
    case "declined":
      return { code: "MODERATION", message: `Moderation flagged the request: ${outcome.categories.join(", ")}.` };
    case "model-unavailable":
      return { code: "MODEL_UNAVAILABLE", message: outcome.reason };
    case "over-cap":
      return { code: "SPENDING_CAP", message: `Today's cap of the ${outcome.cap} for the model is reached.` };
    case "fault":
      return { code: "INTERNAL", message: "A fault of our own ended this request; the log says more." };
    case "budget-spent": {
      const failure = outcome.attempts.at(-1)?.failure ?? null;
      return failure === null
        ? { code: "BUDGET_SPENT", message: `The budget of ${outcome.budget} for this request is spent.` }
        : reportFailure(failure);
    }
  }
}
