// An answer and what the run saw in; what nothing supports although it does little harm, in words to be kept with the run,
// out: days, quantities, shares, states, a stock that was rounded. The answer goes out all the same.
import type { Terms } from "../operations/operation.ts";
import { isUnsure } from "./claims/false-claim.ts";
import { daysIn, type NamedDay, withoutDays } from "./dates.ts";
import { figuresIn, withoutFigures } from "./figures.ts";
import { isRounded, isWorkedOut } from "./grounding.ts";
import { isComputable } from "./reckoning.ts";
import { collect, type Seen, type Sources } from "./seen.ts";
import { sentencesOf, withoutQuotes } from "./sentences.ts";
import { statesIn } from "./status-words.ts";

interface DoubtSources extends Sources {
  /** The time of the request, as ISO text. */
  now: string;
  terms: Terms[];
}

export function doubtsAbout(answer: string, sources: DoubtSources): string[] {
  const seen = collect(sources);
  const known = knownText(sources);
  const own = withoutQuotes(answer);
  const text = withoutFigures(own);
  return [
    ...daysIn(text)
      .filter((day) => !isKnownDay(day, known, seen))
      .map((day) => `the day "${day.text}" is none that was read`),
    ...quantitiesIn(withoutDays(text))
      .filter((quantity) => !isKnownQuantity(quantity, seen, sources))
      .map((quantity) => `nothing supports the number "${quantity.text}"`),
    ...wrongGoods(answer, sources.terms),
    ...figuresIn(answer)
      .filter((figure) => figure.kind === "stock" && figure.isRough && !seen.counts.has(figure.number))
      .filter((figure) => figure.kind === "stock" && isRounded(figure.number, seen))
      .map((figure) => `the stock in "${figure.text}" is rounded`),
    ...sentencesOf(own).flatMap((sentence) => doubtfulStates(sentence, known, sources)),
  ];
}

/** All that was read, asked for and written, in one text. */
function knownText({ hostCalls, changes, texts, now }: DoubtSources): string {
  const read = hostCalls.map(({ args, result }) => (result.ok ? [args, result.value] : result.error.facts));
  return [JSON.stringify(read), JSON.stringify(changes), ...texts, now].join("\n");
}

const DAY_MS = 86_400_000;
/** Deadlines of a shop. */
const USUAL_DAYS = [1, 2, 7, 14, 30];

/** A day that was read or written, or so many days from one as somebody said. */
function isKnownDay({ readings, year }: NamedDay, known: string, seen: Seen): boolean {
  const spans = [0, ...USUAL_DAYS, ...[...seen.written].filter((number) => number <= 366)];
  return daysIn(known).some((other) =>
    other.readings.some(({ day, month }) =>
      spans.some((span) =>
        [span, -span].some((days) => {
          const at = new Date(Date.UTC(other.year ?? year ?? 2025, month - 1, day) + days * DAY_MS);
          const isDay = readings.some((one) => one.day === at.getUTCDate() && one.month === at.getUTCMonth() + 1);
          return isDay && (year === null || other.year === null || year === at.getUTCFullYear());
        }),
      ),
    ),
  );
}

interface Quantity {
  text: string;
  number: number;
  isShare: boolean;
}

const QUANTITY =
  /(?<![\p{L}\d.,:/#-])(?<digits>\d{1,9}(?:[.,]\d+)?)(?<share>\s?%|\s(?:percent|prozent)(?!\p{L}))?(?![\p{L}\d:/])/giu;

function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(QUANTITY)].map((match) => ({
    text: match[0].trim(),
    number: Number(match.groups?.digits?.replace(",", ".")),
    isShare: match.groups?.share !== undefined,
  }));
}

/** Read, asked for, the number of some of the rows, a share of two numbers, or worked out by the host or the plan. */
function isKnownQuantity({ number, isShare }: Quantity, seen: Seen, sources: Sources): boolean {
  if (seen.numbers.has(number) || isWorkedOut(number, seen, sources)) return true;
  if (isShare) return isShareOfCounts(number, seen);
  const cents = Math.round(number * 100);
  const isOfRows = Number.isInteger(number) && number <= seen.mostRows;
  return isOfRows || isComputable(cents, "count", seen) || isComputable(cents, "money", seen);
}

const MOST_COUNTS = 60;

/** Of the rows, or of what some of them count together. */
function isShareOfCounts(share: number, { columns, mostRows }: Seen): boolean {
  const digits = String(share).split(".")[1]?.length ?? 0;
  const rows = Array.from({ length: mostRows + 1 }, (_, count) => count);
  const counts = columns.filter(({ kind }) => kind !== "money").flatMap(({ values }) => [...values, sumOf(values)]);
  const isRatio = (parts: number[]) =>
    parts.some((part) =>
      parts.some((whole) => whole !== 0 && Number(((part / whole) * 100).toFixed(digits)) === share),
    );
  return isRatio(counts.slice(0, MOST_COUNTS)) || rows.some((part) => isRatio([part, mostRows]));
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** "2 Wayfarer" where three are staged. */
function wrongGoods(answer: string, terms: Terms[]): string[] {
  return terms.flatMap(({ subject, quantity, names, operation }) => {
    const name = names[subject];
    if (name === undefined || quantity === null || operation === "adjustStock") return [];
    const word = name.replaceAll(/[^\p{L}\d ]/gu, ".");
    const said = [
      ...answer.matchAll(
        new RegExp(`(?<![\\p{L}\\d.,$])(\\d{1,6})(?: ?[×x])? (?:\\p{L}+ (?:of |de )?)?${word}`, "giu"),
      ),
    ];
    const numbers = said.map(([, digits]) => Number(digits));
    if (numbers.length === 0 || numbers.includes(quantity)) return [];
    return [`"${said[0]?.[0]}" are named, and ${quantity} are staged`];
  });
}

const ORDER_NUMBER = /(?<!\d)(\d{4,})(?!\d)/g;

/** States that occur nowhere in what was read, and one that the order named beside it does not have. */
function doubtfulStates(sentence: string, known: string, { hostCalls, changes }: DoubtSources): string[] {
  if (isUnsure(sentence)) return [];
  const states = statesIn(sentence);
  const unknown = states.filter((state) => !known.includes(`"${state}"`) && !statesIn(known).includes(state));
  if (unknown.length > 0) return unknown.map((state) => `nothing that was read is ${state}`);
  const numbers = [...sentence.matchAll(ORDER_NUMBER)].map(([number]) => Number(number));
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || states.length !== 1) return [];
  const told = JSON.stringify([hostCalls.map(({ result }) => (result.ok ? result.value : null)), changes]);
  const [state = ""] = states;
  const actual = [...told.matchAll(/\{[^{}[\]]*?"id":(\d+)[^{}]*?"status":"(\w+)"/g)]
    .filter(([, id]) => Number(id) === number)
    .map(([, , status = ""]) => status);
  return actual.length === 0 || actual.includes(state) || changes.some(({ key }) => key === number)
    ? []
    : [`order ${number} is ${actual[0]}, not ${state}`];
}
