// What came of a request in; the words of its answer, with what the person should know beside them, and its chart out.

import type { Reply } from "../platforms/platform.ts";
import type { OpenRequest } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import { answerText, HOW_TO_LINK } from "../reply.ts";
import { isUnlinked } from "../requester.ts";

export function answerWords(
  outcome: RunOutcome,
  { requester, notRead }: Pick<OpenRequest, "requester" | "notRead">,
  runId: string,
  ticketId: number | null,
): string {
  const words = [answerText(outcome, ticketId)];
  const isRefused = outcome.kind === "accepted" && outcome.answer.status === "unsupported_intent";
  if (isRefused && isUnlinked(requester)) words.push(HOW_TO_LINK);
  if (outcome.kind === "fault") words.push(`(Reference: ${runId})`);
  if (notRead.length > 0) words.push(`I have not read ${listed(notRead)}: I cannot read files.`);
  return words.join(" ");
}

export function chartOf(outcome: RunOutcome): Reply["chart"] {
  const chart = outcome.kind === "accepted" ? outcome.answer.extras.chart : null;
  return typeof chart === "object" && chart !== null && !Array.isArray(chart) ? chart : null;
}

const MOST_NAMED = 3;

function listed(names: string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED);
  return more > 0 ? `${named.join(", ")} and ${more} more` : named.join(" and ");
}
