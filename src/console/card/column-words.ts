// A stored change in, the words of its table rows out: one fact a column, before and after.
import type { Json } from "../../json.ts";
import type { Change } from "../../operations/operation.ts";
import { momentWords } from "../clock-words.ts";
import { money } from "../money.ts";

export interface Fact {
  column: string;
  label: string;
  before: string;
  after: string;
}

const tableNames = { inventory: "Inventory", transactions: "Ledger", orders: "Order", tickets: "Ticket" } as const;

export function subjectOf({ table, key, before, after }: Change): { title: string; note: string } {
  return { title: `${tableNames[table]} ${key}`, note: before === null ? "new" : after === null ? "removed" : "" };
}

// What a person decides on; the rest of a new row is bookkeeping that the run view shows.
const telling: { [table in Change["table"]]: string[] } = {
  inventory: ["quantityInStock", "price"],
  transactions: ["amount", "balanceAfter"],
  orders: ["status", "totalAmount"],
  tickets: ["status", "issue", "note"],
};

export function factsOf(change: Change, everyColumn: boolean): Fact[] {
  const columns = [...new Set([...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})])];
  // A new order's lines are the card's own lines already; of an old one they are what changes.
  const isTelling = (column: string) =>
    telling[change.table].includes(column) || (column === "lines" && change.before !== null);
  const shown = everyColumn ? columns : columns.filter(isTelling);
  return (shown.length === 0 ? columns : shown).map((column) => ({
    column,
    label: columnLabels[column] ?? spaced(column),
    before: valueWords(column, change.before?.[column]),
    after: valueWords(column, change.after?.[column]),
  }));
}

export const hasQuietColumns = (changes: Change[]): boolean =>
  changes.some((change) => factsOf(change, true).length > factsOf(change, false).length);

const columnLabels: { [column: string]: string } = {
  quantityInStock: "In stock",
  balanceAfter: "Till",
  totalAmount: "Total",
  unitPrice: "Unit price",
  customerId: "Customer",
  itemId: "Item",
  orderId: "Order",
};

const spaced = (column: string): string => {
  const words = column.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const moneyColumns = new Set(["amount", "balanceAfter", "totalAmount", "unitPrice", "price"]);
const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function valueWords(column: string, value: Json | undefined): string {
  if (value === null || value === undefined) return "—";
  if (moneyColumns.has(column)) return money(value);
  if (typeof value === "string") return isoMoment.test(value) ? momentWords(value, new Date()) : value;
  if (Array.isArray(value)) return value.map(lineWords).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** An order's line: "3 × SG005 at $60.00". */
function lineWords(line: Json): string {
  if (typeof line !== "object" || line === null || Array.isArray(line)) return String(line);
  const { quantity, itemId, unitPrice } = line;
  if (quantity === undefined || itemId === undefined) return JSON.stringify(line);
  return `${quantity} × ${itemId}${unitPrice === undefined ? "" : ` at ${money(unitPrice)}`}`;
}
