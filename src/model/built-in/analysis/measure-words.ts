// A normalised sentence in; what it wants measured, and the words that are left without it, out.
import type { Measure } from "./question.ts";

const SALES = "(?:sales|sold|revenue|purchases)";
const RETURNS = "(?:returns|returned)";
const AGAINST = "(?:compared )?(?:with|to|and|against|versus|vs|over|by)(?: the| our)?";
const HAVE = "(?:that )?(?:(?:have been|has been|were|are|have we|did we|we have|we) )?";

/** The first that fits counts, so what says more comes before what says less. */
const MEASURES: [Measure, string][] = [
  ["returns-and-sales", `${RETURNS} ${AGAINST} ${SALES}|${SALES} ${AGAINST} ${RETURNS}`],
  ["returns-and-sales", "return (?:rates?|quotas?|ratios?|shares?)|(?:rates?|shares?) of returns"],
  ["average-order", "(?:average|mean) (?:orders?|baskets?|purchases?)(?: (?:values?|sizes?|amounts?|totals?))?"],
  ["net", "net (?:revenues?|sales|income|earnings|turnover|takings)"],
  ["net", "(?:revenues?|sales|income|earnings) (?:net of|less|minus|after)(?: all)? (?:returns and )?refunds"],
  ["refunds", "refunds|(?:money )?refunded"],
  ["units", "(?:best|worst|slow(?:est)?)[ -]?sell(?:ers?|ing)"],
  ["units", "(?:sold|sells?|selling) (?:the )?(?:best|most|least|worst)|(?:most|least) sold"],
  [
    "units",
    `(?:units?|pieces?|pairs?|items?|quantity|quantities) ${HAVE}(?:sold|sell)|sold (?:units|pieces|pairs|items)`,
  ],
  ["returns", `(?:(?:units?|pieces?|pairs?|items?) ${HAVE})?(?:returned|brought back|came back)|returns`],
  ["units", "units|sold|sell"],
  ["revenue", "(?:total )?(?:revenues?|turnover|sales(?: figures| numbers| volumes?)?|income|takings|earnings)"],
  ["revenue", "money (?:made|earned|taken)|earn|earned|make|made|take in|took in|spends?|spent"],
  ["restocks", "restocks?|restocked|restocking(?: costs?)?"],
  ["tickets", "(?:support )?tickets|complaints"],
  ["orders", "orders"],
];

export interface Measured {
  measure: Measure;
  /** The words that said so: "best sellers" say more than the measure. */
  said: string;
  rest: string;
}

export function readMeasure(text: string): Measured | null {
  for (const [measure, pattern] of MEASURES) {
    const match = new RegExp(`(?<![\\p{L}\\d-])(?:${pattern})(?![\\p{L}\\d-])`, "u").exec(text);
    if (match === null) continue;
    return {
      measure,
      said: match[0],
      rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`,
    };
  }
  return null;
}
