// "Which items will run out within two weeks at this pace" in, the number of days out; "how long will the stock last" asks
// for all. Null for anything else.
import { withDigits } from "../numbers.ts";
import type { Sentence } from "../sentence.ts";

export interface RunOut {
  kind: "run-out";
  /** null: however long it takes. */
  days: number | null;
}

const DAYS: { [unit: string]: number } = { day: 1, week: 7, fortnight: 14, month: 30 };
const WHAT =
  "(?:(?:which|what)(?: of (?:the|our))?(?: items?| styles?| models?| products?| frames?| articles?| sunglasses| glasses| stock)?)";
const ENDS =
  "(?:run(?:s|ning)? (?:out|short|low|dry)|sell(?:s|ing)? out|be (?:gone|sold out|out of stock|empty|used up)|need(?:s)? (?:restocking|to be restocked|a restock)|have to be restocked)";
const UNTIL =
  "(?:(?:within|in|over|during|by|before)(?: the)?(?: next| coming| following)?(?: (?<count>\\d{1,3}))? (?<unit>day|week|fortnight|month)s?|(?<next>next|this) (?<named>week|month))";
const PACE =
  "(?:(?:,|at|if|when|given|with)(?: (?:sales|we))? ?(?:the |this |that |our |these )*(?:current |present |same |go on |keep |stay |selling )*(?:pace|rate|speed|sales|like this|as now)?)";

const RUN_OUT = new RegExp(
  `^(?:show me |tell me |list )?${WHAT} (?:(?:will|would|are|is|might|do|does|going|likely|about|to|soon|be|probably|we) )*${ENDS}(?: of stock)?(?: (?:soon|first))?(?: ${UNTIL})?(?: ${PACE})?$`,
  "u",
);
const HOW_LONG = new RegExp(
  `^(?:(?:for )?how (?:long|many (?:days|weeks)) (?:will|does|do|would|can|is)(?: (?:the|our|all|each|every))* (?:stock|inventory|items?|shelves)(?: of each item)? (?:last|hold|be enough|suffice)|days of stock(?: left)?(?: (?:per|by) (?:item|style))?)(?: ${PACE})?$`,
  "u",
);

export function readRunOut({ text }: Sentence): RunOut | null {
  const said = withDigits(text)
    .replace(/\ba (?=week|day|month|fortnight)/gu, "1 ")
    .replace(/[\s,.?]+$/gu, "");
  const match = RUN_OUT.exec(said);
  if (match !== null) {
    const { count, unit, next, named } = match.groups ?? {};
    const days = DAYS[unit ?? named ?? ""];
    return { kind: "run-out", days: days === undefined ? null : days * Number(next === undefined ? (count ?? 1) : 1) };
  }
  return HOW_LONG.test(said) ? { kind: "run-out", days: null } : null;
}
