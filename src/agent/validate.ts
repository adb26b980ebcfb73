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
import { printableLine } from "../storable.ts";
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
  | { code: "STATUS_UNKNOWN"; status: string | null }
  | { code: "STATUS_WITH_CHANGES"; status: Status }
  | { code: "ACTION_MISMATCH"; action: string | null; expected: "read" | "mutate" }
  | { code: "SUCCESS_AFTER_FAILED_WRITE"; error: HostError }
  | { code: "SEVERAL_OPERATIONS_FOR_ITEM"; operation: string; itemId: string }
  | { code: "STOCK_NEGATIVE"; itemId: string }
  | { code: "CHAIN_BROKEN"; transactionId: string }
  | { code: "NOT_WITHIN_RIGHTS"; operation: string }
  | { code: "UNGROUNDED_FIGURE"; texts: string[] };

export interface Draft {
  answer: PlanAnswer;
  changeset: Changeset;
  hostCalls: HostCallRecord[];
  failedWrite: HostError | null;
  request: PlanRequest;
  code: string;
}

export type Verdict = { kind: "accepted"; answer: CheckedAnswer } | { kind: "broken"; rule: BrokenRule };

export function validate(draft: Draft, limits: { answerChars: number }): Verdict {
  const { answer, changeset } = draft;
  const text = typeof answer.answer_text === "string" ? printableLine(answer.answer_text) : "";
  const textBroken = textRule(text, limits.answerChars);
  if (textBroken !== null) return { kind: "broken", rule: textBroken };
  const status = STATUSES.find((known) => known === answer.STATUS);
  if (status === undefined) return { kind: "broken", rule: { code: "STATUS_UNKNOWN", status: wordOf(answer.STATUS) } };
  const action = changeset.calls.length > 0 ? "mutate" : "read";
  const rule =
    statusRule(status, action, draft) ??
    rightsRule(draft) ??
    onceRule(changeset) ??
    ledgerRule(changeset) ??
    groundingRule(text, draft);
  if (rule !== null) return { kind: "broken", rule };
  const { pending, answer_rows, answer_json, chart } = answer;
  return {
    kind: "accepted",
    answer: { answerText: text, status, action, extras: { pending, answer_rows, answer_json, chart } },
  };
}

// Markup by which Slack or Discord would notify people or disguise a link.
const PING =
  /@(?:everyone|here|channel)\b|<(?:@[!&]?|#|!|@?[UWCS])[^>\s]*>|<(?:https?|mailto|tel):[^>]*\||\]\(\s*[a-z]+:/iu;

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
    return { code: "ACTION_MISMATCH", action: wordOf(action), expected };
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

const TransactionRow = z.object({ amount: z.string(), balanceAfter: z.string() });

/** One operation, one row of the ledger: the same thing twice is a mistake, another customer's or order's is not. */
function onceRule({ terms }: Changeset): BrokenRule | null {
  const made = new Set<string>();
  for (const { operation, subject, customer, orderId } of terms) {
    const one = JSON.stringify([operation, subject, customer?.id ?? null, orderId]);
    if (made.has(one) && subject !== "new") return { code: "SEVERAL_OPERATIONS_FOR_ITEM", operation, itemId: subject };
    made.add(one);
  }
  return null;
}

/** The database refuses these too; here they become a repair instead of a broken world. */
function ledgerRule(changeset: Changeset): BrokenRule | null {
  let balance: bigint | null = null;
  for (const { table, key, after } of changeset.changes) {
    if (table === "inventory" && Number(after?.quantityInStock ?? 0) < 0) {
      return { code: "STOCK_NEGATIVE", itemId: String(key) };
    }
    if (table !== "transactions") continue;
    const row = TransactionRow.parse(after);
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
  const figures = ungroundedFigures(text, {
    hostCalls: draft.hostCalls,
    changes: draft.changeset.changes,
    texts: [draft.request.user_request, ...own],
    code: draft.code,
  });
  return figures.length === 0 ? null : { code: "UNGROUNDED_FIGURE", texts: figures.map((figure) => figure.text) };
}

/** null: the plan did not set it. */
function wordOf(value: Json): string | null {
  return value === null ? null : typeof value === "string" ? value : JSON.stringify(value);
}
