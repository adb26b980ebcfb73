// What staff put right after the sale: "undo the last sale" → undo; "add a note to ticket 3: …" → note-on-ticket; "correct
// TXN003 to 95.00 because …" → correct-transaction.
import type { Intent } from "../intent.ts";
import type { Context, Parts, Rule } from "../rule.ts";

const UNDO = "(?:undo|reverse|revert|roll back|take back)";
/** What people call it, and the operation that it was. */
const OPERATIONS: { [word: string]: string } = {
  sale: "purchase",
  purchase: "purchase",
  return: "returnItem",
  refund: "refund",
  restock: "restock",
  delivery: "restock",
  cancellation: "cancelOrder",
  adjustment: "adjustStock",
  "stock count": "adjustStock",
  correction: "correctTransaction",
};
const ANYTHING = ["run", "change", "booking", "thing"];
const TICKET = "(?:the )?ticket (?:number )?(?<ticketId>\\d{1,9})";
const ROW = "(?:the )?(?:transaction |row |entry |booking )?(?<row>txn\\d{1,12})";
const AMOUNT = "(?<amount>-?\\$?-?\\d[\\d.]*)(?: dollars?)?";
const WHY = "(?<why>(?: ?[,.:]| because| since| as| for).+)?";

export const deskRules: Rule[] = [
  { pattern: new RegExp(`^${UNDO} (?:the )?(?:run )+(?<runId>[a-z0-9]+)$`, "u"), meaning: undoRun },
  {
    pattern: new RegExp(
      `^${UNDO} (?:the |my |our )?(?:last|latest|most recent|previous) (?<what>${[...Object.keys(OPERATIONS), ...ANYTHING].join("|")})(?: (?:to|for|of|by|from) (?<name>\\p{L}+))?$`,
      "u",
    ),
    meaning: undoLast,
  },
  { pattern: new RegExp(`^${UNDO}(?: (?:it|that|this|a|the|run|sale))*$`, "u"), meaning: undoUnnamed },
  {
    pattern: new RegExp(
      `^(?:(?:add|put|write|leave|make|append) )?(?:(?:an?|another|the|this) )?(?:new )?(?:note|comment|remark) (?:to|on|in|for) ${TICKET}(?:(?: ?[:,.]| that| saying).*)?$`,
      "u",
    ),
    meaning: note,
  },
  { pattern: new RegExp(`^(?:add|note) (?:to|on) ${TICKET} ?:.+$`, "u"), meaning: note },
  { pattern: new RegExp(`^(?:correct|fix|put right|set|change) ${ROW} to ${AMOUNT}${WHY}$`, "u"), meaning: correct },
  { pattern: new RegExp(`^${ROW} (?:should be|should have been|must be) ${AMOUNT}${WHY}$`, "u"), meaning: correct },
];

function isAsked({ sentence }: Context): boolean {
  return sentence.isQuestion && !sentence.isPolite;
}

function undoRun(parts: Parts, context: Context): Intent | null {
  // Read from what they wrote: to the sentence an id is made of words like any others.
  const written = /\brun_(?<id>[a-z0-9]+)/iu.exec(context.sentence.original)?.groups?.id ?? parts.runId ?? "";
  return isAsked(context)
    ? null
    : { kind: "undo", runId: `run_${written.toLowerCase()}`, last: null, customerName: null };
}

function undoLast({ what = "", name }: Parts, context: Context): Intent | null {
  const last = OPERATIONS[what] ?? "any";
  return isAsked(context) ? null : { kind: "undo", runId: null, last, customerName: name ?? null };
}

function undoUnnamed(_parts: Parts, context: Context): Intent | null {
  return isAsked(context) ? null : { kind: "undo", runId: null, last: null, customerName: null };
}

/** In the person's own words, behind the ticket's number. */
function note(parts: Parts, context: Context): Intent | null {
  const said = /\bticket\b\D{0,12}\d+(?<note>.*)$/isu.exec(context.sentence.original)?.groups?.note ?? "";
  const words = said.replace(/^[\s:,.–—-]*(?:(?:that|saying)\b)?[\s:,]*/iu, "").trim();
  if (isAsked(context)) return null;
  return { kind: "note-on-ticket", ticketId: Number(parts.ticketId), note: words === "" ? null : words };
}

function correct(parts: Parts, context: Context): Intent | null {
  const amount = Number((parts.amount ?? "").replaceAll("$", ""));
  if (isAsked(context) || !Number.isFinite(amount)) return null;
  const said = /\b(?:to|be|been)\s+[-$\d.,]*\d(?:\s*dollars?)?(?<why>.*)$/isu.exec(context.sentence.original);
  const why = (said?.groups?.why ?? "").replace(/^[\s:,.–—-]*(?:(?:because|since|as|for)\b)?[\s:,]*/iu, "").trim();
  const reason = why.slice(0, 200).toWellFormed();
  return {
    kind: "correct-transaction",
    transactionId: (parts.row ?? "").toUpperCase(),
    amount,
    reason: reason === "" ? null : reason,
  };
}
