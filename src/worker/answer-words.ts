// What came of a request in; the words of its answer, with what the person should know beside them, and its chart out.

import { removedFrom } from "../guards/guarded.ts";
import type { Reply } from "../platforms/platform.ts";
import type { OpenRequest } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import { answerText } from "../reply.ts";
import { isUnlinked } from "../requester.ts";
import type { Texts } from "../texts/texts.ts";
import { textsOf } from "../texts/texts-of.ts";

export function answerWords(
  outcome: RunOutcome,
  { requester, notRead, text }: Pick<OpenRequest, "requester" | "notRead" | "text">,
  runId: string,
  ticketId: number | null,
): string {
  const texts = textsOf(requester.language);
  const words = [answerText(outcome, ticketId, texts)];
  const isRefused = outcome.kind === "accepted" && outcome.answer.status === "unsupported_intent";
  if (isRefused && isUnlinked(requester)) words.push(texts.howToLink);
  if (outcome.kind === "fault") words.push(texts.reference(runId));
  if (notRead.length > 0) words.push(texts.notRead(listed(notRead, texts)));
  for (const guard of removedFrom(text)) {
    words.push(guard === "card-number" ? texts.cardNumberRemoved : texts.secretRemoved);
  }
  return words.join(" ");
}

export function chartOf(outcome: RunOutcome): Reply["chart"] {
  const chart = outcome.kind === "accepted" ? outcome.answer.extras.chart : null;
  return typeof chart === "object" && chart !== null && !Array.isArray(chart) ? chart : null;
}

const MOST_NAMED = 3;

function listed(names: string[], texts: Texts): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED);
  return more > 0 ? `${named.join(", ")} ${texts.and} ${texts.more(more)}` : named.join(` ${texts.and} `);
}
