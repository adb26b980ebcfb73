// What came of a request in; the words of its answer, with what the person should know beside them, its chart and its
// table out.
import { TABLE_LIMITS } from "../answer-limits.ts";
import { removedFrom } from "../guards/guarded.ts";
import type { Reply } from "../platforms/platform.ts";
import type { OpenRequest } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import { answerText } from "../reply.ts";
import { isUnlinked } from "../requester.ts";
import { readRows } from "../table/read-rows.ts";
import { tableForm } from "../table/table-form.ts";
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
  const table = tableOf(outcome);
  if (table !== null && tableForm(table, TABLE_LIMITS).kind === "file") words.push(texts.wholeList(table.rows.length));
  if (outcome.kind === "accepted" && outcome.answer.isLessShown) words.push(texts.lessShown);
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

export function tableOf(outcome: RunOutcome): Reply["table"] {
  const read = readRows(outcome.kind === "accepted" ? outcome.answer.extras.answer_rows : null, TABLE_LIMITS);
  return read.kind === "table" ? read.table : null;
}

const MOST_NAMED = 3;

function listed(names: string[], texts: Texts): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED);
  return more > 0 ? `${named.join(", ")} ${texts.and} ${texts.more(more)}` : named.join(` ${texts.and} `);
}
