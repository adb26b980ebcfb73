// A stored run in; a model that hands out its replies again, one after the other, out.
import { GIVEN_PLAN } from "../model/given-plan.ts";
import type { Model, ModelReply } from "../model/model.ts";
import type { StoredAttempt, StoredRun } from "../run-detail.ts";

type AnsweredReply = Exclude<ModelReply, { kind: "unavailable" }>;

export function createStoredReplies(run: StoredRun): Model {
  const waiting = run.attemptList.map((attempt) => replyOf(attempt, run.model));
  return {
    name: run.model,
    parameters: run.parameters,
    write: async () => waiting.shift() ?? { kind: "unavailable", reason: whyUnavailable(run), retryAfterMs: null },
    ping: async () => {},
  };
}

/** How many attempts there were, with the one that the model did not answer. */
export function attemptsOf(run: StoredRun): number {
  return run.attemptList.length + (run.error?.code === "MODEL_UNAVAILABLE" ? 1 : 0);
}

function whyUnavailable({ error }: StoredRun): string {
  return error?.code === "MODEL_UNAVAILABLE" ? error.message : "The stored run has no further reply.";
}

/** A reply's kind is not stored but told by how its attempt ended. */
export function replyOf({ reply, code, failure, usage }: StoredAttempt, model: string): AnsweredReply {
  const spent = { ...usage, cachedTokens: 0 };
  switch (failure?.code) {
    case "MODEL_REFUSED":
      return { kind: "refused", usage: spent };
    case "EMPTY":
      return { kind: "empty", usage: spent };
    case "CUT_OFF":
      return { kind: "cut-off", text: reply, usage: spent };
    default:
      return model === GIVEN_PLAN && code !== null
        ? { kind: "plan", code, usage: spent }
        : { kind: "text", text: reply, usage: spent };
  }
}
