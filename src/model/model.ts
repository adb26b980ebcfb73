// The contract of a model: a task in, the text with a plan out, or the reason why there is none.
import type { Json } from "../json.ts";
import type { Requester } from "../requester.ts";

export interface Turn {
  role: "system" | "user" | "assistant";
  text: string;
}

/** The request as the plan will see it. */
export interface PlanRequest {
  user_request: string;
  history: { who: "customer" | "shop"; text: string }[];
  requester: Requester;
  now: string;
  /** What an earlier turn of this conversation asked for and has not got yet. */
  pending: Json;
}

export interface PlanTask {
  /** The whole prompt, the fixed part first, then repair turns if any. */
  turns: Turn[];
  request: PlanRequest;
}

export interface Usage {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  costUsd: number;
}

export type ModelReply =
  | { kind: "text"; text: string; usage: Usage }
  /** The plan itself, from a planner that is no language model: nothing to look for in it. */
  | { kind: "plan"; code: string; usage: Usage }
  /** The model declined; its words are never read as code. */
  | { kind: "refused"; usage: Usage }
  /** No end was seen (token cap, or the stream stopped): never executed. */
  | { kind: "cut-off"; text: string; usage: Usage }
  | { kind: "empty"; usage: Usage }
  /** The service could not be had within the budget. `retryAfterMs` where it said when to come back. */
  | { kind: "unavailable"; reason: string; retryAfterMs: number | null };

export interface Model {
  name: string;
  /** What it is asked with; kept with every run. */
  parameters: { [name: string]: Json };
  write(task: PlanTask, signal: AbortSignal): Promise<ModelReply>;
  /** Rejects with a sentence when the model cannot be used now. */
  ping(): Promise<void>;
}
