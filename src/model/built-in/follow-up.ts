// "Two", "the moon ones", "make it 3": an answer to what the shop asked, put together with what was asked about.
import type { PlanRequest } from "../model.ts";
import { meaningOf, meaningOfChange } from "./grammar.ts";
import type { Intent, Line } from "./intent.ts";
import { readLines } from "./lines.ts";
import { readPending } from "./pending.ts";
import type { Context } from "./rule.ts";
import { MAX_CHARS, readSentence } from "./sentence.ts";

const LEAD =
  /^(?:(?:i|we) (?:would like|will take|will have|want|need|take|meant|mean|said)(?: to (?:buy|have|get|return))?|make (?:it|that|them)|change (?:it|that) to|it is|that is|let us say|say|give me|only|just|buy|take|return|restock|the answer is|(?:i think )?(?:about )?the number is|in total|,|\.) /u;
const AMOUNT =
  /^(?<count>-?\d[\d.]*|one|a pair|an?)(?: of (?:them|those|these|each)| each)?(?: (?:more|pairs?|pieces?|units?|items?))?$/u;
const CORRECTION =
  /^(?:no ,? ?)?(?:make (?:it|that|them)|change (?:it|that) to|i meant) (?<count>\d+)(?: (?:pairs?|pieces?|of them))?$/u;

export function readFollowUp(request: PlanRequest, { sentence, role }: Context): Intent | null {
  const left = readPending(request.pending);
  if (
    left?.suggests === true &&
    /^(?:yes|yeah|yep|yup|correct|exactly|right|sure|that one|of course)\b[ ,.a-z]*$/u.test(sentence.whole)
  ) {
    return left.intent;
  }
  const asked = lastExchange(request);
  const before =
    left?.intent ?? (asked === null ? null : meaningOfChange({ sentence: readSentence(asked.customer), role }));
  if (before === null) return null;
  if (sentence.isQuestion && !sentence.isPolite) return askedAbout(before, sentence.text);
  let reply = sentence.text;
  for (let shorter = reply.replace(LEAD, ""); shorter !== reply; shorter = reply.replace(LEAD, "")) reply = shorter;
  // A staged purchase that has not been confirmed yet may still be put right.
  const correction = CORRECTION.exec(sentence.text)?.groups?.count;
  if (left === null && correction !== undefined && asked !== null && isWaiting(asked.shop))
    return corrected(before, Number(correction));
  return completed(before, reply, { sentence, role });
}

/** "How much are they?" in the middle of buying is about what they are buying. */
function askedAbout(before: Intent, text: string): Intent | null {
  if (before.kind !== "purchase" || !/\b(?:it|they|them|those|these|one)\b/u.test(text)) return null;
  const asks = /\b(?:how much|price|cost)\b/u.test(text)
    ? "price"
    : /\b(?:stock|left|available)\b/u.test(text)
      ? "stock"
      : null;
  const items = before.lines.map(({ words, pick, eyewearOnly }) => ({ words, pick, eyewearOnly }));
  return asks === null || items.some((item) => item.words === "")
    ? null
    : { kind: "item-facts", items, asks, invites: true };
}

/** The last thing the customer said and what the shop made of it. */
function lastExchange({ history }: PlanRequest): { customer: string; shop: string } | null {
  const shop = history.at(-1);
  const customer = history.at(-2);
  if (shop?.who !== "shop" || customer?.who !== "customer" || customer.text.length > MAX_CHARS) return null;
  return { customer: customer.text, shop: shop.text };
}

function isWaiting(shop: string): boolean {
  return /\bready to be confirmed\b/iu.test(shop) && !/\b(?:done|confirmed by|cancelled)\b/iu.test(shop);
}

function corrected(before: Intent, quantity: number): Intent | null {
  if (before.kind !== "purchase" || before.lines.length !== 1 || quantity < 1) return null;
  return { ...before, lines: before.lines.map((line) => ({ ...line, quantity, said: null })) };
}

function completed(before: Intent, reply: string, context: Context): Intent | null {
  switch (before.kind) {
    case "purchase":
    case "return":
    case "restock": {
      const lines = completedLines(before.lines, reply);
      if (lines === null) return null;
      if (before.kind !== "restock") return { ...before, lines };
      return { ...before, lines: lines.map((line, at) => ({ ...line, unitCost: before.lines[at]?.unitCost ?? null })) };
    }
    case "adjust-stock": {
      const to = /^\d{1,9}$/u.exec(reply)?.[0];
      return to === undefined || before.to !== null || before.by !== null ? null : { ...before, to: Number(to) };
    }
    case "refund":
    case "cancel-order": {
      const orderId = numberIn(reply);
      return orderId === null || before.orderId !== null ? null : { ...before, orderId };
    }
    case "close-ticket": {
      const ticketId = numberIn(reply);
      return ticketId === null || before.ticketId !== null ? null : { ...before, ticketId };
    }
    case "open-ticket": {
      // Whatever is no request of its own is the trouble that was asked for.
      const meaning = meaningOf(context);
      const tells =
        meaning.kind === "search"
          ? !meaning.isCertain
          : ["not-understood", "unclear-change", "open-ticket"].includes(meaning.kind);
      return before.issue === null && tells ? { ...before, issue: context.sentence.original } : null;
    }
    default:
      return null;
  }
}

function numberIn(reply: string): number | null {
  const digits = /^(?:(?:it is |the |my |order |ticket |number |one )*)(?<id>\d{1,9})$/u.exec(reply)?.groups?.id;
  return digits === undefined ? null : Number(digits);
}

function completedLines(lines: Line[], reply: string): Line[] | null {
  const open = lines.filter((line) => line.quantity === null || line.words === "");
  if (open.length === 0) return null;
  const amount = AMOUNT.exec(reply)?.groups?.count;
  if (amount !== undefined) {
    const quantity = /^[a-z]/u.test(amount) ? 1 : Number(amount);
    const isUsable = Number.isSafeInteger(quantity) && quantity >= 1;
    const without = lines.filter((line) => line.quantity === null);
    if (without.length === 0) return null;
    // "Two" for several items at once could mean any of them, so they are asked again; "two of each" is clear.
    if (without.length > 1 && !/\beach$/u.test(reply)) return lines;
    const filled = isUsable ? { quantity, said: null } : { quantity: null, said: amount };
    return lines.map((line) => (line.quantity === null ? { ...line, ...filled } : line));
  }
  const replies = readLines(reply);
  const [vague] = replies ?? [];
  if (replies?.length === 1 && vague !== undefined && vague.said !== null && vague.words === "") {
    return lines.map((line) => (line.quantity === null ? { ...line, said: vague.said } : line));
  }
  if (replies === null || replies.some((line) => line.words === "" || line.pick !== null)) return null;
  // With one open line the reply names it anew; a quantity given before still holds.
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) {
    if (replies.length > 1 && only.quantity !== null) return null;
    return replies.map((line) =>
      line.quantity === null && line.said === null ? { ...line, quantity: only.quantity } : line,
    );
  }
  return replies.every((line) => line.quantity !== null) ? replies : null;
}
