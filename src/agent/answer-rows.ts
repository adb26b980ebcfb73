// What a plan set as rows and as its chart in; null, or the first rule that they break, out: the form of the rows, and
// figures that nobody read. Whether the chart can be drawn is found by drawing it.
import type { PlanAnswer } from "../sandbox/sandbox.ts";
import { readRows } from "../table/read-rows.ts";
import type { TableLimits } from "../table/table.ts";
import { collect, type Sources } from "./seen.ts";
import { chartRows, madeUpFigures, rowsIn } from "./typed-columns.ts";

export type RowsRule =
  /** No list of flat objects, or too much of it. */
  { code: "ROWS_INVALID"; why: string } | UngroundedFigure;

interface UngroundedFigure {
  code: "UNGROUNDED_FIGURE";
  texts: string[];
  /** Where they stand. */
  place: "answer_text" | "answer_rows" | "chart";
}

const MOST_NAMED = 4;

export function answerRowsRule(
  { answer_rows, chart }: Pick<PlanAnswer, "answer_rows" | "chart">,
  sources: Sources,
  limits: TableLimits,
): RowsRule | null {
  const read = readRows(answer_rows, limits);
  if (read.kind === "refused") return { code: "ROWS_INVALID", why: read.why };
  if (answer_rows === null && chart === null) return null;
  const seen = collect(sources);
  const shown = [
    { place: "answer_rows" as const, rows: rowsIn(answer_rows) },
    { place: "chart" as const, rows: chartRows(chart) },
  ];
  for (const { place, rows } of shown) {
    const texts = madeUpFigures(rows, sources.code, seen).slice(0, MOST_NAMED).map(String);
    if (texts.length > 0) return { code: "UNGROUNDED_FIGURE", texts, place };
  }
  return null;
}
