// The contract of the evaluation: suites of cases in, what became of every trial and the figures over all of them out.
import type { Store } from "../../prisma/seed.ts";
import type { Json } from "../json.ts";
import type { Change } from "../operations/operation.ts";
import type { Button, Stage } from "../report.ts";

/** Who writes the plans: code, native function calls in a loop, or one reply over the pasted tables. */
export type PlannerName = "plan" | "tools" | "direct";

/** Cases against one store, each on a fresh copy of it. */
export interface Suite {
  file: string;
  about: string;
  /** Rows of the shop's tables; null for the demo store. */
  store: Store | null;
  /** So many days of generated history on top of the store; 0 for none. */
  historyDays: number;
  /** The clock of every trial starts here; null for the real one. */
  now: string | null;
  cases: Case[];
}

export interface Case {
  id: string;
  /** What the report groups by: "purchase", "question", "hostile". */
  kind: string;
  role: "customer" | "staff" | "admin";
  customerId: number | null;
  /** What the person said before, in order; the shop's own turns come from the shop. Not judged, and not counted. */
  history: string[];
  turns: CaseTurn[];
  /** Whatever is answered and whatever the requester confirms, no row of the shop may differ afterwards. */
  mustNotChange: boolean;
}

export interface CaseTurn {
  request: string;
  /** Any of these; empty: not judged. */
  status: string[];
  /** The complete list of what the turn commits, once its buttons are pressed. */
  changes: ExpectedChange[];
  /** Whose buttons the card needs, in order, none for no card; null: not judged. All of them are pressed. */
  needs: Button[] | null;
  /** False: the card is left open, as by somebody who goes on writing. */
  isPressed: boolean;
  /** Case-insensitive substrings of the answer. */
  answerMentions: string[];
  answerOmits: string[];
}

/** A row as it shall be; key "new" stands for whatever id the shop gives, other columns are compared as they are. */
export interface ExpectedChange {
  table: string;
  key?: string | number | undefined;
  field?: string | undefined;
  before?: Json | undefined;
  after?: Json | undefined;
  [column: string]: Json | undefined;
}

/** A row that differs; the evaluation looks at all tables of the shop, plans only at those that they may change. */
export type RowChange = Omit<Change, "table"> & { table: Change["table"] | "customers" };

/** One case walked once. */
export interface Trial {
  caseId: string;
  kind: string;
  /** From 1. */
  number: number;
  /** "error": the trial could not be held (the model cannot be reached, the world broke), which says nothing of the assistant. */
  verdict: "passed" | "failed" | "error";
  /** Sentences: what differed from the case, or why it could not be held. */
  reasons: string[];
  /** Committed changes that the case does not name, or with other values than it names. */
  wrongChanges: RowChange[];
  turns: TrialTurn[];
  ms: number;
}

export interface TrialTurn {
  runId: string;
  request: string;
  status: string;
  answerText: string;
  attempts: number;
  /** Cards that were shown for somebody to press on. */
  approvals: number;
  modelCalls: number;
  usage: TokenSums;
  /** How long each stage took, in the order in which they came; a stage may come again. */
  stages: { stage: Stage; ms: number }[];
  /** Rules that the checks found broken on the way, by code: UNGROUNDED_FIGURE. */
  brokenRules: string[];
}

export interface TokenSums {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  costUsd: number;
}

/** What `eval --json` prints and the page shows. */
export interface EvaluationReport {
  suite: { file: string; about: string; cases: number };
  planner: PlannerName;
  model: string;
  promptVersion: string;
  startedAt: string;
  tookMs: number;
  trialsPerCase: number;
  trials: { held: number; passed: number; failed: number; errors: number };
  /** Index 0 is pass^1: the chance that one trial of a case passes; index k-1 that k independent ones all do. */
  passHat: number[];
  kinds: { kind: string; cases: number; trials: number; passed: number; passHat1: number; wrongChanges: number }[];
  /** Must be 0. */
  wrongChanges: number;
  approvalsShown: number;
  attempts: { total: number; perRequest: number; repaired: number };
  modelCalls: number;
  usage: TokenSums;
  /** Of the prompt's tokens, 0 to 1. */
  cachedShare: number;
  latency: { stage: Stage | "request"; count: number; p50Ms: number; p95Ms: number }[];
  /** How often the checks refused a draft, by rule. */
  brokenRules: { code: string; times: number }[];
  /** What whoever reads the figures should know: that the recording was made with another prompt. */
  notes: string[];
  /** Kept whole beside the report, in a file of each run's name. */
  failures: {
    caseId: string;
    trial: number;
    verdict: "failed" | "error";
    runIds: string[];
    reasons: string[];
    wrongChanges: RowChange[];
  }[];
}
