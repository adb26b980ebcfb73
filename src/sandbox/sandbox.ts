// The contract of the sandbox: a plan's source and its data in, one outcome out. Nothing but JSON text crosses.
import type { Json } from "../json.ts";

/**
 * What the plan may call, by dotted name ("db.inventory.findMany", "shop.purchase"). `isWanted` turns false when the run
 * is over: a call that still waits for its turn need not be served any more.
 */
export type HostCall = (name: string, args: Json, isWanted?: () => boolean) => Promise<HostResult>;

/** A host call never rejects: an error is a value with a code, words and the facts a plan may read. */
export type HostResult = { ok: true; value: Json } | { ok: false; error: HostError };
export type HostError = {
  code: string;
  message: string;
  facts: { [name: string]: Json };
};

export interface PlanJob {
  code: string;
  /** Read-only data the plan sees as globals: user_request, history, requester, now. */
  data: { [name: string]: Json };
  /** The dotted names that exist for this requester; anything else is not there at all. */
  calls: string[];
  onCall: HostCall;
}

/** What the plan assigned; `null` where it assigned nothing. */
export interface PlanAnswer {
  answer_text: Json;
  STATUS: Json;
  ACTION: Json;
  pending: Json;
  answer_rows: Json;
  answer_json: Json;
  chart: Json;
}

export interface PlanError {
  code: "SYNTAX" | "RUNTIME" | "TIMEOUT" | "MEMORY" | "LIMIT";
  message: string;
  /** Line in the plan's own source, 1-based, where known. */
  line?: number;
  /** For RUNTIME: what the uncaught error carried, e.g. the code and facts of a failed operation. */
  cause?: { code: string; facts: { [name: string]: Json } };
  /** For RUNTIME: which part of the answer could not be read, and why. */
  answer?: { field: string; problem: "too-large" | "endless" | "unreadable" };
}

export type PlanOutcome =
  | { kind: "finished"; answer: PlanAnswer; log: string[]; ms: number }
  | { kind: "failed"; error: PlanError; log: string[]; ms: number };

export interface Sandbox {
  /** Runs one plan in a fresh isolate. Waits for a free process. Resolves on every ending of the plan. */
  run(job: PlanJob): Promise<PlanOutcome>;
  /** Ends the processes; runs in flight end as failed. */
  close(): Promise<void>;
}
