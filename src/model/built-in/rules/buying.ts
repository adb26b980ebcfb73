// "I'd like two Moon and a pouch" → purchase.

import type { Intent, PurchaseCondition } from "../intent.ts";
import { readLines } from "../lines.ts";
import { hasBounds, readPrice } from "../price.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const VERB = "(?:buy|purchase|order|get|grab|take|have|pick up)";
const WISH = `(?:(?:would like|would love|want|need|like) to ${VERB}|(?:i|we) (?:(?:would|will)(?: really)?(?: like| love| take| have| buy| order| purchase| get)|want|need|wish|take|buy|order|purchase)(?: to ${VERB})?)`;
const LINES = "(?<lines>.+)";
/** The people and occasions somebody buys for; they change nothing about the sale. */
const GIFT =
  / (?:for (?:me|us|myself|ourselves|my (?:wife|husband|mum|mom|mother|dad|father|son|daughter|kids?|children|sister|brother|friends?|girlfriend|boyfriend|partner|family|parents)|a friend|a gift|a present|my birthday|the summer|summer)|as (?:a|an?) (?:\p{L}+ )?(?:gift|present)|to my (?:cart|basket))$/u;
const FOR_CUSTOMER =
  /^(?<lines>.+?) (?:for|to|on behalf of)(?: the)?(?: customer| client)? (?<name>\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?)$/u;
const ONLY_IF =
  /^(?<lines>.+?) ?,? (?:but only |only )?(?:if|provided|as long as|so long as|when)(?: that)? (?:it|they|that|these|those|the price|the total|each|one|all of (?:it|them))(?: (?:is|are|costs?|comes?|would be|would cost|will cost|stays?|amounts?))*(?: to)?(?<price> .+)$/u;
const TOTAL = /\b(?:(?:in )?total|altogether|together|in all|overall)\b/u;

export const buyingRules: Rule[] = [
  {
    pattern: new RegExp(
      `^(?:(?:i|we) (?:want|would like|need) to )?(?:place|make|put in) an order (?:for|of) ${LINES}$`,
      "u",
    ),
    meaning: purchase,
  },
  { pattern: new RegExp(`^(?:${VERB.replace("|take|have", "")}|sell)(?: me| us)? ${LINES}$`, "u"), meaning: purchase },
  { pattern: new RegExp(`^${WISH} ${LINES}$`, "u"), meaning: purchase },
  { pattern: new RegExp(`^(?:can|could|may|might) (?:i|we) ${VERB} ${LINES}$`, "u"), meaning: purchase },
  { pattern: new RegExp(`^(?:give|bring|sell|hand|ship|send) (?:me|us) ${LINES}$`, "u"), meaning: purchase },
  {
    pattern: new RegExp(`^(?:put|add) ${LINES} (?:in|into|to) (?:my |the )?(?:cart|basket|bag)$`, "u"),
    meaning: purchase,
  },
  { pattern: /^sell (?<name>\p{L}[\p{L}'-]+) (?<lines>(?:an? |\d).+)$/u, meaning: purchase },
  {
    pattern: /^for(?: customer)? (?<name>\p{L}[\p{L}'-]+) ,? ?(?:buy|purchase|order) (?<lines>.+)$/u,
    meaning: purchase,
  },
  {
    pattern:
      /^(?:customer )?(?<name>\p{L}[\p{L}'-]+) (?:wants|would like|needs|takes|buys|orders|is buying|is taking|will take)(?: to (?:buy|purchase|order|get|have|take))? (?<lines>.+)$/u,
    meaning: (parts, context) =>
      /^(?:who|he|she|it|this|that|which)$/u.test(parts.name ?? "") ? null : purchase(parts, context),
  },
  // "Two Moon, please": without a verb the "please" makes it an order.
  {
    pattern: /^(?<lines>.+)$/u,
    meaning: (parts, context) => (saysPlease(context) ? countedPurchase(parts, context) : null),
  },
];

function saysPlease({ sentence }: Context): boolean {
  return /\bplease\b/u.test(sentence.whole) && !sentence.isQuestion;
}

function countedPurchase(parts: Parts, context: Context): Intent | null {
  const intent = purchase(parts, context);
  if (intent?.kind !== "purchase" || intent.lines.some((line) => line.quantity === null || line.words === ""))
    return null;
  return intent;
}

function purchase(parts: Parts, { sentence, role }: Context): Intent | null {
  // "Buy 2 Moon?" asks; "can I have 2 Moon?" orders.
  if (sentence.isQuestion && !sentence.isPolite) return null;
  // Whether a customer wants to buy or to sell is not clear from "sell 2 Moon".
  if (role === "customer" && /^sell (?!me |us )/u.test(sentence.text)) return null;
  let phrase = parts.lines ?? "";
  // "Order 1002" names one.
  if (/^order (?:number )?\d{4,9}(?: (?:status|details|tracking|update|info))?$/u.test(sentence.text)) return null;
  const onlyIf = readCondition(phrase);
  if (onlyIf !== null) phrase = onlyIf.lines;
  for (let rest = phrase.replace(GIFT, ""); rest !== phrase; rest = phrase.replace(GIFT, "")) phrase = rest;
  let customerName = parts.name ?? null;
  const customer = role === "customer" ? null : FOR_CUSTOMER.exec(phrase)?.groups;
  if (customer != null) {
    if (customerName !== null) return null;
    phrase = customer.lines ?? "";
    customerName = customer.name ?? null;
  }
  // To the till an "order" by staff may as well be one from the supplier.
  if (role !== "customer" && customerName === null && /^order\b/u.test(sentence.text)) return null;
  const lines = readLines(phrase);
  return lines === null ? null : { kind: "purchase", lines, customerName, onlyIf: onlyIf?.condition ?? null };
}

function readCondition(phrase: string): { lines: string; condition: PurchaseCondition } | null {
  const match = ONLY_IF.exec(phrase)?.groups;
  if (match === undefined) return null;
  const of = TOTAL.test(phrase) ? "total" : "each";
  const { price, rest } = readPrice(` ${(match.price ?? "").trim().replace(TOTAL, "")}`.replace(/\s+/gu, " "));
  // Something beside the price was made a condition: not understood.
  if (!hasBounds(price) || !/^(?:each|apiece|per pair|in|,|\s)*$/u.test(rest)) return null;
  return { lines: match.lines ?? "", condition: { price, of } };
}
