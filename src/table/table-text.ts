// A table in; lines of the same width for places where every letter has the same out: names on top, figures to the right,
// long cells cut.
import stringWidth from "string-width";
import type { Cell, Table } from "./table.ts";

const GAP = "  ";
const CUT = "…";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The heading, the line below it, and a line for each row. */
export function tableLines({ columns, rows }: Table, mostCellWidth: number): string[] {
  const filled = columns.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    const show = cellsShown(cells);
    const texts = [name, ...cells.map(show)].map((text) => cutTo(text, mostCellWidth));
    const width = Math.max(1, ...texts.map((text) => stringWidth(text)));
    const isFigures = cells.some((cell) => cell !== null) && cells.every(isFigure);
    return { rule: "─".repeat(width), texts: texts.map((text) => padded(text, width, isFigures)) };
  });
  const line = (index: number) =>
    filled
      .map(({ texts }) => texts[index] ?? "")
      .join(GAP)
      .trimEnd();
  const rule = filled.map((column) => column.rule).join(GAP);
  return [line(0), rule, ...rows.map((_, index) => line(index + 1))];
}

const isFigure = (cell: Cell) => cell === null || typeof cell === "number";

const MOST_DECIMALS = 2;

/** Of a column of figures each has as many decimals as the others. */
function cellsShown(cells: Cell[]): (cell: Cell) => string {
  const isWhole = cells.every((cell) => typeof cell !== "number" || Number.isInteger(cell));
  return (cell) => {
    if (cell === null) return "";
    return typeof cell === "number" && !isWhole ? cell.toFixed(MOST_DECIMALS) : String(cell);
  };
}

function padded(text: string, width: number, isFigures: boolean): string {
  const blanks = " ".repeat(Math.max(0, width - stringWidth(text)));
  return isFigures ? blanks + text : text + blanks;
}

function cutTo(text: string, most: number): string {
  if (stringWidth(text) <= most) return text;
  let shown = "";
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(shown + segment) > most - 1) break;
    shown += segment;
  }
  return shown + CUT;
}
