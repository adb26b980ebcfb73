// The error of a plan whose answer could not be read in; the rule that it broke out, where that says more than the error.
import type { PlanError } from "../sandbox/sandbox.ts";
import type { BrokenRule } from "./validate.ts";

export function unreadableAnswer({ answer, message }: PlanError): BrokenRule | null {
  if (answer?.field === "answer_rows") return { code: "ROWS_INVALID", why: message };
  if (answer?.field !== "chart") return null;
  switch (answer.problem) {
    case "too-large":
      return { code: "CHART_TOO_LARGE", why: message };
    case "endless":
      return { code: "CHART_LOOP", why: message };
    case "unreadable":
      return { code: "CHART_INVALID", why: message };
  }
}
