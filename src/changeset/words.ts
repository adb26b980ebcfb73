// A stored changeset in, the sentences and the amount of its card out. Drawn from stored terms only: no database, no
// text of a model.
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import type { Language } from "../language.ts";
import { decimalText, dollars } from "../operations/money.ts";
import type { Terms } from "../operations/operation.ts";
import type { Texts } from "../texts/texts.ts";
import { textsOf } from "../texts/texts-of.ts";
import type { Changeset } from "./changeset.ts";

/** One sentence an operation. What only staff do is told in English. */
export function describe(changeset: Changeset, language: Language): string[] {
  const { lines } = textsOf(language);
  return changeset.terms.map((terms) => sentence(terms, lines));
}

/** Decimal string, positive into the till. */
export function amountOf(changeset: Changeset): string {
  return decimalText(changeset.terms.reduce((sum, { amount }) => sum.add(amount), new Prisma.Decimal(0)));
}

function sentence(terms: Terms, lines: Texts["lines"]): string {
  const { subject, customer, quantity, unitPrice, orderId } = terms;
  const goods = `${quantity} × ${itemWords(subject, terms)}`;
  const price = unitPrice === null ? "" : lines.price(money(unitPrice), moved(terms));
  const name = customer?.name ?? null;
  const whose = name === null ? "" : ` of ${name}`;
  switch (terms.operation) {
    case "purchase":
      return lines.sell(goods, price, name);
    case "returnItem":
      return lines.takeBack(goods, price, orderId, name);
    case "refund":
      return lines.refund(moved(terms), subject, name);
    case "updateOrder":
      return lines.changeOrder(
        subject,
        name,
        linesWords(terms.before, terms),
        linesWords(terms.after, terms),
        money(textAt(terms.after, "totalAmount")),
      );
    case "cancelOrder":
      return lines.cancelOrder(subject, name, linesWords(terms.before, terms), isNothing(terms) ? null : moved(terms));
    case "openTicket":
      return lines.openTicket(name, orderId, shortened(textAt(terms.after, "issue")));
    case "closeTicket":
      return `Close ticket ${subject}${whose}${textAt(terms.after, "note") === "" ? "" : `, noting: ${noted(terms)}`}`;
    case "noteOnTicket":
      return `Note on ticket ${subject}${whose}: ${noted(terms)}`;
    case "correctTransaction":
      return `Correct ${subject}, ${rowWords(terms)}, from ${money(textAt(terms.before, "amount"))} to ${money(textAt(terms.after, "amount"))}`;
    case "undo":
      return `Undo run ${subject}${whose}: ${undoWords(terms)}`;
    case "restock":
      return `Restock ${goods}${unitPrice === null ? " without a cost" : ` at ${money(unitPrice)} = ${moved(terms)}`}`;
    case "adjustStock":
      return `Set the stock of ${itemWords(subject, terms)} from ${textAt(terms.before, "quantityInStock")} to ${textAt(terms.after, "quantityInStock")}`;
    default:
      return `${terms.operation} ${subject}: ${moved(terms)}`;
  }
}

function noted({ after }: Terms): string {
  return shortened(textAt(after, "note"));
}

/** "a sale of Wayfarer (SG002), order 1009". */
function rowWords(terms: Terms): string {
  const { before, orderId } = terms;
  const itemId = textAt(before, "itemId");
  const item = itemId === "" ? "" : ` of ${itemWords(itemId, terms)}`;
  return `booked as ${textAt(before, "kind")}${item}${orderId === null ? "" : `, order ${orderId}`}`;
}

/** "put back 3 × Wayfarer (SG002); pay out $285.00". */
function undoWords(terms: Terms): string {
  const parts = textsAt(terms.after, "parts").map((part) =>
    part.replaceAll(/(\d+) x ([^,]+)/g, (_, quantity: string, id: string) => `${quantity} × ${itemWords(id, terms)}`),
  );
  const way = terms.amount.startsWith("-") ? "pay out" : "take in";
  const money = isNothing(terms) ? [] : [`${way} ${moved(terms)}`];
  return [...parts, ...money].join("; ");
}

function textsAt(state: Json, column: string): string[] {
  if (state === null || typeof state !== "object" || Array.isArray(state)) return [];
  return [state[column] ?? []].flat().map(String);
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
