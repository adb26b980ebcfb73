// A card's stored changes in; what a person decides on, as it was and as it will be, out.
import type { Json } from "../json.ts";
import type { Change } from "../operations/operation.ts";
import type { Texts } from "../texts/texts.ts";
import { shortened } from "./shortened.ts";

export interface CardRow {
  /** "SG002 Wayfarer · in stock". */
  what: string;
  before: string;
  after: string;
}

// The rest of a new row is bookkeeping that the page shows.
const TELLING: { [table in Change["table"]]: string[] } = {
  inventory: ["quantityInStock", "price"],
  transactions: ["amount", "balanceAfter"],
  orders: ["status", "totalAmount"],
  tickets: ["status", "issue", "note"],
};
const MONEY_COLUMNS = new Set(["amount", "balanceAfter", "totalAmount", "unitPrice", "price"]);
const NOTHING = "—";
const MOST_NAME_GRAPHEMES = 40;
const MOST_VALUE_GRAPHEMES = 120;

/** `lines`: the card's own sentences, which name the items. */
export function cardRows(changes: Change[], lines: string[], texts: Texts["card"]): CardRow[] {
  return changes.flatMap((change) =>
    tellingColumns(change).map((column) => ({
      what: `${subjectOf(change, lines, texts)} · ${columnWords(column, texts)}`,
      before: valueWords(column, change.before?.[column]),
      after: valueWords(column, change.after?.[column]),
    })),
  );
}

/** "$5,890.00" and "−$160.00" from decimal strings, with no number in between that could round. */
export function moneyWords(amount: string): string {
  const [, sign = "", whole = "", cents = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === "") return amount;
  return `${sign === "" ? "" : "−"}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${cents.padEnd(2, "0")}`;
}

function tellingColumns({ table, before, after }: Change): string[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // A new order's lines are the card's own lines already; of an old one they are what changes.
  const telling = columns.filter(
    (column) => TELLING[table].includes(column) || (column === "lines" && before !== null),
  );
  return telling.length === 0 ? columns : telling;
}

function subjectOf({ table, key }: Change, lines: string[], texts: Texts["card"]): string {
  switch (table) {
    case "inventory":
      return [key, ...itemNames(String(key), lines)].join(" ");
    case "transactions":
      return texts.ledger(String(key));
    case "orders":
      return texts.order(String(key));
    case "tickets":
      return texts.ticket(String(key));
  }
}

/** As the card's sentences call the item, "3 × Wayfarer (SG002)"; a change holds only what changes. */
function itemNames(itemId: string, lines: string[]): string[] {
  for (const line of lines) {
    const [sentence = "", ...rest] = line.split(` (${itemId})`);
    const name = rest.length === 0 ? "" : (sentence.split(/ × | the stock of /).at(-1) ?? "");
    if (name !== "" && name !== sentence) return [shortened(name, MOST_NAME_GRAPHEMES)];
  }
  return [];
}

function columnWords(column: string, { columns }: Texts["card"]): string {
  const known = Object.entries(columns).find(([name]) => name === column)?.[1];
  return known ?? column.replaceAll(/([A-Z])/g, " $1").toLowerCase();
}

function valueWords(column: string, value: Json | undefined): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (MONEY_COLUMNS.has(column)) return moneyWords(String(value));
  const words = typeof value === "object" ? JSON.stringify(value) : String(value);
  return shortened(column === "lines" ? words.replaceAll(" x ", " × ") : words, MOST_VALUE_GRAPHEMES);
}
