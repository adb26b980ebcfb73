// An answer's text in, the figures that it states out: amounts, ids, order numbers, counts.

export type Figure =
  | { kind: "amount"; text: string; cents: number }
  | { kind: "id"; text: string; id: string }
  | { kind: "order"; text: string; number: number }
  | { kind: "stock"; text: string; number: number };

const AMOUNT = /(?:[$€£]\s?(?<before>\d[\d,]*(?:\.\d+)?))|(?:(?<after>\d[\d.,]*)\s?(?:dollars?|USD|€|bucks)\b)/giu;
const ID = /\b(?:[A-Z]{2,}\d{2,})\b/gu;
const ORDER = /(?:\border(?:\s+(?:number|no\.?))?\s*#?\s*|#)(?<number>\d{2,})\b/giu;
const STOCK =
  /\b(?:(?<before>\d[\d,]*)\s+(?:\p{L}+\s+){0,3}?(?:in stock|left|available|remaining|auf Lager|en stock))|(?:\b(?:stock (?:of|to|at|is|will be)|only|just)\s+(?<after>\d[\d,]*))\b/giu;

export function figuresIn(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of text.matchAll(AMOUNT)) {
    const cents = toCents(match.groups?.before ?? match.groups?.after ?? "");
    if (cents !== null) figures.push({ kind: "amount", text: match[0], cents });
  }
  for (const match of text.matchAll(ID)) figures.push({ kind: "id", text: match[0], id: match[0] });
  for (const match of text.matchAll(ORDER)) {
    figures.push({ kind: "order", text: match[0], number: Number(match.groups?.number) });
  }
  for (const match of text.matchAll(STOCK)) {
    const digits = (match.groups?.before ?? match.groups?.after ?? "").replaceAll(",", "");
    figures.push({ kind: "stock", text: match[0], number: Number(digits) });
  }
  return figures;
}

/** "1,234.5" and "1.234,50" → 123450 and 123450; null for what is no amount. */
export function toCents(written: string): number | null {
  const trimmed = written.replace(/[.,]+$/u, "");
  const parts = /^(?<whole>[\d.,]*?)(?:[.,](?<cents>\d{1,2}))?$/u.exec(trimmed);
  const whole = parts?.groups?.whole?.replaceAll(/[.,]/gu, "") ?? "";
  if (parts === null || !/^\d{1,12}$/u.test(whole)) return null;
  return Number(whole) * 100 + Number((parts.groups?.cents ?? "").padEnd(2, "0"));
}
