// Normalised words in, the price bounds that they state and the words that are left out.
import type { PriceBounds } from "./intent.ts";

const AMOUNT = String.raw`\$?(?<amount>\d+(?:\.\d+)?)\$?(?: (?:dollars?|bucks?|usd))?`;
const SECOND = String.raw`\$?(?<second>\d+(?:\.\d+)?)\$?(?: (?:dollars?|bucks?|usd))?`;
const LEAD = "(?:that |which |who )?(?:is |are |costs? |costing |priced |price |prices |it |they |for )*";

/** How far from the amount "around" reaches. */
const AROUND = 0.15;

const FORMS: [RegExp, (amount: number, second: number) => PriceBounds][] = [
  [form(`(?:between|from|in the range of|ranging from) ${AMOUNT} (?:and|to|until) ${SECOND}`), between],
  [form(`${AMOUNT} to ${SECOND}`), between],
  [
    form(
      `(?:at most|up to|no more than|not more than|maximum(?: of)?|max|within|not over|a budget of|my budget is) ${AMOUNT}`,
    ),
    (amount) => ({ lte: amount }),
  ],
  [form(`${AMOUNT} or (?:less|under|below|cheaper)`), (amount) => ({ lte: amount })],
  [
    form(`(?:under|below|less than|cheaper than|lower than|beneath|no dearer than) ${AMOUNT}`),
    (amount) => ({ lt: amount }),
  ],
  [
    form(
      `(?:at least|not less than|no less than|minimum(?: of)?|min|starting (?:at|from)|from) ${AMOUNT}(?: up(?:wards)?| and up)?`,
    ),
    (amount) => ({ gte: amount }),
  ],
  [form(`${AMOUNT} (?:or (?:more|over|above)|and up|upwards)`), (amount) => ({ gte: amount })],
  [
    form(`(?:over|above|more than|higher than|dearer than|pricier than|more expensive than|beyond) ${AMOUNT}`),
    (amount) => ({ gt: amount }),
  ],
  [form(`(?:around|about|roughly|approximately|circa|near|close to) ${AMOUNT}`), around],
  [
    form(`(?:exactly|costs?|costing|priced at|(?:at|for)(?= \\$| [\\d.]+\\$? (?:dollars?|bucks?|usd)\\b)) ${AMOUNT}`),
    (amount) => ({ gte: amount, lte: amount }),
  ],
];

function form(pattern: string): RegExp {
  return new RegExp(`(?:^| )${LEAD}${pattern}(?: (?:each|apiece|per pair|per piece|a pair))?(?= |$)`, "u");
}

function between(amount: number, second: number): PriceBounds {
  return { gte: Math.min(amount, second), lte: Math.max(amount, second) };
}

function around(amount: number): PriceBounds {
  const reach = Math.round(amount * AROUND * 100) / 100;
  return { gte: amount - reach, lte: amount + reach };
}

export function readPrice(text: string): { price: PriceBounds; rest: string } {
  for (const [pattern, bounds] of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const price = bounds(Number(match.groups?.amount), Number(match.groups?.second));
    return { price, rest: text.replace(match[0], " ").replace(/\s+/gu, " ").trim() };
  }
  return { price: {}, rest: text };
}

export function hasBounds(price: PriceBounds): boolean {
  return Object.keys(price).length > 0;
}
