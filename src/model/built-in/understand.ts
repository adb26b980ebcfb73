// A request in, what it means out: on its own, or as the answer to what the shop asked before.
import type { PlanRequest } from "../model.ts";
import { readFollowUp } from "./follow-up.ts";
import { meaningOf, meaningOnItsOwn } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import type { Context } from "./rule.ts";
import { MAX_CHARS, readSentence } from "./sentence.ts";

export function understand(request: PlanRequest): Intent {
  if (request.user_request.length > MAX_CHARS) return { kind: "not-understood" };
  const context: Context = { sentence: readSentence(request.user_request), role: request.requester.role };
  return meaningOnItsOwn(context) ?? readFollowUp(request, context) ?? meaningOf(context);
}
