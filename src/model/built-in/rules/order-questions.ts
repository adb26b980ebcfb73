// "Where is my order 1002?" → order-status; lists and counts of orders.
import type { Intent } from "../intent.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const STATUS = "(?:pending|shipped|delivered|cancelled|canceled|refunded|open)";

export const orderQuestionRules: Rule[] = [
  {
    pattern: /^(?:my )?order (?:number )?(?<orderId>\d{1,9})(?: (?:status|details|tracking|update|info))?$/u,
    meaning: orderStatus,
  },
  {
    pattern:
      /^(?:what|which|who|show|list|see|give|tell|find|where|when|has|have|is|are|did|do|i|can|could|any|status|state|track|tracking|details?|info|information|look|check|my|the|order|how|about|display|open|will)\b.*?\border (?:number |id |status |no )*(?<orderId>\d{1,9})\b/u,
    meaning: orderStatus,
  },
  { pattern: /^(?:status|state|tracking|track|where)\b.* (?<orderId>\d{4,9})$/u, meaning: orderStatus },
  {
    pattern:
      /^(?:where|when|what|show|is|has|track|status|how|tell)\b.*\bmy (?<last>last |latest |newest |most recent |recent )?(?:order|package|parcel|delivery)$/u,
    meaning: () => ({ kind: "list-orders", customerName: null, status: null, take: 1 }),
  },
  { pattern: /^(?:how many|number of|count)(?: of)? ?(?:\p{L}+ )*orders\b/u, meaning: countOrders },
  {
    pattern: new RegExp(
      `^(?:list|show|display|give|see|get|what|which|view|find|tell|do|any|are|all|the|my|i|${STATUS})?\\b.*\\b(?:orders|order history|purchase history)\\b(?: (?:of|for|by|from|placed by) (?:customer )?(?<name>\\p{L}[\\p{L}'-]+))?`,
      "u",
    ),
    meaning: listOrders,
  },
  {
    pattern:
      /^(?:what|which|show me what) (?:\p{L}+ )*?(?:did|have|has) (?:customer )?(?<name>\p{L}[\p{L}'-]*) (?:buy|bought|order|ordered|purchase|purchased|get)\b/u,
    meaning: (parts) => ({ kind: "list-orders", customerName: person(parts.name), status: null, take: null }),
  },
  {
    pattern: /^(?:what (?:was|is) )?my (?:last |latest |most recent )?(?:order|purchase)s?$/u,
    meaning: () => ({ kind: "list-orders", customerName: null, status: null, take: 1 }),
  },
];

function orderStatus(parts: Parts): Intent {
  return { kind: "order-status", orderId: Number(parts.orderId) };
}

function listOrders(parts: Parts, { sentence }: Context): Intent | null {
  // "Cancel all my orders" is no question.
  if (/\b(?:cancel|refund|return|delete|change|update|remove)\b/u.test(sentence.text)) return null;
  const possessive = /\b(?<name>\p{L}+) 's (?:\p{L}+ )?(?:orders|order history|purchases)\b/u.exec(sentence.text)
    ?.groups?.name;
  const status = /\b(?:pending|shipped|delivered|cancell?ed|refunded)\b/u.exec(sentence.text)?.[0] ?? null;
  const last = /\blast (?<count>\d+) orders\b/u.exec(sentence.text)?.groups?.count;
  return {
    kind: "list-orders",
    customerName: person(parts.name ?? possessive),
    status: status === "canceled" ? "cancelled" : status,
    take: last === undefined ? null : Number(last),
  };
}

function countOrders(_parts: Parts, { sentence }: Context): Intent {
  const status = /\b(?:pending|shipped|delivered|cancell?ed|refunded)\b/u.exec(sentence.text)?.[0] ?? null;
  return { kind: "count", of: "orders", status: status === "canceled" ? "cancelled" : status };
}

function person(name: string | undefined): string | null {
  return name === undefined ||
    /^(?:i|we|me|us|my|you|he|she|they|it|all|the|today|yesterday|last|this|past|recent)$/u.test(name)
    ? null
    : name;
}
