// A stored changeset in, the sentences and the amount of its card out. Drawn from stored terms only: no database, no
// text of a model.
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import { decimalText, dollars } from "../operations/money.ts";
import type { Terms } from "../operations/operation.ts";
import type { Changeset } from "./changeset.ts";

/** One sentence an operation. */
export function describe(changeset: Changeset): string[] {
  return changeset.terms.map(sentence);
}

/** Decimal string, positive into the till. */
export function amountOf(changeset: Changeset): string {
  return decimalText(changeset.terms.reduce((sum, { amount }) => sum.add(amount), new Prisma.Decimal(0)));
}

function sentence(terms: Terms): string {
  const { subject, customer, quantity, unitPrice } = terms;
  const goods = `${quantity} × ${itemWords(subject, terms)}`;
  const price = unitPrice === null ? "" : ` at ${money(unitPrice)} = ${moved(terms)}`;
  const whose = customer === null ? "" : ` of ${customer.name}`;
  switch (terms.operation) {
    case "purchase":
      return `Sell ${goods}${price}${customer === null ? "" : `, to ${customer.name} on a new order`}`;
    case "returnItem":
      return `Take back ${goods}${price}${terms.orderId === null ? "" : `, from order ${terms.orderId}${whose}`}`;
    case "refund":
      return `Refund ${moved(terms)} for order ${subject}${whose}`;
    case "updateOrder":
      return `Change order ${subject}${whose} from ${linesWords(terms.before, terms)} to ${linesWords(terms.after, terms)}; the amount stays ${money(textAt(terms.after, "totalAmount"))}`;
    case "cancelOrder":
      return `Cancel order ${subject}${whose} (${linesWords(terms.before, terms)})${isNothing(terms) ? "" : ` and give back ${moved(terms)}`}`;
    case "openTicket":
      return `Open a ticket${customer === null ? "" : ` for ${customer.name}`}${terms.orderId === null ? "" : ` about order ${terms.orderId}`}: ${shortened(textAt(terms.after, "issue"))}`;
    case "closeTicket":
      return `Close ticket ${subject}${whose}`;
    case "restock":
      return `Restock ${goods}${unitPrice === null ? " without a cost" : price}`;
    case "adjustStock":
      return `Set the stock of ${itemWords(subject, terms)} from ${textAt(terms.before, "quantityInStock")} to ${textAt(terms.after, "quantityInStock")}`;
    default:
      return `${terms.operation} ${subject}: ${moved(terms)}`;
  }
}

const MOST_ISSUE_CHARS = 200;

function shortened(issue: string): string {
  const chars = [...issue];
  return chars.length <= MOST_ISSUE_CHARS ? issue : `${chars.slice(0, MOST_ISSUE_CHARS - 1).join("")}…`;
}

/** "Wayfarer (SG002)". */
export function itemWords(itemId: string, { names }: Terms): string {
  const name = names[itemId];
  return name === undefined ? itemId : `${name} (${itemId})`;
}

/** "2 x SG005" → "2 × Classic (SG005)". */
export function linesWords(state: Json, terms: Terms): string {
  return textAt(state, "lines")
    .split(", ")
    .map((line) => {
      const [quantity = "", ...id] = line.split(" x ");
      return `${quantity} × ${itemWords(id.join(" x "), terms)}`;
    })
    .join(", ");
}

export function textAt(state: Json, column: string): string {
  if (state === null || typeof state !== "object" || Array.isArray(state)) return "";
  return String(state[column] ?? "");
}

export function money(amount: string): string {
  return dollars(new Prisma.Decimal(amount));
}

/** Without its sign: the verb says which way the money goes. */
function moved({ amount }: Terms): string {
  return dollars(new Prisma.Decimal(amount).abs());
}

function isNothing({ amount }: Terms): boolean {
  return new Prisma.Decimal(amount).isZero();
}
