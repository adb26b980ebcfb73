// The terms that were approved and those that would hold now in, a sentence for each difference out.
import type { OperationError, Terms } from "../operations/operation.ts";
import { itemWords, linesWords, money, textAt } from "./words.ts";

export function movedWords(approved: Terms[], now: Terms[]): string[] {
  const sentences = now.flatMap((terms, index) => {
    const before = approved[index];
    return before === undefined ? [] : differences(before, terms);
  });
  return sentences.length > 0 ? [...new Set(sentences)] : ["The store has changed since this was asked for."];
}

/** Why the calls cannot be made any more, for people; `OperationError`'s own words are for the model. */
export function refusedWords({ code, facts }: OperationError): string {
  switch (code) {
    case "INSUFFICIENT_STOCK":
      return facts.available === 0 ? "It has sold out." : `There are only ${facts.available} left.`;
    case "NOT_FOUND":
      return "What it is about is no longer there.";
    case "WRONG_STATE":
      return typeof facts.reason === "string" ? facts.reason : "What it is about has changed its state since.";
    case "INVALID_QUANTITY":
      return "That many are no longer possible.";
    case "AMOUNT_CHANGED":
      return "The amount is no longer the same.";
    case "NOT_ALLOWED":
    case "INVALID_ARGUMENT":
    case "AMBIGUOUS":
      return "It is no longer possible as it was asked for.";
  }
}

function differences(before: Terms, now: Terms): string[] {
  const said = [
    ...customerMoved(before, now),
    ...orderMoved(before, now),
    ...priceMoved(before, now),
    ...stateMoved(before, now),
  ];
  if (said.length > 0 || before.amount === now.amount) return said;
  const what = now.operation === "undo" ? "run" : "order";
  return [`The amount for ${what} ${now.subject} went from ${abs(before.amount)} to ${abs(now.amount)}.`];
}

function customerMoved(before: Terms, now: Terms): string[] {
  if (before.customer?.id === now.customer?.id) return [];
  const [old, current] = [before, now].map(({ customer }) =>
    customer === null ? "nobody on file" : `${customer.name} (customer ${customer.id})`,
  );
  return [`It is for ${current} now, not for ${old}.`];
}

function orderMoved(before: Terms, now: Terms): string[] {
  if (before.orderId === now.orderId) return [];
  const item = itemWords(now.subject, now);
  if (before.orderId === null) return [`Order ${now.orderId} is on record for ${item} now.`];
  if (now.orderId === null) return [`Order ${before.orderId} no longer covers ${item}, and no other purchase does.`];
  return [`Order ${before.orderId} no longer covers ${item}; order ${now.orderId} does.`];
}

function priceMoved(before: Terms, now: Terms): string[] {
  if (before.unitPrice === now.unitPrice || before.unitPrice === null || now.unitPrice === null) return [];
  const name = now.names[now.subject] ?? now.subject;
  return [`The price of ${name} went from ${money(before.unitPrice)} to ${money(now.unitPrice)}.`];
}

function stateMoved(before: Terms, now: Terms): string[] {
  const said: string[] = [];
  if (textAt(before.before, "lines") !== textAt(now.before, "lines")) {
    said.push(
      `Order ${now.subject} held ${linesWords(before.before, before)} and holds ${linesWords(now.before, now)} now.`,
    );
  }
  if (textAt(before.before, "totalAmount") !== textAt(now.before, "totalAmount")) {
    const [old, current] = [before, now].map((terms) => money(textAt(terms.before, "totalAmount")));
    said.push(`The amount of order ${now.subject} went from ${old} to ${current}.`);
  }
  if (textAt(before.before, "amount") !== textAt(now.before, "amount")) {
    const [old, current] = [before, now].map((terms) => money(textAt(terms.before, "amount")));
    said.push(`${now.subject} went from ${old} to ${current}.`);
  }
  const counted = textAt(before.before, "quantityInStock");
  if (counted !== textAt(now.before, "quantityInStock")) {
    const name = now.names[now.subject] ?? now.subject;
    said.push(`The stock of ${name} went from ${counted} to ${textAt(now.before, "quantityInStock")}.`);
  }
  return said;
}

function abs(amount: string): string {
  return money(amount.replace("-", ""));
}
