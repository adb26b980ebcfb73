// An answer's text in, the figures out that must be right: amounts, ids, numbers of orders and tickets, counts of stock.

export type Figure =
  | { kind: "amount"; text: string; cents: number }
  | { kind: "id"; text: string; id: string }
  | { kind: "order" | "ticket"; text: string; number: number }
  /** `isRough`: "about 20 left". */
  | { kind: "stock"; text: string; number: number; isRough: boolean };

// Digits in groups, with any of the marks that people and Intl put between them, and cents behind a point or a comma.
const NUMBER = String.raw`\d[\d.,’'\u00a0\u202f]*`;
const SIGN = "[$€£₺]|US\\$|R\\$|USD|EUR|GBP";
const WORD = "(?:dollars?|d[óo]lar(?:es|ı|dır)?|euros?|pounds?|bucks|USD|EUR|GBP|TL)(?!\\p{L})|[$€£₺]";
const AMOUNT = new RegExp(
  `(?:${SIGN})\\s?(?<before>${NUMBER})|(?<![\\p{L}\\d])(?<after>${NUMBER})\\s?(?:${WORD})`,
  "giu",
);
const ID = /(?<![\p{L}\d])[A-Z]{2,}\d{2,}(?![\p{L}\d])/gu;
const NUMBERED = "(?:\\s+(?:number|no\\.?|nr\\.?|nummer|n\\.?º|n°|numéro|número|numarası))?\\s*#?";
const ORDERS = "orders?|bestellung(?:en)?|auftrag|pedidos?|commandes?|encomendas?|sipariş(?:iniz)?";
const ORDER = new RegExp(
  `#(?<marked>\\d{2,})\\b|(?<!\\p{L})(?:${ORDERS})${NUMBERED}\\s*(?<named>\\d{4,})\\b|(?<!\\d)(?<turkish>\\d{4,}) numaralı sipariş`,
  "giu",
);
const TICKET = new RegExp(
  `(?<!\\p{L})(?:tickets?|tiquet?e?)${NUMBERED}\\s*(?<named>\\d{1,6})(?![\\d/]|[.,]\\d)`,
  "giu",
);
// "13% of …", "69 days left" and "3 orders left" speak of something else.
const NOT_STOCK =
  "(?!\\s*(?:%|percent|prozent|days?|tage?|días?|jours?|dias?|gün|weeks?|wochen?|months?|monate?|years?|jahre?|hours?|stunden?|horas?|heures?|minutes?|minuten|orders?|customers?|tickets?|times?)(?!\\p{L}))";
const IN_STOCK =
  "in stock|left|available|remaining|auf lager|vorrätig|en stock|en existencias|disponibles?|disponíve(?:l|is)|em estoque|em stock|restants?";
const ROUGHLY =
  "about|around|roughly|nearly|almost|over|more than|at least|some|etwa|rund|über|mehr als|fast|unos|más de|casi|environ|plus de|presque|cerca de|mais de|quase|yaklaşık";
const STOCK = new RegExp(
  `(?:(?<!\\p{L})(?<rough>${ROUGHLY}) )?` +
    `(?<![\\p{L}\\d.,$€£])(?<before>\\d[\\d,]*)(?<plus>\\+)?${NOT_STOCK}\\s+(?:\\p{L}+\\s+){0,3}?(?:${IN_STOCK})(?!\\p{L})` +
    "|\\bstock (?:of|to|at|is|will be)\\s+(?<after>\\d[\\d,]*)\\b(?!\\s*%)" +
    `|(?<!\\p{L})(?:stokta|quedan|restam)\\s+(?<last>\\d[\\d,]*)\\b${NOT_STOCK}`,
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
    const number = Number(match.groups?.marked ?? match.groups?.named ?? match.groups?.turkish);
    figures.push({ kind: "order", text: match[0], number });
  }
  for (const match of text.matchAll(TICKET)) {
    figures.push({ kind: "ticket", text: match[0], number: Number(match.groups?.named) });
  }
  for (const match of text.matchAll(STOCK)) {
    const { before, after, last, rough, plus } = match.groups ?? {};
    const number = Number((before ?? after ?? last ?? "").replaceAll(",", ""));
    figures.push({ kind: "stock", text: match[0], number, isRough: rough !== undefined || plus !== undefined });
  }
  return figures;
}

/** Blanks in their place. */
export function withoutFigures(text: string): string {
  return [AMOUNT, ID, ORDER, TICKET, STOCK].reduce((rest, pattern) => rest.replaceAll(pattern, " "), text);
}

/** "1,234.5" and "1.234,50" → 123450; "5 890" with a narrow space → 589000; null for what is no amount. */
export function toCents(written: string): number | null {
  const trimmed = written.replaceAll(/[’'\u00a0\u202f]/gu, "").replace(/[.,]+$/u, "");
  const parts = /^(?<whole>[\d.,]*?)(?:[.,](?<cents>\d{1,2}))?$/u.exec(trimmed);
  const whole = parts?.groups?.whole?.replaceAll(/[.,]/gu, "") ?? "";
  if (parts === null || !/^\d{1,12}$/u.test(whole)) return null;
  return Number(whole) * 100 + Number((parts.groups?.cents ?? "").padEnd(2, "0"));
}
