// A normalised sentence in; the span of time that it names, and the words that are left without it, out.
import type { Bucket, Span } from "./question.ts";

const UNIT = "(?<unit>day|week|month|quarter|year)";
const LEAD = "(?:(?:in|over|during|for|within|of|from|through|across|throughout) )?(?:the )?";
const MONTHS = [
  "january|jan",
  "february|feb",
  "march|mar",
  "april|apr",
  "may",
  "june|jun",
  "july|jul",
  "august|aug",
  "september|sept|sep",
  "october|oct",
  "november|nov",
  "december|dec",
];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const YEAR = "(?<year>20\\d\\d)";

type Named = { [name: string]: string | undefined };

const NEARBY = "(?:last|past|previous|this|current)";
const SPANS: { pattern: string; span: (named: Named) => Span | null }[] = [
  {
    pattern: `${LEAD}${NEARBY} ${UNIT} (?:compared )?(?:with|to|and|against|versus|vs)(?: the)? ${NEARBY} (?:\\k<unit>|one)`,
    span: ({ unit }) => {
      const bucket = bucketOf(unit);
      return bucket === null ? null : { kind: "last-and-this", unit: bucket };
    },
  },
  {
    pattern: `${LEAD}(?:last|past|previous|latest) (?<count>\\d{1,4}) (?<unit>day|week|month|year)s?`,
    span: ({ count, unit }) => {
      const bucket = bucketOf(unit);
      return Number(count) < 1 || bucket === null ? null : { kind: "past", count: Number(count), unit: bucket };
    },
  },
  { pattern: `${LEAD}(?:last|past|previous) ${UNIT}`, span: ({ unit }) => whole("last", unit) },
  {
    pattern: `(?:${LEAD}(?:this|current|running) ${UNIT}(?: so far| to date)?|(?<todate>year|month|week) to date)`,
    span: ({ unit, todate }) => whole("this", unit ?? todate),
  },
  { pattern: "(?:for |of |on |from )?yesterday(?: 's)?", span: () => ({ kind: "day", ago: 1 }) },
  { pattern: "(?:for |of |on |from )?today(?: 's)?", span: () => ({ kind: "day", ago: 0 }) },
  {
    pattern: `(?:(?<since>since|from)|in|for|during|of|over) (?:the )?(?:month of )?${MONTH}(?: (?:of )?${YEAR})?(?<on> (?:on|onwards))?`,
    span: monthSpan,
  },
  { pattern: `${MONTH} ${YEAR}`, span: monthSpan },
  {
    pattern: `(?:(?<since>since)|in|for|during|of|over) (?:the )?(?:year )?${YEAR}`,
    span: ({ since, year }) => ({ kind: "year", year: Number(year), since: since !== undefined }),
  },
  {
    pattern:
      "(?:(?:of|for|over|from) )?(?:all time|the whole time|ever|so far|to date|since (?:the )?(?:beginning|start|opening))",
    span: () => ({ kind: "always" }),
  },
];

/** `span` is null where the words name none. */
export function readSpan(text: string): { span: Span | null; rest: string } {
  const found = SPANS.flatMap(({ pattern, span }) => {
    const match = new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, "u").exec(text);
    const read = match === null ? null : span(match.groups ?? {});
    return match === null || read === null ? [] : [{ words: match[0], at: match.index, span: read }];
  });
  // "In October 2025" is a month, not a year beside one.
  const [first] = found.toSorted((a, b) => b.words.length - a.words.length);
  if (first === undefined) return { span: null, rest: text };
  const rest = `${text.slice(0, first.at)} ${text.slice(first.at + first.words.length)}`.replace(/\s+/gu, " ").trim();
  return { span: first.span, rest };
}

function monthSpan({ month, year, since, on }: Named): Span | null {
  const place = MONTHS.findIndex((names) => names.split("|").includes(month ?? ""));
  const isSince = since === "since" || (since === "from" && on !== undefined);
  return { kind: "month", month: place + 1, year: year === undefined ? null : Number(year), since: isSince };
}

function whole(kind: "last" | "this", unit: string | undefined): Span | null {
  const bucket = unit === "quarter" ? unit : bucketOf(unit);
  return bucket === null ? null : { kind, unit: bucket };
}

export function bucketOf(word: string | undefined): Bucket | null {
  switch (word) {
    case "day":
    case "daily":
      return "day";
    case "week":
    case "weekly":
      return "week";
    case "month":
    case "monthly":
      return "month";
    case "year":
    case "yearly":
    case "annual":
      return "year";
    default:
      return null;
  }
}
