// A request in, what it means out: on its own, or as something said to what its person has open.
import type { PlanRequest } from "../model.ts";
import { readClauses } from "./clauses.ts";
import { readFollowUp } from "./follow-up.ts";
import { meaningOf, meaningOnItsOwn } from "./grammar.ts";
import type { Intent } from "./intent.ts";
import { type OpenEntry, type OpenWish, operationOf, readOpen } from "./pending.ts";
import type { Context } from "./rule.ts";
import { MAX_CHARS, readSentence } from "./sentence.ts";

export interface Reading {
  intent: Intent;
  /** Operations whose card is out of date with this, and "drop" for all that is open. */
  ends: string[];
  /** Begun in the same breath, to be remembered. */
  begun: OpenEntry[];
  /** What is asked for next once this one is prepared. */
  next: OpenEntry | null;
}

export function understand(request: PlanRequest): Intent {
  return readRequest(request).intent;
}

export function readRequest(request: PlanRequest): Reading {
  if (request.user_request.length > MAX_CHARS) return alone({ kind: "not-understood" });
  const open = readOpen(request.pending);
  const { role } = request.requester;
  const context: Context = { sentence: readSentence(request.user_request), role };
  const own = meaningOnItsOwn(context);
  if (own !== null) return alone(own);
  const follow = readFollowUp(open, context);
  if (follow !== null) return reading(open, { ...follow, later: [], dropsAll: false });
  const intent = meaningOf(context);
  if (isUnderstood(intent)) return reading(open, { intent, answers: null, later: [], dropsAll: false });
  const clauses = readClauses(request.user_request, role, open);
  if (clauses !== null) return reading(open, clauses);
  const agrees = /^(?:(?:yes|yeah|yep|ok|okay|sure|confirm|i confirm|go ahead|do it|please|,|\.)\s*)+$/u;
  const isForCard = open.some((wish) => wish.isOnCard) && agrees.test(context.sentence.whole);
  return alone(isForCard ? { kind: "talk", topic: "button" } : intent);
}

function alone(intent: Intent): Reading {
  return { intent, ends: [], begun: [], next: null };
}

function reading(
  open: OpenWish[],
  {
    intent,
    answers,
    later,
    dropsAll,
  }: { intent: Intent; answers: OpenWish | null; later: OpenEntry[]; dropsAll: boolean },
): Reading {
  const operation = operationOf(intent);
  const waiting = dropsAll ? [] : open.filter((wish) => !wish.isOnCard && wish.entry.intent !== operation);
  const next = operation === null ? null : (later[0] ?? waiting[0]?.entry ?? null);
  const ends = [...(dropsAll ? ["drop"] : []), ...(answers?.isOnCard === true ? [answers.entry.intent] : [])];
  return { intent, ends, begun: later, next };
}

function isUnderstood(intent: Intent): boolean {
  if (intent.kind === "search") return intent.isCertain;
  return intent.kind !== "not-understood" && intent.kind !== "unclear-change";
}
