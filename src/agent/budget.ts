// A model call or what a request has used up so far in; the reply within the request's time, or which budget is spent, out.
import type { Usage } from "../model/model.ts";

export type Budget = "attempts" | "turns" | "time" | "tokens" | "money";

interface OutOfTime {
  kind: "unavailable";
  reason: string;
  retryAfterMs: null;
}

/** The request's own time ends a model call as "unavailable"; an abort from outside ends the whole work. */
export async function askWithin<Reply>(
  ask: (signal: AbortSignal) => Promise<Reply>,
  deadline: AbortSignal,
  outside: AbortSignal,
): Promise<Reply | OutOfTime> {
  try {
    return await ask(AbortSignal.any([deadline, outside]));
  } catch (error) {
    outside.throwIfAborted();
    if (deadline.aborted)
      return { kind: "unavailable", reason: "The time for this request is over.", retryAfterMs: null };
    throw error;
  }
}

export function spentBudget(
  used: { usage: Usage }[],
  elapsedMs: number,
  limits: { wallMs: number; tokens: number; usd: number },
): "time" | "tokens" | "money" | null {
  const tokens = used.reduce((sum, { usage }) => sum + usage.promptTokens + usage.completionTokens, 0);
  const usd = used.reduce((sum, { usage }) => sum + usage.costUsd, 0);
  if (elapsedMs >= limits.wallMs) return "time";
  if (tokens >= limits.tokens) return "tokens";
  if (usd >= limits.usd) return "money";
  return null;
}
