// A stored run in; the sentence that says why there is nothing in it to work again, or null, out.
import type { StoredRun } from "../run-detail.ts";

export const NO_BASIS =
  "What it was worked from is not kept (any more): RETENTION_DAYS says for how long people's words stay.";

export function nothingToReplay(run: StoredRun): string | null {
  if (run.basis === null) return NO_BASIS;
  if (run.attemptList.length === 0) return `${withoutReply(run)}, so there is no plan to work again.`;
  // Whatever ran code has some; what came to a changeset without it called the shop by itself.
  if (run.attemptList.some(({ code, changeset }) => code === null && changeset !== null)) {
    return "Its planner wrote no code, and only plans of code can be worked again.";
  }
  if (run.attemptList.some(({ hostCalls }) => hostCalls.some(({ effects }) => effects === undefined))) {
    return "It was stored before runs could be worked again: what each of its calls changed was not kept.";
  }
  return null;
}

function withoutReply({ error, status }: StoredRun): string {
  switch (error?.code) {
    case "MODEL_UNAVAILABLE":
      return "The model could not be had";
    case "SPENDING_CAP":
      return "The day's money for the model was spent";
    case "MODERATION":
      return "Moderation flagged the request before a model saw it";
    case "INTERNAL":
      return "A fault of our own ended it before the model had replied";
    case "BUDGET_SPENT":
      return "Its time was over before the model had replied";
    default:
      return status === "success"
        ? "The person asked for one of the shop's people, and no model was asked"
        : "No model replied";
  }
}
