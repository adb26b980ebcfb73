// What a run read, would change, and what people wrote in; the figures, words and columns out that an answer may rest on.
import type { HostCallRecord } from "../changeset/host.ts";
import type { Json } from "../json.ts";
import type { Change } from "../operations/operation.ts";
import type { HostError } from "../sandbox/sandbox.ts";
import { toCents } from "./figures.ts";

export interface Sources {
  hostCalls: Pick<HostCallRecord, "args" | "result">[];
  changes: Change[];
  /** What people wrote: the request and their earlier turns. */
  texts: string[];
  /** The plan: a figure that stands nowhere in it was worked out. */
  code: string;
}

/** What a figure counts: money is no number of things, and neither is the other. */
type Kind = "money" | "count" | "any";

export interface Seen {
  /** Every figure read, produced or written by people. */
  numbers: Set<number>;
  /** Of those, what may be an amount, and what may be a number of things. */
  amounts: Set<number>;
  counts: Set<number>;
  words: Set<string>;
  /** The figures of one field over the rows of a read, over results, or over changes: these may be reckoned with. */
  columns: { kind: Kind; values: number[] }[];
  /** Figures that people wrote: budgets, quantities. */
  written: Set<number>;
  /** How many rows the longest read gave. */
  mostRows: number;
}

export function collect(sources: Sources): Seen {
  const seen: Seen = {
    numbers: new Set(),
    amounts: new Set(),
    counts: new Set(),
    words: new Set(),
    columns: [],
    written: new Set(),
    mostRows: 0,
  };
  const single: Json[] = [];
  for (const { result } of sources.hostCalls) {
    const value = result.ok ? result.value : shopFacts(result.error);
    addValue(seen, value, "any");
    if (!Array.isArray(value)) single.push(value);
    else {
      addColumns(seen, value);
      seen.mostRows = Math.max(seen.mostRows, value.length);
    }
  }
  addColumns(seen, single);
  for (const table of ["transactions", "orders", "inventory", "tickets"] as const) {
    const changes = sources.changes.filter((change) => change.table === table);
    for (const { key, before, after } of changes) {
      addValue(seen, key, "count");
      addValue(seen, [withoutWords(before), withoutWords(after)], "any");
    }
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
      return { status: facts.status ?? null, reason: facts.reason ?? null };
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

const MONEY = /price|amount|total|balance|cost|left to pay/i;
const COUNT = /quantity|stock|count|_all|^id$|Id$|available|bought|returned|^left$|position/i;

function kindOf(field: string): Kind {
  if (MONEY.test(field)) return "money";
  return COUNT.test(field) ? "count" : "any";
}

function addNumber(seen: Seen, number: number, kind: Kind): void {
  seen.numbers.add(number);
  if (kind !== "count") seen.amounts.add(number);
  if (kind !== "money") seen.counts.add(number);
}

function addValue(seen: Seen, value: Json, kind: Kind): void {
  if (typeof value === "number") addNumber(seen, value, kind);
  else if (typeof value === "string") addText(seen, value, kind);
  else if (Array.isArray(value)) for (const item of value) addValue(seen, item, kind);
  else if (value !== null && typeof value === "object") {
    for (const [field, item] of Object.entries(value)) {
      const own = kindOf(field);
      // "before" and "after" of an amount that changed keep what they are.
      addValue(seen, item, own === "any" ? kind : own);
    }
  }
}

const TIME = /^\d{4}-\d{2}-\d{2}T/;

function addText(seen: Seen, text: string, kind: Kind = "any"): void {
  for (const word of text.match(/[\p{L}\d_-]+/gu) ?? []) seen.words.add(word.toUpperCase());
  if (TIME.test(text)) return;
  for (const number of numbersIn(text)) addNumber(seen, number, kind);
}

/** Numbers that stand by themselves: the 1 of "SG001" is none. */
function numbersIn(text: string): number[] {
  const written = text.match(/(?<![\p{L}\d.,-])\d[\d.,]*(?![\p{L}\d])/gu) ?? [];
  return written.flatMap((number) => {
    const cents = toCents(number);
    return cents === null ? [] : [cents / 100];
  });
}

/** Each numeric field over all rows, and the product where a row has both a price and a number of things. */
function addColumns(seen: Seen, rows: Json[]): void {
  const columns = new Map<string, { kind: Kind; values: number[] }>();
  const push = (name: string, kind: Kind, value: number) => {
    const column = columns.get(name);
    if (column === undefined) columns.set(name, { kind, values: [value] });
    else column.values.push(value);
  };
  for (const row of rows) {
    const figures = figuresOf(row);
    for (const [name, number] of figures) push(name, kindOf(name), number);
    for (const [name, number] of figures) {
      for (const [other, factor] of figures) {
        if (name === other || kindOf(name) === "count" || kindOf(other) === "money") continue;
        push(`${name}×${other}`, "money", number * factor);
      }
    }
  }
  seen.columns.push(...columns.values());
}

/** The numeric fields of a row, and of the objects in it ("_sum"). */
function figuresOf(row: Json): [name: string, number: number][] {
  if (row === null || typeof row !== "object" || Array.isArray(row)) return [];
  return Object.entries(row).flatMap(([name, field]): [string, number][] => {
    if (typeof field === "number") return [[name, field]];
    if (typeof field === "string" && /^-?\d+\.\d{2}$/.test(field)) return [[name, Number(field)]];
    return figuresOf(field).map(([inner, number]) => [`${name}.${inner}`, number]);
  });
}
