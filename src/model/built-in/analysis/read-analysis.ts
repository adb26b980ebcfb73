// A question over the data in, what it asks for out; null when it is none, or when a word of it was not understood.
import { readSearchWords } from "../item-words.ts";
import { withDigits } from "../numbers.ts";
import type { Context } from "../rule.ts";
import { type Measured, readMeasure } from "./measure-words.ts";
import type { Analysis, Measure } from "./question.ts";
import { bucketOf, readSpan } from "./span-words.ts";

const CHART =
  /\b(?:(?:as|in|with|on) )?(?:(?:an?|the) )?(?:(?:bar|line|pie|column|area) )?(?:chart|graph|plot|diagram|visuali[sz]ation|picture)s?\b(?: of)?|\b(?:draw|visuali[sz]e)\b/gu;
const TREND = /\b(?:over time|trends?|develop(?:ed|ing|ment)?|evol(?:ved|ution)|timeline)\b/u;
const TOP =
  /\b(?<most>top|best|biggest|highest|most|largest)(?: (?<count>\d{1,3}))?\b|\b(?<least>bottom|worst|lowest|least|slowest|smallest|fewest)(?: (?<low>\d{1,3}))?\b/u;
const COUNT = /(?<!\$)\b(?<count>\d{1,3})\b/u;
const ITEMS = "items?|styles?|models?|products?|frames?|articles?|sunglasses|glasses";
const PEOPLE = "customers?|clients?|buyers?";
const BUCKETS = "day|week|month|year";
const BY = new RegExp(
  `\\b(?:(?:by|per|for each|for every|each|every|across(?: all| the| our)*|of each|for all|of all) (?<what>${ITEMS}|${PEOPLE}|${BUCKETS})|(?<often>daily|weekly|monthly|yearly))\\b`,
  "u",
);
const LISTED = new RegExp(`\\b(?<what>${ITEMS}|${PEOPLE})\\b`, "u");
const COMPARING = /\b(?:compare|compared|comparison|break(?:down| down)?|broken down|split|rank(?:ed|ing)?)\b/u;
const FILLER =
  /^(?:show|me|us|give|what|which|who|is|are|was|were|did|do|does|had|has|have|been|we|i|our|the|a|an|of|in|for|on|at|to|by|with|and|from|total|totals|overall|altogether|all|list|figures?|numbers?|reports?|analysis|analyse|analyze|overview|summary|statistics|stats|how|much|many|you|number|count|amount|get|got|see|can|could|want|know|tell|please|out|shop|store|there|as|each|per|new|placed|opened|filed|value|sorted|ordered|money|now|sold|made|make|earn|earned|bring|brought|,|\.|\?|:|'s)$/u;

const OF_THE_LEDGER: Measure[] = ["revenue", "net", "units", "returns", "returns-and-sales", "refunds", "restocks"];
const OF_ITEMS: Measure[] = ["revenue", "units", "returns", "returns-and-sales", "restocks"];

interface Parts {
  span: Analysis["span"] | null;
  measured: Measured;
  by: Analysis["by"];
  top: Analysis["top"];
  draws: Analysis["draws"];
  isTrend: boolean;
  /** Item words; null where something was said that is none. */
  words: string | null;
}

export function readAnalysis({ sentence, role }: Context): Analysis | null {
  const parts = readParts(sentence.text, sentence.whole);
  if (parts === null || parts.words === null) return null;
  const { span, measured, by, top, draws, isTrend, words } = parts;
  const { measure } = measured;
  const compares = by !== null || top !== null || draws !== null || isTrend || COMPARING.test(sentence.text);
  const isOfLedger = OF_THE_LEDGER.includes(measure);
  // Anything else is a list of orders or tickets, or a question that has a rule of its own.
  if (!compares && span === null && measure !== "average-order") return null;
  // To customers there are only their own orders and tickets, and what they spent.
  if (role === "customer" && by !== "customer" && (!isOfLedger || /^spen[dt]/u.test(measured.said))) return null;
  const isRanked = top !== null || measure === "returns-and-sales" || COMPARING.test(sentence.text);
  const usual = !isRanked ? "month" : isOfLedger ? "item" : "customer";
  const grouping = by ?? (compares || measure === "returns-and-sales" ? usual : null);
  return {
    kind: "analysis",
    measure,
    by: grouping,
    span: span ?? { kind: "always" },
    top,
    draws,
    words,
  };
}

/** Part after part is read and taken out; what is left must say nothing. */
function readParts(text: string, whole: string): Parts | null {
  // "Today" at the end was taken for a courtesy.
  const isToday = /\btoday\b/u.test(whole) && !/\btoday\b/u.test(text);
  const { span, rest } = readSpan(withDigits(`${text}${isToday ? " today" : ""}`));
  if (/\b(?:my|mine|your)\b/u.test(rest)) return null;
  const undrawn = rest.replace(CHART, " ");
  const trend = without(undrawn, TREND);
  const compared = without(trend.rest, COMPARING);
  const grouped = without(compared.rest, BY);
  const measured = readMeasure(grouped.rest) ?? ofCustomers(grouped.rest);
  if (measured === null) return null;
  const { top, rest: unranked } = readTop(measured);
  const listed = without(unranked, LISTED);
  const { what, often } = grouped.groups;
  const named = groupingOf(what ?? often ?? listed.groups.what);
  const isPair = span?.kind === "last-and-this";
  return {
    span,
    measured,
    by: named ?? (isPair ? span.unit : null),
    top,
    draws: undrawn === rest ? null : pictureIn(rest),
    isTrend: trend.isThere,
    words: itemWords(named === "item" ? listed.rest : named === null ? unranked : listed.rest, measured.measure),
  };
}

/** "Our best customers" are those who bought for most. */
function ofCustomers(text: string): Measured | null {
  const isAbout = new RegExp(`\\b(?:top|best|biggest)\\b.*\\b(?:${PEOPLE})\\b`, "u").test(text);
  return isAbout ? { measure: "revenue", said: "", rest: text } : null;
}

function readTop({ said, rest }: Measured): { top: Analysis["top"]; rest: string } {
  const ranked = without(rest, TOP);
  const { count, low, least } = ranked.groups;
  const isSaid = TOP.test(said) || /slow/u.test(said);
  if (!ranked.isThere && !isSaid) return { top: null, rest };
  // "The 5 best sellers": the number stands by itself.
  const number = count ?? low;
  const alone = number === undefined ? without(ranked.rest, COUNT) : ranked;
  const given = number ?? alone.groups.count;
  return {
    top: {
      count: given === undefined ? null : Number(given),
      least: least !== undefined || /worst|least|slow/u.test(said),
    },
    rest: alone.rest,
  };
}

function pictureIn(text: string): Analysis["draws"] {
  const kind = /\b(?:bar|column|line|area) (?:chart|graph|plot|diagram)/u.exec(text)?.[0].split(" ")[0];
  if (kind === undefined) return "any";
  return kind === "bar" || kind === "column" ? "bar" : "line";
}

function groupingOf(word: string | undefined): Analysis["by"] {
  if (word === undefined) return null;
  if (new RegExp(`^(?:${PEOPLE})$`, "u").test(word)) return "customer";
  return bucketOf(word) ?? "item";
}

/** "Of the moon": which items; "" where nothing is left. */
function itemWords(rest: string, measure: Measure): string | null {
  const left = rest.split(/\s+/u).filter((word) => word !== "" && !FILLER.test(word));
  if (left.length === 0) return "";
  const phrase = left.join(" ");
  const isOfItems = OF_ITEMS.includes(measure) && left.length <= 3;
  const isNamed = new RegExp(`\\b(?:of|for|many|much|did)(?: (?:the|our|a|an))? ${escaped(phrase)}(?: |$)`, "u").test(
    `${rest.replace(/\s+/gu, " ")} `,
  );
  const { words } = readSearchWords(phrase);
  return isOfItems && isNamed && words !== "" ? words : null;
}

function without(
  text: string,
  pattern: RegExp,
): { isThere: boolean; groups: { [name: string]: string | undefined }; rest: string } {
  const match = pattern.exec(text);
  if (match === null) return { isThere: false, groups: {}, rest: text };
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    .replace(/\s+/gu, " ")
    .trim();
  return { isThere: true, groups: match.groups ?? {}, rest };
}

function escaped(phrase: string): string {
  return phrase.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
