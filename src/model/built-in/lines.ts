// "3 pairs of classic and a pouch" in, one line per item out; null when any of it was not understood.
import type { DeliveredLine, Line } from "./intent.ts";
import { readItem } from "./item-words.ts";

const SEPARATOR =
  / (?:, and|, plus|\. and|,|and|plus|as well as|along with|together with|with(?= (?:an?|another|\d+) )) /u;

/** Amounts that are said but cannot be counted out. */
const VAGUE =
  /^(?<said>between \d+ and \d+|\d+ (?:or|to) \d+|at least \d+|at most \d+|up to \d+|about \d+|around \d+|-\d+(?:\.\d+)?|\d*\.\d+|\d+\/\d+|half(?: an?)?|zero|no|a few|few|several|some|many|lots of|a lot of|a bunch of|a handful of|a number of)(?: |$)/u;
const COUNT =
  /^(?<count>\d+)(?: (?:more|extra|additional|new))?(?: pairs?| pieces?| units?| pcs| items?)?(?: of)?(?: (?:the|your|those|these))?(?: |$)/u;
const SINGLE =
  /^(?:an?|another|one more|1 more|a single|just one|one|one of(?: the)?)(?: (?:single|new|extra))?(?: pair)?(?: of)? /u;
const MAX_LINES = 10;

export function readLines(phrase: string): Line[] | null {
  const parts = joinedAmounts(ranges(phrase.replace(/^[\s,.:]+/u, "").trim()).split(SEPARATOR));
  if (parts.length > MAX_LINES) return null;
  const lines: Line[] = [];
  for (const part of parts) {
    const line = readLine(part);
    if (line === null) return null;
    lines.push(line);
  }
  return lines;
}

/** "between 2 and 3" must not fall apart at its "and". */
function ranges(phrase: string): string {
  return phrase.replace(/\bbetween (?<low>\d+) and (?<high>\d+)\b/gu, "$<low> to $<high>");
}

/** "aviators, two": an amount on its own belongs to the item before it. */
function joinedAmounts(parts: string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const amount = /^(?:(?<count>-?\d[\d.]*)(?: of (?:them|those|these)| pairs?| pieces?)?|(?<single>one))$/u.exec(
      part,
    )?.groups;
    if (before !== undefined && amount !== undefined && !/\d/u.test(before)) {
      joined[joined.length - 1] = `${amount.count ?? "1"} ${before.replace(/^(?:the|some|your) /u, "")}`;
    } else joined.push(part);
  }
  return joined;
}

export function readLine(part: string): Line | null {
  const phrase = part.trim().replace(/^(?:the|those|these|my|your|our|exactly|precisely|a total of) (?=\d)/u, "");
  const vague = VAGUE.exec(phrase);
  if (vague !== null) return withItem(phrase.slice(vague[0].length), null, vague.groups?.said ?? null);
  const count = COUNT.exec(phrase);
  if (count !== null) return counted(phrase.slice(count[0].length), count.groups?.count ?? "");
  const single = SINGLE.exec(phrase);
  if (single !== null) return withItem(phrase.slice(single[0].length), 1, null);
  // "Aviator 2", "Aviators: 2", "the moon ones"
  const after = /^(?<item>.+?) :? ?(?<count>\d+)(?: pairs?| pieces?| units?| pcs)?$/u.exec(phrase)?.groups;
  if (after !== undefined) return counted(after.item ?? "", after.count ?? "");
  const line = withItem(phrase, null, null);
  // "The cheapest pair" is one pair; "the cheapest sunglasses" may be many.
  if (line?.pick != null && !/\b(?:sunglasses|glasses|frames|shades|ones|pairs|items|things|models)\b/u.test(phrase)) {
    return { ...line, quantity: 1 };
  }
  return line;
}

function counted(phrase: string, digits: string): Line | null {
  const quantity = Number(digits);
  return quantity >= 1 && Number.isSafeInteger(quantity)
    ? withItem(phrase, quantity, null)
    : withItem(phrase, null, digits);
}

function withItem(phrase: string, quantity: number | null, said: string | null): Line | null {
  const item = readItem(phrase.replace(/^(?:pairs?|pieces?|units?) of /u, ""));
  return item === null ? null : { ...item, quantity, said, corrects: false };
}

const COST =
  / ,? ?(?:(?:at|for|costing|priced at|a|at a (?:unit )?(?:cost|price) of|, each)(?: a (?:cost|price) of)? )\$?(?<cost>\d+(?:\.\d+)?)\$?(?: (?:dollars?|bucks?|usd))?(?<total>(?: ,? ?(?:each|apiece|a piece|a pair|per (?:pair|piece|unit|item)|in total|total|altogether|together|for all(?: of them)?|in all))?)$/u;

/** Lines of a delivery, each with what one piece cost if that was said; null when it is unclear whose cost it is. */
export function readDelivery(phrase: string): DeliveredLine[] | null {
  // "5 Mystique, 30 dollars each": that comma does not end the line.
  const withCost = phrase.replace(/ , (?=\$?\d[\d.]*\$?(?: dollars?| bucks?| usd)? (?:each|apiece|per)\b)/gu, " at ");
  const parts = joinedAmounts(ranges(withCost.trim()).split(SEPARATOR));
  const lines = parts.map(readDelivered);
  const known = lines.filter((line) => line !== null);
  if (known.length !== lines.length || lines.length > MAX_LINES) return null;
  const priced = known.filter((line) => line.unitCost !== null).length;
  return priced === 0 || priced === known.length ? known : null;
}

function readDelivered(part: string): DeliveredLine | null {
  const match = COST.exec(` ${part}`);
  const line = readLine(match === null ? part : ` ${part}`.slice(0, match.index));
  if (line === null || match === null) return line && { ...line, unitCost: null };
  const cost = Number(match.groups?.cost);
  if (!/total|all|together/u.test(match.groups?.total ?? "")) return { ...line, unitCost: cost };
  const cents = Math.round(cost * 100) / (line.quantity ?? 0);
  return Number.isInteger(cents) ? { ...line, unitCost: cents / 100 } : null;
}
