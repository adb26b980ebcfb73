// A card in; the same out with each of its texts on one line: whoever is named or quoted on it writes no line of their own,
// which would read as ours.
import type { CardView } from "./card-view.ts";

function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, " ").trim();
}

export function flatCard(view: CardView): CardView {
  return {
    ...view,
    title: oneLine(view.title),
    asked: { words: oneLine(view.asked.words), text: oneLine(view.asked.text) },
    lines: view.lines.map(oneLine),
    rows: view.rows.map(({ what, before, after }) => ({
      what: oneLine(what),
      before: oneLine(before),
      after: oneLine(after),
    })),
    remarks: view.remarks.map(oneLine),
    decided: view.decided.map((one) => ({
      ...one,
      words: oneLine(one.words),
      reason: one.reason === null ? null : oneLine(one.reason),
    })),
    ending: view.ending === null ? null : oneLine(view.ending),
  };
}
