// The stored run as one object: what the command line prints with --json and what HTTP answers with.
import type { Changeset } from "./changeset/changeset.ts";
import type { Json } from "./json.ts";
import type { Language } from "./language.ts";
import type { Change } from "./operations/operation.ts";
import type { HostResult } from "./sandbox/sandbox.ts";

export type Stage =
  | "received"
  /** Kept, and worked again later: the queue or the model cannot be had just now. */
  | "delayed"
  /** What was said before and the store as it stands are read. */
  | "loading"
  | "planning"
  /** The plan asks back: something is missing that only the person can say. */
  | "collecting"
  | "running"
  | "checking"
  | "repairing"
  | "waiting"
  | "committing"
  | "done";

/** Where a run stands at its end is its last mark; a press adds "committing" and "done". */
export interface StageMark {
  stage: Stage;
  /** Milliseconds since the message was received. */
  atMs: number;
  /** For "repairing": which attempt of how many. */
  attempt?: number;
  attempts?: number;
  /** For "delayed": how long, where that is known. */
  forMs?: number;
}

export type ApprovalState = "pending" | "committed" | "stale" | "expired" | "cancelled" | "rejected" | "replaced";
export type Button = "requester" | "admin";

export interface RunReport {
  runId: string;
  conversationId: string;
  /** The plan's STATUS, or "failed" when no plan was accepted. */
  status: string;
  action: "read" | "mutate";
  answerText: string;
  code: string | null;
  log: string[];
  error: null | { code: string; message: string; line?: number };
  attempts: number;
  model: string;
  changes: Change[];
  approval: null | { id: string; state: ApprovalState; needs: Button[]; expiresAt: string };
  stages: StageMark[];
  usage: { promptTokens: number; completionTokens: number; costUsd: number };
}

/** What the admin's list and the card show of an approval; drawn from stored changes only. */
export interface ApprovalCard {
  id: string;
  runId: string;
  conversationId: string;
  state: ApprovalState;
  /** Whose button is still missing, in order. */
  needs: Button[];
  request: string;
  requester: { name: string; role: string; person: string };
  /** Of who asked. */
  language: Language;
  /** One sentence an effect, in that language: "Sell 3 × Wayfarer (SG002) at $95.00 = $285.00". */
  lines: string[];
  /** The same, in the language of the staff. */
  staffLines: string[];
  remarks: string[];
  changes: Change[];
  /** Decimal string, positive into the till: "285.00". */
  amount: string;
  expiresAt: string;
  createdAt: string;
  decisions: { name: string; decision: string; at: string; reason?: string }[];
  /** Why it went stale or was refused; null otherwise. */
  staleReason: string | null;
  replacedById: string | null;
}

/** GET /api/runs/:id — everything kept of a run. */
export interface RunDetail extends RunReport {
  request: string;
  requester: { name: string; role: string; customerId: number | null };
  createdAt: string;
  promptVersion: string;
  /** What the model was asked with. */
  parameters: { [name: string]: Json };
  /** What guards took away or let through with doubt, in words. */
  warnings: string[];
  extras: { pending: Json; answer_rows: Json; answer_json: Json; chart: Json };
  changeset: Changeset;
  card: ApprovalCard | null;
  /** What was made real, once committed. */
  committedChanges: Change[] | null;
  attemptList: {
    number: number;
    reply: string;
    code: string | null;
    hostCalls: { name: string; args: Json; result: HostResult; ms: number }[];
    log: string[];
    failure: null | { code: string; message: string; line?: number };
    usage: { promptTokens: number; completionTokens: number; costUsd: number };
    timings: { modelMs: number; runMs: number; checkMs: number };
  }[];
}
