// An answer in; the first word of ours in it that says nothing to a person out: ids of runs, names from the code and the
// database, error codes, traces, and what JavaScript writes for a missing value.
import { operations } from "../operations/catalog.ts";

const OUR_IDS = "(?:cnv|msg|req|run|apr|prs|out|ses|ntc|ref)_[0-9a-z]{6,}";
const CODE_NAMES = String.raw`db\.\p{L}\w*|shop\.(?:${operations.map(({ name }) => name).join("|")})|\p{L}+(?:_\p{L}+)+`;
// Camel-case words of the shop's rows; other words of that shape are brands.
const FIELDS =
  "itemId|orderId|ticketId|customerId|transactionId|quantityInStock|totalAmount|unitPrice|unitCost|balanceAfter|createdAt|closedAt|stockAfter|customerName|answerText";
const OPERATIONS = operations.map(({ name }) => name).filter((name) => /[A-Z]/.test(name));
const WORDS = `STATUS|ACTION|undefined|NaN|\\[object \\w+\\]|execute_javascript|${FIELDS}|${OPERATIONS.join("|")}`;
const TRACES = String.raw`(?:Type|Reference|Syntax|Range|Operation)Error\b|\bat \S+ \(\S+:\d+:\d+\)|\bat \S+\.(?:js|ts):\d+`;
const INTERNAL = new RegExp(
  String.raw`(?<![\p{L}\d_@/])(?:${OUR_IDS}|${CODE_NAMES}|${WORDS})(?![\p{L}\d_])|${TRACES}`,
  "gu",
);

/** What the rows themselves hold, or the person wrote, may be said again. */
export function internalNameIn(text: string, known: string[]): string | null {
  const found = [...text.matchAll(INTERNAL)].map(([word]) => word);
  return found.find((word) => !known.some((source) => source.includes(word))) ?? null;
}
