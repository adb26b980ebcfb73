// An answer and what the run saw in, the figures that nothing supports out. A literal that the plan typed is no source:
// only what calls returned, what would change, and what people wrote.
import { type Figure, figuresIn } from "./figures.ts";
import { isComputable } from "./reckoning.ts";
import { collect, type Seen, type Sources } from "./seen.ts";
import { isConstant, typedNumbers } from "./typed-numbers.ts";

/** Each figure of the answer that is neither found in the sources, nor computed from them, nor worked out by the plan. */
export function ungroundedFigures(answer: string, sources: Sources): Figure[] {
  const figures = figuresIn(answer);
  if (figures.length === 0) return [];
  const seen = collect(sources);
  const unsupported = figures.filter((figure) => !isSupported(figure, seen));
  return unsupported.filter((figure) => !isFigureWorkedOut(figure, seen, sources));
}

function isFigureWorkedOut(figure: Figure, seen: Seen, sources: Sources): boolean {
  switch (figure.kind) {
    case "id":
    case "order":
    case "ticket":
      return false;
    case "amount":
      return isWorkedOut(figure.cents / 100, seen, sources);
    case "stock":
      return isWorkedOut(figure.number, seen, sources);
  }
}

/**
 * A plan does the same every time, so a figure in its answer was either typed into it or worked out by it. It counts as
 * worked out if it was not typed, and every other number that was typed is a constant or was read or asked for.
 */
export function isWorkedOut(
  value: number,
  seen: Seen,
  { code, hostCalls }: Pick<Sources, "code" | "hostCalls">,
): boolean {
  if (!hostCalls.some(({ result }) => result.ok)) return false;
  const typed = typedNumbers(code);
  const isKnown = (number: number) => isConstant(number) || seen.numbers.has(number) || isShare(number, seen.written);
  return !typed.includes(value) && typed.every(isKnown);
}

/** 0.9 and 1.1 where somebody wrote of ten percent. */
function isShare(number: number, written: Set<number>): boolean {
  return [number, 1 - number, number - 1].some((share) => written.has(Math.round(share * 1_000) / 10));
}

function isSupported(figure: Figure, seen: Seen): boolean {
  switch (figure.kind) {
    case "amount":
      return isComputable(figure.cents, "money", seen);
    case "id":
      return seen.words.has(figure.id.toUpperCase()) || isOtherWord(figure.id, seen);
    case "order":
    case "ticket":
      return seen.counts.has(figure.number);
    case "stock":
      return isComputable(figure.number * 100, "count", seen) || (figure.isRough && isRounded(figure.number, seen));
  }
}

const ROUGHLY = 0.25;

/** "About 20" may be said of 23; it is noted as a doubt. */
export function isRounded(number: number, { counts }: Seen): boolean {
  return [...counts].some((count) => Math.abs(count - number) <= Math.max(1, count * ROUGHLY));
}

/** "UV400" is no id of this shop where ids that were read begin otherwise. */
function isOtherWord(id: string, seen: Seen): boolean {
  const ids = [...seen.words].filter((word) => /^[A-Z]{2,}\d{2,}$/.test(word));
  const prefix = lettersOf(id);
  return ids.length > 0 && prefix !== "TXN" && !ids.some((known) => lettersOf(known) === prefix);
}

function lettersOf(id: string): string {
  return id.replace(/\d+$/, "");
}
