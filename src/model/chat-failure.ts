// What a chat request threw in; a sentence for the operator out, and whether and when asking again may help. The
// sentences carry no key and no body: they reach logs and the health page.
import { APIConnectionError, APIError } from "openai";
import { OversizedAnswer } from "./chat-client.ts";
import { UnreadableReply } from "./chat-reply.ts";

export interface ChatFailure {
  reason: string;
  /** Asking again, a little later, may help. */
  isPassing: boolean;
  /** When to come back, where the server said so. */
  retryAfterMs: number | null;
}

/** Azure rejects a prompt that its filter dislikes as a bad request. */
export function isContentFilter(error: unknown): boolean {
  return error instanceof APIError && error.code === "content_filter";
}

/** Rethrows what no server can cause. */
export function describeFailure(error: unknown): ChatFailure {
  if (error instanceof UnreadableReply) {
    return lasting("The model's address sent something that is not a chat completion: check OPENAI_BASE_URL.");
  }
  if (error instanceof OversizedAnswer) {
    return lasting("The model's address sent far more than MODEL_MAX_OUTPUT_TOKENS allows.");
  }
  if (error instanceof APIConnectionError) {
    return passing(`The model's address could not be reached${inBrackets(causeCode(error))}: check OPENAI_BASE_URL.`);
  }
  if (error instanceof APIError) return describeAnswer(error);
  const code = causeCode(error);
  if (code === null) throw error;
  return passing(`The connection to the model's address broke${inBrackets(code)}.`);
}

function describeAnswer(error: APIError): ChatFailure {
  const status = error.status ?? hiddenStatus(error.code);
  const isOver = error.code === outOfQuota || error.headers?.get("x-should-retry") === "false";
  return {
    reason: sentenceFor(status, error.code),
    isPassing: isPassingStatus(status) && !isOver,
    retryAfterMs: readRetryAfter(error.headers, Date.now()),
  };
}

/** OpenAI gives an empty account the status of a busy one. */
const outOfQuota = "insufficient_quota";

/** Gateways put the true status into the error that they hide in a 200. */
function hiddenStatus(code: unknown): number | null {
  return /^[45]\d\d$/.test(String(code)) ? Number(code) : null;
}

function isPassingStatus(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

function sentenceFor(status: number | null, code: unknown): string {
  if (code === outOfQuota) return "The model's account has used up its quota: check its billing.";
  if (status === null) return `The model's address reported an error in its answer${inBrackets(code)}.`;
  if (status >= 500) return `The model's address failed with status ${status}.`;
  switch (status) {
    case 401:
      return "The model's address refused the API key: check OPENAI_API_KEY.";
    case 402:
      return "The model's account is out of credit: check its billing.";
    case 403:
      return "The model's address does not let this key use the model: check OPENAI_API_KEY and MODEL.";
    case 404:
      return "The model's address does not know the model or the path: check MODEL and OPENAI_BASE_URL.";
    case 429:
      return "The model's address asks for fewer requests.";
    default:
      return `The model's address rejected the request with status ${status}${inBrackets(code)}.`;
  }
}

const passing = (reason: string): ChatFailure => ({ reason, isPassing: true, retryAfterMs: null });
const lasting = (reason: string): ChatFailure => ({ reason, isPassing: false, retryAfterMs: null });

/** Only what looks like a code, which a key does not; a server may put anything there. */
function inBrackets(code: unknown): string {
  return typeof code === "string" && /^[a-z]\w{0,59}$/i.test(code) ? ` (${code})` : "";
}

/** fetch wraps the system's error: "fetch failed" ← ECONNREFUSED, "terminated" ← UND_ERR_SOCKET. */
function causeCode(error: unknown): string | null {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
    current = current.cause;
  }
  return null;
}

/** Nobody means more; and a number without a limit would end up in a timer. */
const longestRetryAfterMs = 24 * 60 * 60 * 1_000;

/** Seconds or a date, or milliseconds in OpenAI's own header. */
function readRetryAfter(headers: Headers | undefined, nowMs: number): number | null {
  const exactMs = headers?.get("retry-after-ms")?.trim() ?? "";
  const given = headers?.get("retry-after")?.trim() ?? "";
  const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);
  const ms = isNumber(exactMs) ? Number(exactMs) : isNumber(given) ? Number(given) * 1_000 : Date.parse(given) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, Math.round(ms)), longestRetryAfterMs);
}
