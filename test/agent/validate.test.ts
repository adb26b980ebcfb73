import { expect, test } from "vitest";
import { type Draft, validate } from "../../src/agent/validate.ts";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import { EMPTY_CHANGESET } from "../../src/changeset/changeset.ts";
import { termsOf } from "../../src/operations/define.ts";
import type { Change } from "../../src/operations/operation.ts";

const LIMITS = { answerChars: 600, table: TABLE_LIMITS };

function draft(answer: { [field: string]: string | null }, more: Partial<Draft> = {}): Draft {
  const nothing = { pending: null, answer_rows: null, answer_json: null, chart: null };
  return {
    answer: { answer_text: "All is well.", STATUS: "success", ACTION: "read", ...nothing, ...answer },
    changeset: EMPTY_CHANGESET,
    hostCalls: [],
    failedWrite: null,
    request: {
      user_request: "hello",
      history: [],
      requester: { role: "customer", customerId: 1, name: "Alice" },
      now: "2026-01-01T00:00:00.000Z",
      pending: null,
    },
    code: "answer_text = 'All is well.'",
    ...more,
  };
}

function codeOf(input: Draft): string {
  const verdict = validate(input, LIMITS);
  return verdict.kind === "accepted" ? "accepted" : verdict.rule.code;
}

const sale = (key: string, itemId: string, amount: string, balanceAfter: string): Change => ({
  table: "transactions",
  key,
  before: null,
  after: { kind: "sale", itemId, amount, balanceAfter },
});
const call = { name: "purchase", args: {} };
const selling = (...changes: Change[]): Partial<Draft> => ({
  changeset: { ...EMPTY_CHANGESET, calls: [call], changes },
});

function termsFor(customerId: number) {
  const customer = { id: customerId, name: `customer ${customerId}` };
  return termsOf({ operation: "purchase", subject: "SG006", customer, quantity: 1 });
}

test("the same item for two customers is two sales", () => {
  const changeset = { ...EMPTY_CHANGESET, calls: [call], terms: [termsFor(1), termsFor(2)] };
  expect(codeOf(draft({ ACTION: "mutate" }, { changeset }))).toBe("accepted");
});

test("what the shop said earlier is no source for a figure", () => {
  const said = draft({ answer_text: "It is $120.00." });
  const turn = (who: "customer" | "shop") => ({ ...said.request, history: [{ who, text: "the Moon at $120.00" }] });
  expect(codeOf({ ...said, request: turn("shop") })).toBe("UNGROUNDED_FIGURE");
  expect(codeOf({ ...said, request: turn("customer") })).toBe("accepted");
});

test("an answer with a known status is accepted", () => {
  expect(codeOf(draft({}))).toBe("accepted");
});

test.each([
  ["no answer", draft({ answer_text: null }), "ANSWER_MISSING"],
  ["an answer of spaces", draft({ answer_text: "  " }), "ANSWER_MISSING"],
  ["an answer over the limit", draft({ answer_text: "x".repeat(601) }), "ANSWER_TOO_LONG"],
  ["an answer that pings everyone", draft({ answer_text: "Hi @everyone" }), "ANSWER_PINGS"],
  ["an answer with Slack's markup for a channel", draft({ answer_text: "Hi <!channel>" }), "ANSWER_PINGS"],
  ["an answer with a Discord mention", draft({ answer_text: "Hi <@&123>" }), "ANSWER_PINGS"],
  ["a status that does not exist", draft({ STATUS: "fine" }), "STATUS_UNKNOWN"],
  ["no status", draft({ STATUS: null }), "STATUS_UNKNOWN"],
  ["mutate without changes", draft({ ACTION: "mutate" }), "ACTION_MISMATCH"],
  ["read with changes", draft({}, selling(sale("TXN002", "SG001", "80.00", "580.00"))), "ACTION_MISMATCH"],
  [
    "no_match with changes",
    draft({ STATUS: "no_match", ACTION: "mutate" }, selling(sale("TXN002", "SG001", "80.00", "580.00"))),
    "STATUS_WITH_CHANGES",
  ],
  [
    "success after a refused change",
    draft({}, { failedWrite: { code: "INSUFFICIENT_STOCK", message: "", facts: {} } }),
    "SUCCESS_AFTER_FAILED_WRITE",
  ],
  [
    "the same operation twice for one item",
    draft(
      { ACTION: "mutate" },
      { changeset: { ...EMPTY_CHANGESET, calls: [call], terms: [termsFor(1), termsFor(1)] } },
    ),
    "SEVERAL_OPERATIONS_FOR_ITEM",
  ],
  [
    "an ACTION that is no word of the list, after a refused change",
    draft({ STATUS: "no_match", ACTION: "banana" }, { failedWrite: { code: "NOT_FOUND", message: "", facts: {} } }),
    "ACTION_MISMATCH",
  ],
  [
    "stock below zero",
    draft(
      { ACTION: "mutate" },
      selling({ table: "inventory", key: "SG001", before: { quantityInStock: 1 }, after: { quantityInStock: -1 } }),
    ),
    "STOCK_NEGATIVE",
  ],
  [
    "a broken balance chain",
    draft(
      { ACTION: "mutate" },
      selling(sale("TXN002", "SG001", "80.00", "580.00"), sale("TXN003", "SG002", "95.00", "660.00")),
    ),
    "CHAIN_BROKEN",
  ],
  [
    "an operation outside the requester's rights",
    draft({ ACTION: "mutate" }, { changeset: { ...EMPTY_CHANGESET, calls: [{ name: "restock", args: {} }] } }),
    "NOT_WITHIN_RIGHTS",
  ],
  ["an amount out of thin air", draft({ answer_text: "It costs $4.20." }), "UNGROUNDED_FIGURE"],
])("%s is refused", (_title, input, code) => {
  expect(codeOf(input)).toBe(code);
});

test("after a refused change either word for ACTION is accepted, for the status that tells of it", () => {
  const failedWrite = { code: "INSUFFICIENT_STOCK", message: "", facts: { available: 3 } };
  expect(codeOf(draft({ STATUS: "insufficient_stock", ACTION: "mutate" }, { failedWrite }))).toBe("accepted");
  expect(codeOf(draft({ STATUS: "insufficient_stock", ACTION: "read" }, { failedWrite }))).toBe("accepted");
});
