// A text in, the days that it names out, in the ways of six languages and of computers.

export interface NamedDay {
  text: string;
  /** What it may mean: "04/10" is a day of April or of October. */
  readings: { day: number; month: number }[];
  year: number | null;
}

/** By month, in English, German, Spanish, French, Portuguese and Turkish. */
const MONTHS = [
  "january|jan|januar|jän|enero|ene|janvier|janv|janeiro|ocak",
  "february|feb|februar|febrero|février|févr|fevereiro|fev|şubat",
  "march|mar|märz|mrz|marzo|mars|março|mart",
  "april|apr|abril|abr|avril|nisan",
  "may|mai|mayo|maio|mayıs",
  "june|jun|juni|junio|juin|junho|haziran",
  "july|jul|juli|julio|juillet|juil|julho|temmuz",
  "august|aug|agosto|ago|août|ağustos",
  "september|sept|sep|septiembre|septembre|setembro|set|eylül",
  "october|oct|oktober|okt|octubre|octobre|outubro|out|ekim",
  "november|nov|noviembre|novembre|novembro|kasım",
  "december|dec|dezember|dez|diciembre|dic|décembre|déc|dezembro|aralık",
];
const MONTH = MONTHS.join("|");
const YEAR = "(?:,?\\s+(?:de\\s+|del\\s+)?(?<year>20\\d\\d))?";
const AFTER_MONTH = "(?!\\p{L})\\.?";

const WRITTEN = [
  `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?\\s+(?:of\\s+|de\\s+)?(?<month>${MONTH})${AFTER_MONTH}${YEAR}`,
  `(?<!\\p{L})(?<month>${MONTH})${AFTER_MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.,]\\d|\\d)${YEAR}`,
].map((source) => new RegExp(source, "giu"));
const ISO = /(?<!\d)(?<year>20\d\d)-(?<month>\d\d)-(?<day>\d\d)(?:T[\d:.]+Z?)?/g;
const SLASHED =
  /(?<![\d.,])(?<one>\d{1,2})(?:[/](?<two>\d{1,2})(?:[/](?<year>20\d\d|\d\d))?|\.(?<month>\d{1,2})\.(?<full>20\d\d)?)(?!\d)/g;

export function daysIn(text: string): NamedDay[] {
  const days: NamedDay[] = [];
  for (const { 0: found, groups } of text.matchAll(ISO)) {
    days.push(namedDay(found, [[groups?.day, groups?.month]], groups?.year));
  }
  const rest = text.replaceAll(ISO, " ");
  for (const { 0: found, groups } of WRITTEN.flatMap((pattern) => [...rest.matchAll(pattern)])) {
    const month = MONTHS.findIndex((names) => names.split("|").includes(groups?.month?.toLowerCase() ?? "")) + 1;
    days.push(namedDay(found, [[groups?.day, String(month)]], groups?.year));
  }
  for (const { 0: found, groups } of rest.matchAll(SLASHED)) {
    const { one, two, month, year, full } = groups ?? {};
    const readings =
      month === undefined
        ? [
            [one, two],
            [two, one],
          ]
        : [[one, month]];
    days.push(namedDay(found, readings, full ?? (year?.length === 2 ? `20${year}` : year)));
  }
  // "24/7" and "1/2" are no days of theirs, or days that nobody can tell from them.
  return days.filter(({ readings }) => readings.length > 0);
}

export function withoutDays(text: string): string {
  return [ISO, ...WRITTEN, SLASHED].reduce((rest, pattern) => rest.replaceAll(pattern, " "), text);
}

function namedDay(text: string, readings: (string | undefined)[][], year: string | undefined): NamedDay {
  const possible = readings
    .map(([day, month]) => ({ day: Number(day), month: Number(month) }))
    .filter(({ day, month }) => day >= 1 && day <= 31 && month >= 1 && month <= 12);
  return { text: text.trim(), readings: possible, year: year === undefined ? null : Number(year) };
}
