// The names of our buttons and forms, in one place for those who draw them and those who read presses.
import type { Verdict } from "../../records/feedback.ts";
import type { Decision } from "../platform.ts";

const DECISIONS: { [id: string]: Decision | undefined } = {
  "press-confirm": "confirm",
  "press-cancel": "cancel",
  "press-approve": "approve",
  "press-reject": "reject",
};
const VERDICTS: { [id: string]: Verdict | undefined } = { up: "up", down: "down" };

export const actionIds = {
  press: (decision: Decision) => `press-${decision}`,
  plan: "plan",
  answerTicket: "ticket-answer",
  resolveTicket: "ticket-resolve",
  feedback: "feedback",
};

export const formIds = { reject: "reject", answerTicket: "ticket-answer", plan: "plan", field: "words" };

export function decisionOf(actionId: string): Decision | null {
  return DECISIONS[actionId] ?? null;
}

/** Of a feedback button's value, "up:run_1". */
export function verdictOf(value: string): { verdict: Verdict; runId: string } | null {
  const at = value.indexOf(":");
  const verdict = VERDICTS[value.slice(0, at)];
  const runId = value.slice(at + 1);
  return verdict === undefined || runId === "" ? null : { verdict, runId };
}
