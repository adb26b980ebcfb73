// A turn of a case and how it was walked in; what differed from the case, in sentences, and the changes that nobody asked
// for, out.
import { changeInWords } from "./change-words.ts";
import { type Compared, compareRows } from "./compare-rows.ts";
import type { Case, CaseTurn, RowChange } from "./evaluation.ts";
import { isRow, type WalkedTurn } from "./walk-turn.ts";

export function judgeTurn(
  turn: CaseTurn,
  { mustNotChange }: Pick<Case, "mustNotChange">,
  walked: WalkedTurn,
): Compared {
  const { early, seen } = walked;
  const rows = judgeRows(turn, mustNotChange, walked);
  const reasons = [
    ...(turn.status.length === 0 || turn.status.includes(seen.status)
      ? []
      : [`STATUS is ${seen.status}${whyFailed(walked)}, where the case expects ${turn.status.join(" or ")}.`]),
    ...needsReasons(turn, walked),
    ...turn.answerMentions
      .filter((words) => !holds(seen.answerText, words))
      .map((words) => `The answer does not mention "${words}": ${seen.answerText}`),
    ...turn.answerOmits
      .filter((words) => holds(seen.answerText, words))
      .map((words) => `The answer mentions "${words}": ${seen.answerText}`),
    ...early.map((change) => `Changed before anybody had pressed: ${changeInWords(change)}.`),
    ...rows.reasons,
  ];
  const later = rows.wrong.filter(({ table, key }) => !early.some((one) => isRow(one, table, key)));
  return { wrong: [...early, ...later], reasons };
}

/**
 * A ticket that hands the request over is the house's own way to end one that has no answer: nobody's goods, money or
 * order moved. So it is no wrong change, though mostly a failure by its STATUS; a case may name it like any other row, and
 * where nothing may change it is a difference too.
 */
function judgeRows(turn: CaseTurn, mustNotChange: boolean, { made, handover }: WalkedTurn): Compared {
  if (handover === null || isNamed(handover, turn)) return compareRows(turn.changes, made);
  const others = compareRows(
    turn.changes,
    made.filter(({ table, key }) => !isRow(handover, table, key)),
  );
  if (!mustNotChange) return others;
  const reason = `Handed over to the staff with ticket ${handover.key}, where no row may change.`;
  return { ...others, reasons: [...others.reasons, reason] };
}

function isNamed(change: RowChange, { changes }: CaseTurn): boolean {
  return changes.some((expected) => compareRows([expected], [change]).reasons.length === 0);
}

function needsReasons({ needs }: CaseTurn, walked: WalkedTurn): string[] {
  if (needs === null || needs.join() === walked.needs.join()) return [];
  const inWords = (buttons: string[]) =>
    buttons.length === 0 ? "no button" : `the button of ${buttons.join(" and ")}`;
  return [`The card asks for ${inWords(walked.needs)}, where the case expects ${inWords(needs)}.`];
}

function whyFailed({ error }: WalkedTurn): string {
  return error === null ? "" : ` (${error.code}: ${error.message})`;
}

function holds(answer: string, words: string): boolean {
  return answer.toLowerCase().includes(words.toLowerCase());
}
