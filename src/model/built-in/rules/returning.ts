// "Send back 2 Aviator from order 1008" → return.
import { isPlainReason } from "../doubt.ts";
import type { Intent } from "../intent.ts";
import { readLines } from "../lines.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const BACK = "(?:return|send back|bring back|give back|take back|hand back)";
const PERIOD =
  "(?:(?:last|this) \\p{L}+|yesterday|today|recently|earlier|(?:a|an|\\d+|a few|some) \\p{L}+ ago|on \\p{L}+|in \\p{L}+|from you|here|from your shop|the other day)";
const GOT = `(?:had |have |has )?(?:just |recently )?(?:bought|ordered|purchased|got|received)(?: ${PERIOD})*$`;
const HISTORY = new RegExp(`,? (?:(?:that|which) )?(?:i|we|he|she|they) ${GOT}`, "u");
/** For staff: "…, which Alice bought last week". */
const OF_CUSTOMER = new RegExp(
  `^(?<lines>.+?)(?: (?:for|from|by|of)(?: the)?(?: customer)? (?<name>\\p{L}[\\p{L}'-]+)|,? (?:(?:that|which) )?(?:customer )?(?<buyer>\\p{L}[\\p{L}'-]+) ${GOT.slice(0, -1)})$`,
  "u",
);
const FROM_ORDER = /,? (?:from|of|in|on|out of)(?: my| the)? order (?:number )?(?<orderId>\d+)$/u;

export const returnRules: Rule[] = [
  {
    pattern:
      /^(?:an?|the|one|some) (?:customer|client) (?:has )?(?:returned|brought back|sent back|is returning|returns) (?<lines>.+)$/u,
    meaning: (parts, context) => (context.role === "customer" ? null : giveBack(parts, context)),
  },
  { pattern: new RegExp(`^${BACK} (?<lines>.+)$`, "u"), meaning: giveBack },
  {
    pattern: new RegExp(`^(?:i|we) (?:want|would like|need|wish|have) to ${BACK} (?<lines>.+)$`, "u"),
    meaning: giveBack,
  },
  { pattern: new RegExp(`^(?:can|could|may) (?:i|we) ${BACK} (?<lines>(?:an?|\\d+) .+)$`, "u"), meaning: giveBack },
  { pattern: /^(?:(?:i|we) (?:am|are) returning|returning) (?<lines>.+)$/u, meaning: giveBack },
  { pattern: /^(?:i (?:want|would like) to )?(?:send|bring|give|take|hand) (?<lines>.+) back$/u, meaning: giveBack },
  {
    pattern:
      /^(?:customer )?(?<name>\p{L}[\p{L}'-]+) (?:returns|returned|is returning|brought back|wants to return|would like to return|sent back) (?<lines>.+)$/u,
    meaning: (parts, context) =>
      context.role === "customer" || /^(?:who|he|she|it)$/u.test(parts.name ?? "") ? null : giveBack(parts, context),
  },
];

function giveBack(parts: Parts, { sentence, role }: Context): Intent | null {
  if (sentence.isQuestion && !sentence.isPolite) return null;
  let phrase = (parts.lines ?? "").replace(/^my /u, "");
  const why =
    /^(?<lines>.+?)(?: ,| \.| because| since| as)+ (?<reason>(?:they|it|the|one|both|these|because|since|as|too|wrong)\b.*)$/u.exec(
      phrase,
    )?.groups;
  if (why !== undefined) {
    if (!isPlainReason(why.reason ?? "")) return null;
    phrase = why.lines ?? "";
  }
  let orderId: number | null = null;
  let customerName = parts.name ?? null;
  for (let before = ""; before !== phrase; ) {
    before = phrase;
    const order = FROM_ORDER.exec(phrase);
    if (order !== null) {
      orderId = Number(order.groups?.orderId);
      phrase = phrase.slice(0, order.index);
    }
    phrase = phrase.replace(HISTORY, "");
    const customer = role === "customer" ? undefined : OF_CUSTOMER.exec(phrase)?.groups;
    if (customer !== undefined) {
      if (customerName !== null) return null;
      customerName = customer.name ?? customer.buyer ?? null;
      phrase = customer.lines ?? "";
    }
  }
  const whole = /^(?:the |my )?order (?:number )?(?<orderId>\d+)$/u.exec(phrase)?.groups;
  if (whole !== undefined) return { kind: "return", lines: [], orderId: Number(whole.orderId), customerName };
  const lines = readLines(phrase);
  return lines === null ? null : { kind: "return", lines, orderId, customerName };
}
