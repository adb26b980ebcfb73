// An answer's text in, the figures that it states out: amounts, ids, order numbers, counts of stock.

export type Figure =
  | { kind: "amount"; text: string; cents: number }
  | { kind: "id"; text: string; id: string }
  | { kind: "order"; text: string; number: number }
  | { kind: "stock"; text: string; number: number };

// Digits in groups, with any of the marks that people and Intl put between them, and cents behind a point or a comma.
const NUMBER = String.raw`\d[\d.,’'\u00a0\u202f]*`;
const SIGN = "[$€£]|US\\$|USD|EUR|GBP";
const WORD = "(?:dollars?|euros?|pounds?|bucks|USD|EUR|GBP)(?!\\p{L})|[$€£]";
const AMOUNT = new RegExp(
  `(?:${SIGN})\\s?(?<before>${NUMBER})|(?<![\\p{L}\\d])(?<after>${NUMBER})\\s?(?:${WORD})`,
  "giu",
);
const ID = /(?<![\p{L}\d])[A-Z]{2,}\d{2,}(?![\p{L}\d])/gu;
const ORDER = /#(?<marked>\d{2,})\b|\border(?:s|\s+(?:number|no\.?))?\s*(?<named>\d{4,})\b/giu;
// "13% of …", "69 days left" and "3 orders left" speak of something else.
const NOT_STOCK =
  "(?!\\s*(?:%|percent|days?|weeks?|months?|years?|hours?|minutes?|orders?|customers?|tickets?|times?)(?!\\p{L}))";
const STOCK = new RegExp(
  `(?<![\\p{L}\\d.,$€£])(?<before>\\d[\\d,]*)${NOT_STOCK}\\s+(?:\\p{L}+\\s+){0,3}?(?:in stock|left|available|remaining|auf Lager|en stock)(?!\\p{L})` +
    "|\\bstock (?:of|to|at|is|will be)\\s+(?<after>\\d[\\d,]*)\\b(?!\\s*%)",
  "giu",
);

export function figuresIn(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of text.matchAll(AMOUNT)) {
    const cents = toCents(match.groups?.before ?? match.groups?.after ?? "");
    if (cents !== null) figures.push({ kind: "amount", text: match[0].replace(/[.,’']+$/u, ""), cents });
  }
  for (const match of text.matchAll(ID)) figures.push({ kind: "id", text: match[0], id: match[0] });
  for (const match of text.matchAll(ORDER)) {
    figures.push({ kind: "order", text: match[0], number: Number(match.groups?.marked ?? match.groups?.named) });
  }
  for (const match of text.matchAll(STOCK)) {
    const digits = (match.groups?.before ?? match.groups?.after ?? "").replaceAll(",", "");
    figures.push({ kind: "stock", text: match[0], number: Number(digits) });
  }
  return figures;
}

/** "1,234.5" and "1.234,50" → 123450; "5 890" with a narrow space → 589000; null for what is no amount. */
export function toCents(written: string): number | null {
  const trimmed = written.replaceAll(/[’'\u00a0\u202f]/gu, "").replace(/[.,]+$/u, "");
  const parts = /^(?<whole>[\d.,]*?)(?:[.,](?<cents>\d{1,2}))?$/u.exec(trimmed);
  const whole = parts?.groups?.whole?.replaceAll(/[.,]/gu, "") ?? "";
  if (parts === null || !/^\d{1,12}$/u.test(whole)) return null;
  return Number(whole) * 100 + Number((parts.groups?.cents ?? "").padEnd(2, "0"));
}
