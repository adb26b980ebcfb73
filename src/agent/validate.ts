// What a plan did and said in, the checked answer or the first broken rule out. The rules' codes are turned into words
// for the model by repair.ts.
import { z } from "zod";
import type { Changeset } from "../changeset/changeset.ts";
import type { HostCallRecord } from "../changeset/host.ts";
import type { ChartFault } from "../chart/chart.ts";
import { internalNameIn } from "../guards/internal-names.ts";
import { pingIn } from "../guards/pings.ts";
import type { Json } from "../json.ts";
import { languageOfText } from "../language.ts";
import type { PlanRequest } from "../model/model.ts";
import { operationNamed } from "../operations/catalog.ts";
import { mayCall } from "../policy.ts";
import type { HostError, PlanAnswer } from "../sandbox/sandbox.ts";
import { printableLine } from "../storable.ts";
import type { TableLimits } from "../table/table.ts";
import { answerRowsRule, type RowsRule } from "./answer-rows.ts";
import { falseClaim } from "./claims/false-claim.ts";
import { doubtsAbout } from "./doubts.ts";
import { ungroundedFigures } from "./grounding.ts";
import { plainAnswer } from "./plain-answer.ts";

export const STATUSES = ["success", "no_match", "insufficient_stock", "invalid_request", "unsupported_intent"] as const;
export type Status = (typeof STATUSES)[number];

/** Only `validate` makes one: what a run may tell and stage. */
export interface CheckedAnswer {
  answerText: string;
  status: Status;
  action: "read" | "mutate";
  /** What nothing supports although it does little harm, in words. */
  warnings: string[];
  /** A chart or rows that its words may speak of do not go out with it. */
  isLessShown: boolean;
  extras: { pending: Json; answer_rows: Json; answer_json: Json; chart: Json };
}

export type BrokenRule =
  | { code: "ANSWER_MISSING" }
  | { code: "ANSWER_TOO_LONG"; chars: number; mostChars: number }
  | { code: "ANSWER_PINGS"; text: string }
  | { code: "ANSWER_INTERNAL"; text: string }
  | { code: "STATUS_UNKNOWN"; status: string | null }
  | { code: "STATUS_WITH_CHANGES"; status: Status }
  | { code: "ACTION_MISMATCH"; action: string | null; expected: "read" | "mutate" }
  | { code: "SUCCESS_AFTER_FAILED_WRITE"; error: HostError }
  | { code: "SEVERAL_OPERATIONS_FOR_ITEM"; operation: string; itemId: string }
  | { code: "STOCK_NEGATIVE"; itemId: string }
  | { code: "CHAIN_BROKEN"; transactionId: string }
  | { code: "NOT_WITHIN_RIGHTS"; operation: string }
  /** Said to be done or ready, and nothing of the kind was staged. */
  | { code: "CLAIM_NOT_STAGED"; text: string }
  /** Said to be done, and it was only staged. */
  | { code: "CLAIM_AS_DONE"; text: string }
  | RowsRule
  | ChartFault;

export interface AnswerLimits {
  answerChars: number;
  table: TableLimits;
}

export interface Draft {
  answer: PlanAnswer;
  changeset: Changeset;
  hostCalls: HostCallRecord[];
  failedWrite: HostError | null;
  request: PlanRequest;
  code: string;
}

export type Verdict =
  | { kind: "accepted"; answer: CheckedAnswer }
  /** `instead`: all but the words, or all but rows and chart, was in order: what may be said without them. */
  | { kind: "broken"; rule: BrokenRule; instead: { answer: CheckedAnswer; inOwnWords: boolean } | null };

export function validate(draft: Draft, limits: AnswerLimits): Verdict {
  const { answer, changeset } = draft;
  const text = typeof answer.answer_text === "string" ? printableLine(answer.answer_text) : "";
  const textBroken = textRule(text, limits.answerChars);
  if (textBroken !== null) return broken(textBroken);
  const status = STATUSES.find((known) => known === answer.STATUS);
  if (status === undefined) return broken({ code: "STATUS_UNKNOWN", status: wordOf(answer.STATUS) });
  const action: CheckedAnswer["action"] = changeset.calls.length > 0 ? "mutate" : "read";
  const rule = statusRule(status, action, draft) ?? rightsRule(draft) ?? onceRule(changeset) ?? ledgerRule(changeset);
  if (rule !== null) return broken(rule);
  const wordsRule = internalsRule(text, draft) ?? claimRule(text, draft) ?? groundingRule(text, draft);
  if (wordsRule !== null) {
    const language = languageOfText(draft.request.user_request) ?? "en";
    const plain = mayBePlain(wordsRule, action) ? plainAnswer(draft, language, limits.answerChars) : null;
    const warnings = [`the answer of the model broke ${wordsRule.code} and was replaced`];
    const said =
      plain === null ? null : { answerText: plain, status, action, warnings, isLessShown: false, extras: NO_EXTRAS };
    return { kind: "broken", rule: wordsRule, instead: said === null ? null : { answer: said, inOwnWords: false } };
  }
  const { pending, answer_rows, answer_json, chart } = answer;
  const extras = { pending, answer_rows, answer_json, chart };
  const warnings = doubtsAbout(text, sourcesOf(draft));
  const rowsRule = answerRowsRule(answer, sourcesOf(draft), limits.table);
  if (rowsRule !== null) {
    const left = `rows and chart broke ${rowsRule.code} and were left out`;
    const said = {
      ...{ answerText: text, status, action, isLessShown: true },
      ...{ warnings: [...warnings, left], extras: { ...NO_EXTRAS, pending } },
    };
    return { kind: "broken", rule: rowsRule, instead: { answer: said, inOwnWords: true } };
  }
  return { kind: "accepted", answer: { answerText: text, status, action, warnings, isLessShown: false, extras } };
}

/** Charts and rows of a draft whose words are not true are not shown either. */
const NO_EXTRAS = { pending: null, answer_rows: null, answer_json: null, chart: null };

function broken(rule: BrokenRule): Verdict {
  return { kind: "broken", rule, instead: null };
}

/** Who was told of a deed that nobody has begun is not served by a list of rows: that is for the staff. */
function mayBePlain({ code }: BrokenRule, action: "read" | "mutate"): boolean {
  return action === "mutate" || code !== "CLAIM_NOT_STAGED";
}

function textRule(text: string, mostChars: number): BrokenRule | null {
  if (text === "") return { code: "ANSWER_MISSING" };
  const chars = [...text].length;
  if (chars > mostChars) return { code: "ANSWER_TOO_LONG", chars, mostChars };
  const ping = pingIn(text);
  return ping === null ? null : { code: "ANSWER_PINGS", text: ping };
}

/** Rows may hold such words, and people may have written them. */
function internalsRule(text: string, { hostCalls, request }: Draft): BrokenRule | null {
  const read = hostCalls.flatMap(({ result }) => (result.ok ? textsIn(result.value) : []));
  const internal = internalNameIn(text, [request.user_request, ...read]);
  return internal === null ? null : { code: "ANSWER_INTERNAL", text: internal };
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return value === null || typeof value !== "object" ? [] : Object.values(value).flatMap(textsIn);
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

function claimRule(text: string, { answer, changeset, hostCalls, request }: Draft): BrokenRule | null {
  const staged = changeset.calls.map(({ name }) => name);
  const dropsWish = /"drop"|"missing":\[\]/.test(JSON.stringify(answer.pending));
  const claim = falseClaim(text, { staged, hostCalls, history: request.history, dropsWish });
  if (claim === null) return null;
  return { code: claim.kind === "as-done" ? "CLAIM_AS_DONE" : "CLAIM_NOT_STAGED", text: claim.text };
}

function groundingRule(text: string, draft: Draft): BrokenRule | null {
  const figures = ungroundedFigures(text, sourcesOf(draft));
  return figures.length === 0
    ? null
    : { code: "UNGROUNDED_FIGURE", texts: figures.map((figure) => figure.text), place: "answer_text" };
}

function sourcesOf({ hostCalls, changeset, request, code }: Draft) {
  // What the shop said earlier is no source: prices may have moved since.
  const own = request.history.filter((turn) => turn.who === "customer").map((turn) => turn.text);
  const { changes, terms } = changeset;
  return { hostCalls, changes, terms, texts: [request.user_request, ...own], code, now: request.now };
}

/** null: the plan did not set it. */
function wordOf(value: Json): string | null {
  return value === null ? null : typeof value === "string" ? value : JSON.stringify(value);
}
