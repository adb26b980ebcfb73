// An open wish and what its person says to it in; the wish with what was asked for, put right or added, out.
import type { Intent, Line } from "./intent.ts";
import { readLines } from "./lines.ts";

const LEAD =
  /^(?:(?:i|we) (?:would like|will take|will have|want|need|take|meant|mean|said|guess|think)(?: to (?:buy|have|get|return))?|then|so|ok|well|hm+|make (?:it|that|them)|change (?:it|that) to|it is|that is|let us (?:say|do|make it)|say|give me|only|just|buy|take|return|restock|the answer is|(?:i think )?(?:about )?the number is|in total|it was|for|,|\.) /u;
const TAIL =
  /(?: (?:then|please|instead|though|thanks|sorry|ok|okay|for now|,|\.)|(?: would| will) (?:be (?:great|fine|good|nice|perfect|lovely)|do)| (?:is|are) (?:fine|enough|good|plenty))$/u;
const AMOUNT =
  /^(?<count>-?\d[\d.]*|one|a pair|an?)(?: of (?:them|those|these|each)| each)?(?: (?:more|pairs?|pieces?|units?|items?))?$/u;

/** An answer without the words around it. */
export function bare(reply: string): string {
  let text = reply;
  for (let shorter = ""; shorter !== text; ) {
    shorter = text;
    text = text.replace(LEAD, "").replace(TAIL, "").trim();
  }
  return text;
}

/** The whole number of at least one in "two", "two of them", "a pair"; the words themselves when it is none. */
export function amountIn(reply: string): number | string | null {
  const count = AMOUNT.exec(reply)?.groups?.count;
  if (count === undefined) return null;
  const quantity = /^[a-z]/u.test(count) ? 1 : Number(count);
  return Number.isSafeInteger(quantity) && quantity >= 1 ? quantity : count;
}

/** `reply` says what was missing; null when it does not. */
export function completed(before: Intent, reply: string): Intent | null {
  switch (before.kind) {
    case "purchase":
    case "return":
    case "restock":
      return withLines(before, completedLines(before.lines, reply)) ?? completedName(before, reply);
    case "adjust-stock": {
      if (before.item.words === "") {
        const [line, ...more] = readLines(reply) ?? [];
        return line === undefined || more.length > 0 || line.words === "" ? null : { ...before, item: line };
      }
      const to = /^\d{1,9}$/u.exec(reply)?.[0];
      return to === undefined || before.to !== null || before.by !== null ? null : { ...before, to: Number(to) };
    }
    case "refund":
    case "cancel-order": {
      const orderId = orderIn(reply);
      return orderId === null || before.orderId !== null ? null : { ...before, orderId };
    }
    case "close-ticket": {
      const ticketId = /^(?:(?:it is |the |my |ticket |number |one )*)(?<id>\d{1,9})$/u.exec(reply)?.groups?.id;
      return ticketId === undefined || before.ticketId !== null ? null : { ...before, ticketId: Number(ticketId) };
    }
    default:
      return null;
  }
}

/** "No, three", "the Wayfarer instead": what stands in the wish is put right. */
export function corrected(before: Intent, reply: string): Intent | null {
  switch (before.kind) {
    case "purchase":
    case "return":
    case "restock":
      return withLines(before, correctedLines(before.lines, reply));
    case "adjust-stock": {
      const to = /^\d{1,9}$/u.exec(reply)?.[0];
      return to === undefined ? null : { ...before, to: Number(to), by: null };
    }
    case "refund":
    case "cancel-order": {
      const orderId = orderIn(reply);
      return orderId === null ? null : { ...before, orderId };
    }
    default:
      return null;
  }
}

/** "And a Pouch": what was wished for stays, and more comes to it. */
export function enlarged(before: Intent, reply: string): Intent | null {
  if (before.kind !== "purchase" && before.kind !== "return" && before.kind !== "restock") return null;
  const more = readLines(reply);
  if (more === null || more.some((line) => line.words === "" && line.pick === null)) return null;
  return withLines(before, [...before.lines, ...more]);
}

type WithLines = Extract<Intent, { lines: Line[]; kind: "purchase" | "return" | "restock" }>;

function withLines(before: WithLines, lines: Line[] | null): Intent | null {
  if (lines === null) return null;
  if (before.kind !== "restock") return { ...before, lines };
  return { ...before, lines: lines.map((line, at) => ({ ...line, unitCost: before.lines[at]?.unitCost ?? null })) };
}

/** All is said but for whom, or for the customer that nobody knows. */
function completedName(before: WithLines, reply: string): Intent | null {
  if (before.kind !== "purchase" || before.customerName === null) return null;
  if (before.lines.some((line) => line.quantity === null || line.words === "")) return null;
  const name = /^(?:customer )?(?<name>\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?)$/u.exec(reply)?.groups?.name;
  return name === undefined ? null : { ...before, customerName: name };
}

/** Bare numbers below a hundred are quantities. */
function orderIn(reply: string): number | null {
  const digits = /^(?:the |my |number |one )*(?:order (?:number )?(?<named>\d{1,9})|(?<bare>\d{3,9}))$/u.exec(
    reply,
  )?.groups;
  return digits === undefined ? null : Number(digits.named ?? digits.bare);
}

function completedLines(lines: Line[], reply: string): Line[] | null {
  const uncounted = lines.findIndex((line) => line.quantity === null);
  const unnamed = lines.findIndex((line) => line.words === "");
  if (uncounted === -1 && unnamed === -1) return null;
  const amount = amountIn(reply);
  if (amount !== null) {
    if (uncounted === -1) return null;
    const filled = typeof amount === "number" ? { quantity: amount, said: null } : { quantity: null, said: amount };
    // One is asked for after the other, so "two" is said of the first; "two of each" of all.
    const isMeant = (line: Line, at: number) => (/\beach$/u.test(reply) ? line.quantity === null : at === uncounted);
    return lines.map((line, at) => (isMeant(line, at) ? { ...line, ...filled } : line));
  }
  const replies = readLines(reply);
  if (replies === null) return null;
  const [first, ...others] = replies;
  if (first !== undefined && first.words === "" && first.pick === null) {
    // "Two, and a Pouch": an answer and more than was asked.
    if (uncounted === -1 || others.some((line) => line.words === "" && line.pick === null)) return null;
    const { quantity, said } = first;
    return [...lines.map((line, at) => (at === uncounted ? { ...line, quantity, said } : line)), ...others];
  }
  if (replies.some((line) => line.words === "" || line.pick !== null)) return null;
  return named(lines, replies, unnamed);
}

/** The reply names items: the one that was asked for, the one that is wished for, or others. */
function named(lines: Line[], replies: Line[], unnamed: number): Line[] | null {
  const [only] = lines;
  // With one open line the reply names it anew; a quantity given before still holds.
  if (lines.length === 1 && only !== undefined) {
    if (replies.length > 1 && only.quantity !== null) return null;
    return replies.map((line) =>
      line.quantity === null && line.said === null ? { ...line, quantity: only.quantity } : line,
    );
  }
  const [first, ...others] = replies;
  if (unnamed !== -1 && first !== undefined && others.length === 0) {
    return lines.map((line, at) =>
      at === unnamed ? { ...line, ...first, quantity: first.quantity ?? line.quantity } : line,
    );
  }
  return [...lines, ...replies.map((line) => ({ ...line, corrects: true }))];
}

function correctedLines(lines: Line[], reply: string): Line[] | null {
  const amount = amountIn(reply);
  if (amount !== null) {
    const [only, ...others] = lines;
    // Of several, nobody knows which one is meant.
    if (only === undefined || others.length > 0) return null;
    const filled = typeof amount === "number" ? { quantity: amount, said: null } : { quantity: null, said: amount };
    return [{ ...only, ...filled }];
  }
  const replies = readLines(reply);
  if (replies === null || replies.some((line) => line.words === "" && line.pick === null)) return null;
  return [...lines, ...replies.map((line) => ({ ...line, corrects: true }))];
}
