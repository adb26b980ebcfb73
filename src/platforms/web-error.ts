// A refusal with its HTTP status, and what any error is told as: `{ error: { code, message } }`.
import type { Log } from "../telemetry/log.ts";
import { StillWaiting } from "./local.ts";

export class WebError extends Error {
  override name = "WebError";
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415;
  readonly code: string;
  constructor(status: WebError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Never a stack trace to a person: what is not worded for them is logged and told in general words. */
export function errorBody(error: unknown, log: Log) {
  if (error instanceof StillWaiting) {
    return { status: 504 as const, body: { error: { code: "STILL_WAITING", message: error.message } } };
  }
  if (error instanceof WebError) {
    return { status: error.status, body: { error: { code: error.code, message: error.message } } };
  }
  log.error({ err: error }, "a call failed");
  const message = "Something went wrong on our side. Look at the runs to see how it stands, and try again in a moment.";
  return { status: 500 as const, body: { error: { code: "INTERNAL", message } } };
}
