// An answer and what the run saw in, the figures that nothing supports out. A literal that the plan typed is no source:
// only what calls returned, what would change, and what people wrote.
import type { HostCallRecord } from "../changeset/host.ts";
import type { Json } from "../json.ts";
import type { Change } from "../operations/operation.ts";
import type { HostError } from "../sandbox/sandbox.ts";
import { type Figure, figuresIn, toCents } from "./figures.ts";
import { isConstant, typedNumbers } from "./typed-numbers.ts";

export interface Sources {
  hostCalls: Pick<HostCallRecord, "result">[];
  changes: Change[];
  /** What people wrote: the request and their earlier turns. */
  texts: string[];
  /** The plan: a figure that stands nowhere in it was worked out. */
  code: string;
}

/** Each figure of the answer that is neither found in the sources, nor computed from them, nor worked out by the plan. */
export function ungroundedFigures(answer: string, sources: Sources): Figure[] {
  const figures = figuresIn(answer);
  if (figures.length === 0) return [];
  const seen = collect(sources);
  const unsupported = figures.filter((figure) => !isSupported(figure, seen));
  return unsupported.length === 0 ? [] : unsupported.filter((figure) => !isWorkedOut(figure, seen, sources));
}

/**
 * A plan does the same every time, so a figure in its answer was either typed into it or worked out by it. It counts as
 * worked out if it was not typed, and every other number that was typed is a constant or was read or asked for.
 */
function isWorkedOut(figure: Figure, seen: Seen, { code, hostCalls }: Sources): boolean {
  if (figure.kind === "id" || figure.kind === "order") return false;
  if (!hostCalls.some(({ result }) => result.ok)) return false;
  const typed = typedNumbers(code);
  const value = figure.kind === "amount" ? figure.cents / 100 : figure.number;
  return !typed.includes(value) && typed.every((number) => isConstant(number) || seen.numbers.has(number));
}

interface Seen {
  /** Every figure read, produced or written by people. */
  numbers: Set<number>;
  words: Set<string>;
  /** The figures of one field over the rows of a read, over results, or over changes: these may be reckoned with. */
  columns: number[][];
  /** Figures that people wrote: budgets, quantities. */
  written: Set<number>;
}

function collect(sources: Sources): Seen {
  const seen: Seen = { numbers: new Set(), words: new Set(), columns: [], written: new Set() };
  const single: Json[] = [];
  for (const { result } of sources.hostCalls) {
    const value = result.ok ? result.value : shopFacts(result.error);
    addValue(seen, value);
    if (Array.isArray(value)) addColumns(seen, value);
    else single.push(value);
  }
  addColumns(seen, single);
  for (const table of ["transactions", "orders", "inventory", "tickets"] as const) {
    const changes = sources.changes.filter((change) => change.table === table);
    for (const { key, before, after } of changes) addValue(seen, [key, withoutWords(before), withoutWords(after)]);
    addColumns(
      seen,
      changes.map((change) => change.after),
    );
  }
  for (const text of sources.texts) {
    addText(seen, text);
    for (const number of numbersIn(text)) seen.written.add(number);
  }
  return seen;
}

/** What the shop says of itself in a refusal; what was wrong with an argument is the plan's own words back. */
function shopFacts({ code, facts }: HostError): Json {
  switch (code) {
    case "INSUFFICIENT_STOCK":
      return { available: facts.available ?? null };
    case "AMOUNT_CHANGED":
      return { before: facts.before ?? null, after: facts.after ?? null };
    case "WRONG_STATE":
      return { status: facts.status ?? null };
    case "AMBIGUOUS":
      return { candidates: facts.candidates ?? null };
    case "INVALID_QUANTITY":
      return { bought: facts.bought ?? null, returned: facts.returned ?? null, left: facts.left ?? null };
    default:
      return null;
  }
}

// Columns that hold what the plan wrote.
const WORDS = new Set(["issue", "note", "summary"]);

function withoutWords(row: Change["after"]): Json {
  return row === null ? null : Object.fromEntries(Object.entries(row).filter(([column]) => !WORDS.has(column)));
}

function addValue(seen: Seen, value: Json): void {
  if (typeof value === "number") seen.numbers.add(value);
  else if (typeof value === "string") addText(seen, value);
  else if (Array.isArray(value)) for (const item of value) addValue(seen, item);
  else if (value !== null && typeof value === "object") for (const item of Object.values(value)) addValue(seen, item);
}

function addText(seen: Seen, text: string): void {
  for (const word of text.match(/[\p{L}\d_-]+/gu) ?? []) seen.words.add(word.toUpperCase());
  for (const number of numbersIn(text)) seen.numbers.add(number);
}

/** Numbers that stand by themselves: the 1 of "SG001" is none. */
function numbersIn(text: string): number[] {
  const written = text.match(/(?<![\p{L}\d.,-])\d[\d.,]*(?![\p{L}\d])/gu) ?? [];
  return written.flatMap((number) => {
    const cents = toCents(number);
    return cents === null ? [] : [cents / 100];
  });
}

/** Each numeric field over all rows, and quantity × price where a row has both. */
function addColumns(seen: Seen, rows: Json[]): void {
  const columns = new Map<string, number[]>();
  for (const row of rows) {
    if (row === null || typeof row !== "object" || Array.isArray(row)) continue;
    const figures = Object.entries(row).flatMap(([name, field]) => {
      const number = typeof field === "string" && /^-?\d+\.\d{2}$/.test(field) ? Number(field) : field;
      return typeof number === "number" ? [[name, number] as const] : [];
    });
    for (const [name, number] of figures) push(columns, name, number);
    for (const [name, number] of figures) {
      for (const [other, factor] of figures) if (name < other) push(columns, `${name}×${other}`, number * factor);
    }
  }
  seen.columns.push(...columns.values());
}

function push(columns: Map<string, number[]>, name: string, value: number): void {
  const column = columns.get(name);
  if (column === undefined) columns.set(name, [value]);
  else column.push(value);
}

function isSupported(figure: Figure, seen: Seen): boolean {
  switch (figure.kind) {
    case "amount":
      return isComputable(figure.cents, seen);
    case "id":
      return seen.words.has(figure.id.toUpperCase()) || isOtherWord(figure.id, seen);
    case "order":
      return seen.numbers.has(figure.number);
    case "stock":
      return isComputable(figure.number * 100, seen);
  }
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

function isComputable(cents: number, seen: Seen): boolean {
  const known = inCents([...seen.numbers]);
  if (known.has(cents)) return true;
  const written = inCents([...seen.written]);
  return seen.columns.some((column) => isReckonedFrom(cents, column, known, written) || isBill(cents, column));
}

function inCents(values: number[]): Set<number> {
  return new Set(values.map(toWholeCents));
}

function toWholeCents(value: number): number {
  return Math.abs(Math.round(value * 100));
}

/** The sum, the average, a difference, or a multiple by a number that was read or asked for. */
function isReckonedFrom(cents: number, column: number[], known: Set<number>, written: Set<number>): boolean {
  const sum = column.reduce((total, value) => total + value, 0);
  if (toWholeCents(sum) === cents || toWholeCents(sum / column.length) === cents) return true;
  const own = inCents(column);
  for (const value of own) {
    for (const other of [cents + value, Math.abs(cents - value)]) if (own.has(other) || written.has(other)) return true;
    if (value !== 0 && cents % value === 0 && known.has((cents / value) * 100)) return true;
  }
  return false;
}

const MAX_BILL_CENTS = 10_000_000;
const MAX_BILL_LINES = 40;
// Beyond this many different sums nearly anything would count as supported.
const MAX_BILL_SUMS = 2_000;

/** Whether some rows of the column add up to the amount, each taken once: a part of a list, summed by the plan. */
function isBill(cents: number, column: number[]): boolean {
  if (cents > MAX_BILL_CENTS) return false;
  let sums = new Set([0]);
  for (const value of column.slice(0, MAX_BILL_LINES)) {
    const part = toWholeCents(value);
    sums = new Set([...sums, ...[...sums].map((sum) => sum + part)].filter((sum) => sum <= cents));
    if (sums.has(cents) && cents > 0) return true;
    if (sums.size > MAX_BILL_SUMS) return false;
  }
  return false;
}
