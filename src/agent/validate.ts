// What a plan did and said in, the checked answer or the first broken rule out. The rules' codes are turned into words
// for the model by repair.ts.
import { z } from "zod";
import type { Changeset } from "../changeset/changeset.ts";
import type { HostCallRecord } from "../changeset/host.ts";
import type { Json } from "../json.ts";
import type { PlanRequest } from "../model/model.ts";
import { operationNamed } from "../operations/catalog.ts";
import { mayCall } from "../policy.ts";
import type { HostError, PlanAnswer } from "../sandbox/sandbox.ts";
import { ungroundedFigures } from "./grounding.ts";

const STATUSES = ["success", "no_match", "insufficient_stock", "invalid_request", "unsupported_intent"] as const;
export type Status = (typeof STATUSES)[number];

/** Only `validate` makes one: what a run may tell and stage. */
export interface CheckedAnswer {
  answerText: string;
  status: Status;
  action: "read" | "mutate";
  extras: { pending: Json; answer_rows: Json; answer_json: Json; chart: Json };
}

export type BrokenRule =
  | { code: "ANSWER_MISSING" }
  | { code: "ANSWER_TOO_LONG"; chars: number; mostChars: number }
  | { code: "ANSWER_PINGS"; text: string }
  | { code: "STATUS_UNKNOWN"; status: string }
  | { code: "STATUS_WITH_CHANGES"; status: Status }
  | { code: "ACTION_MISMATCH"; action: string; expected: "read" | "mutate" }
  | { code: "SUCCESS_AFTER_FAILED_WRITE"; error: HostError }
  | { code: "SEVERAL_TRANSACTIONS_FOR_ITEM"; itemId: string }
  | { code: "STOCK_NEGATIVE"; itemId: string }
  | { code: "CHAIN_BROKEN"; transactionId: string }
  | { code: "NOT_WITHIN_RIGHTS"; operation: string }
  | { code: "UNGROUNDED_FIGURE"; text: string };

export interface Draft {
  answer: PlanAnswer;
  changeset: Changeset;
  hostCalls: HostCallRecord[];
  failedWrite: HostError | null;
  request: PlanRequest;
}

export type Verdict = { kind: "accepted"; answer: CheckedAnswer } | { kind: "broken"; rule: BrokenRule };

export function validate(draft: Draft, limits: { answerChars: number }): Verdict {
  const { answer, changeset } = draft;
  const text = typeof answer.answer_text === "string" ? answer.answer_text.trim() : "";
  const textBroken = textRule(text, limits.answerChars);
  if (textBroken !== null) return { kind: "broken", rule: textBroken };
  const status = STATUSES.find((known) => known === answer.STATUS);
  if (status === undefined) return { kind: "broken", rule: { code: "STATUS_UNKNOWN", status: String(answer.STATUS) } };
  const action = changeset.calls.length > 0 ? "mutate" : "read";
  const rule =
    statusRule(status, action, draft) ?? rightsRule(draft) ?? ledgerRule(changeset) ?? groundingRule(text, draft);
  if (rule !== null) return { kind: "broken", rule };
  const { pending, answer_rows, answer_json, chart } = answer;
  return {
    kind: "accepted",
    answer: { answerText: text, status, action, extras: { pending, answer_rows, answer_json, chart } },
  };
}

// Markup by which Slack or Discord would notify people or disguise a link.
const PING = /@(?:everyone|here|channel)\b|<(?:@[!&]?|#|!|@?[UWCS])[^>\s]*>|<https?:[^>]*\|/iu;

function textRule(text: string, mostChars: number): BrokenRule | null {
  if (text === "") return { code: "ANSWER_MISSING" };
  const chars = [...text].length;
  if (chars > mostChars) return { code: "ANSWER_TOO_LONG", chars, mostChars };
  const ping = PING.exec(text);
  return ping === null ? null : { code: "ANSWER_PINGS", text: ping[0] };
}

function statusRule(status: Status, expected: "read" | "mutate", draft: Draft): BrokenRule | null {
  if (status !== "success" && expected === "mutate") return { code: "STATUS_WITH_CHANGES", status };
  if (status === "success" && draft.failedWrite !== null) {
    return { code: "SUCCESS_AFTER_FAILED_WRITE", error: draft.failedWrite };
  }
  const action = draft.answer.ACTION;
  // A plan whose write failed did stage something before it was voided: either word is true then.
  const isTrue = action === expected || (draft.failedWrite !== null && action === "mutate");
  if (!isTrue) {
    return { code: "ACTION_MISMATCH", action: String(action), expected };
  }
  return null;
}

function rightsRule({ changeset, request }: Draft): BrokenRule | null {
  const foreign = changeset.calls.find((call) => {
    const operation = operationNamed(call.name);
    return operation === null || !mayCall(request.requester.role, operation);
  });
  return foreign === undefined ? null : { code: "NOT_WITHIN_RIGHTS", operation: foreign.name };
}

const TransactionRow = z.object({ amount: z.string(), balanceAfter: z.string(), itemId: z.string().nullable() });

/** The database refuses these too; here they become a repair instead of a broken world. */
function ledgerRule(changeset: Changeset): BrokenRule | null {
  const items = new Set<string>();
  let balance: bigint | null = null;
  for (const { table, key, after } of changeset.changes) {
    if (table === "inventory" && Number(after?.quantityInStock ?? 0) < 0) {
      return { code: "STOCK_NEGATIVE", itemId: String(key) };
    }
    if (table !== "transactions") continue;
    const row = TransactionRow.parse(after);
    if (row.itemId !== null && items.has(row.itemId)) {
      return { code: "SEVERAL_TRANSACTIONS_FOR_ITEM", itemId: row.itemId };
    }
    if (row.itemId !== null) items.add(row.itemId);
    const balanceAfter = cents(row.balanceAfter);
    if (balance !== null && balance + cents(row.amount) !== balanceAfter) {
      return { code: "CHAIN_BROKEN", transactionId: String(key) };
    }
    balance = balanceAfter;
  }
  return null;
}

/** "-160.00" → -16000n; amounts of the ledger always have two decimals. */
function cents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

function groundingRule(text: string, draft: Draft): BrokenRule | null {
  // What the shop said earlier is no source: prices may have moved since.
  const own = draft.request.history.filter((turn) => turn.who === "customer").map((turn) => turn.text);
  const [figure] = ungroundedFigures(text, {
    hostCalls: draft.hostCalls,
    changes: draft.changeset.changes,
    texts: [draft.request.user_request, ...own],
  });
  return figure === undefined ? null : { code: "UNGROUNDED_FIGURE", text: figure.text };
}
