// The rows of a table or a chart, and the plan that set them, in; figures of a column that the plan's writer made up out.
// A column is made up if each of its figures stands in the code as a piece of data, and nothing that was read or written
// by people has any of them.
import type { Json } from "../json.ts";
import { toCents } from "./figures.ts";
import type { Seen } from "./seen.ts";
import { CUTTING, isConstant, withoutComments } from "./typed-numbers.ts";

export type Row = { [field: string]: Json };

// Where a value of a row stands: behind a colon, in a list, in what a text is cut into.
const DATA =
  /(?<=(?:[:[,;(|]|(?<![=!<>])=(?!=))\s*)(?:-?(?<bare>\d[\d_]*(?:\.\d+)?)|(?<mark>["'`])[$€£]?-?(?<quoted>\d[\d,]*(?:\.\d+)?)\s?%?\k<mark>)(?=\s*(?:[,\]};|\n]|["'`]))/g;

/** The first of them, as they were typed; nothing where no column is made up. */
export function madeUpFigures(rows: Row[], code: string, seen: Seen): number[] {
  const typed = dataIn(code);
  // A nothing fills a gap, and is no figure that somebody makes up.
  const columns = [...columnsOf(rows).values()]
    .map((figures) => figures.filter((figure) => figure !== 0))
    .filter((figures) => new Set(figures).size >= 2);
  const isMadeUp = (figures: number[]) => figures.every((figure) => typed.has(figure) && !seen.numbers.has(figure));
  const madeUp = columns.filter(isMadeUp);
  // The bounds of price bands, and months by their number, are typed beside what was counted for each.
  const isAlone = madeUp.length === columns.length;
  return madeUp.find((figures) => isAlone || !isLadder(figures)) ?? [];
}

function dataIn(code: string): Set<number> {
  const found = withoutComments(code).replaceAll(CUTTING, " ").matchAll(DATA);
  return new Set(
    [...found].map(({ groups }) => Number((groups?.bare ?? groups?.quoted ?? "").replaceAll(/[_,]/g, ""))),
  );
}

function columnsOf(rows: Row[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      const figure = figureOf(value);
      if (figure === null) continue;
      const column = columns.get(field);
      if (column === undefined) columns.set(field, [figure]);
      else column.push(figure);
    }
  }
  return columns;
}

const WRITTEN = /^-?[$€£]?-?(?<digits>\d[\d,]*(?:\.\d+)?)\s?%?$/;

function figureOf(value: Json): number | null {
  if (typeof value === "number") return Math.abs(value);
  const digits = typeof value === "string" ? WRITTEN.exec(value.trim())?.groups?.digits : undefined;
  const cents = digits === undefined ? null : toCents(digits);
  return cents === null ? null : cents / 100;
}

const ROUND = 5;

/** Small numbers, or round ones that come one above the other. */
function isLadder(figures: number[]): boolean {
  const steps = [...new Set(figures)];
  if (steps.every(isConstant)) return true;
  return steps.every((step, index) => (step % ROUND === 0 || isConstant(step)) && step > (steps[index - 1] ?? -1));
}

/** All rows that a chart brings, wherever in it they stand. */
export function chartRows(chart: Json): Row[] {
  if (Array.isArray(chart)) return chart.flatMap(chartRows);
  if (chart === null || typeof chart !== "object") return [];
  return Object.entries(chart).flatMap(([key, inner]) => {
    if (key === "values") return dataRows(inner);
    return key === "datasets" && isRow(inner) ? Object.values(inner).flatMap(dataRows) : chartRows(inner);
  });
}

/** A row may be a bare figure, which its marks call "data". */
function dataRows(value: Json): Row[] {
  return Array.isArray(value) ? value.flatMap((row) => (isRow(row) ? [row] : [{ data: row }])) : [];
}

export function rowsIn(value: Json): Row[] {
  return Array.isArray(value) ? value.flatMap((row) => (isRow(row) ? [row] : [])) : [];
}

function isRow(value: Json): value is Row {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
