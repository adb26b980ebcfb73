// One request in; its run, its card and its reply, stored together, out. Or nothing yet: the person went on
// writing, or the model asks for patience.
import type { StoreNow } from "../agent/store-now.ts";
import { newId } from "../records/id.ts";
import type { UnsentReply } from "../records/outbox.ts";
import { countDraft, countTry, delayRequest, type OpenRequest } from "../records/requests.ts";
import { type RunOutcome, totalUsage } from "../records/runs.ts";
import { addSpending } from "../records/spending.ts";
import { readTalk, type Talk } from "../records/talk.ts";
import type { Stage, StageMark } from "../report.ts";
import { DraftStale, whileWhole } from "./draft.ts";
import { firedIn } from "./fired-guards.ts";
import { type Answering, statusOf, storeAnswer, waitsForButton } from "./store-answer.ts";
import { unlessUnlinked } from "./told.ts";
import { wantsPerson } from "./wish-for-person.ts";
import type { WorkerParts } from "./worker.ts";

/** The replies are stored and still to be posted. */
export async function answerRequest(
  request: OpenRequest,
  parts: WorkerParts,
  signal: AbortSignal,
): Promise<UnsentReply[]> {
  const { answering, store } = await startAnswering(request, parts);
  try {
    const outcome = await workOut(answering, store, signal);
    const delayMs = await delayAfter(outcome, answering);
    if (delayMs !== null) {
      markStage(answering, "delayed", { forMs: delayMs });
      await bookAttempts(answering);
      return [];
    }
    if (asksBack(outcome)) markStage(answering, "collecting");
    markStage(answering, waitsForButton(outcome) ? "waiting" : "done");
    const reply = await storeAnswer(answering, outcome);
    noteAnswer(answering, outcome);
    return [reply];
  } catch (error) {
    await bookAttempts(answering);
    if (!(error instanceof DraftStale)) throw error;
    await dropDraft(answering);
    return [];
  }
}

/** After faults of our own: a run that says so is kept, the person hears of it and can ask for another try. */
export async function giveUp(request: OpenRequest, parts: WorkerParts): Promise<UnsentReply> {
  // Nothing more is read: it may be what failed.
  const nothing = { history: [], pending: [], spentToday: { tokens: 0, usd: 0 } };
  const answering = answeringOf({ request, parts, stages: [] }, nothing);
  const outcome: RunOutcome = { kind: "fault", attempts: [] };
  markStage(answering, "received");
  markStage(answering, "done");
  const reply = await storeAnswer(answering, outcome);
  noteAnswer(answering, outcome);
  return reply;
}

async function startAnswering(
  request: OpenRequest,
  parts: WorkerParts,
): Promise<{ answering: Answering; store: StoreNow }> {
  const { database, config, readStore } = parts;
  const begun: Begun = { request, parts, stages: [] };
  markStage(begun, "received");
  markStage(begun, "loading");
  const [talk, store] = await Promise.all([
    readTalk(database.client, request, {
      turns: config.request.historyTurns,
      openHours: config.open.hours,
      now: parts.clock(),
    }),
    readStore(request.requester),
  ]);
  return { answering: answeringOf(begun, talk), store };
}

type Begun = Pick<Answering, "request" | "parts" | "stages">;

function answeringOf({ request, parts, stages }: Begun, { spentToday, ...talk }: Talk): Answering {
  const { role, customerId, name } = request.requester;
  // Staff who are customers too ask as staff.
  const requester = { role, customerId: role === "customer" ? customerId : null, name };
  const task = { user_request: request.text, ...talk, requester, now: parts.clock().toISOString() };
  return { request, runId: newId("run"), task, spentToday, stages, attempts: [], parts };
}

function markStage(
  { request, stages, parts }: Begun,
  stage: Stage,
  more: Omit<StageMark, "stage" | "atMs"> = {},
): void {
  const atMs = stage === "received" ? 0 : parts.clock().getTime() - request.receivedAt.getTime();
  const mark = { stage, atMs, ...more };
  stages.push(mark);
  const { conversationId, platform, place, keys, requester } = request;
  parts.onProgress({ conversationId, platform, place, keys, language: requester.language }, mark);
}

/** Rejects with `DraftStale` when more was written meanwhile. */
async function workOut(answering: Answering, store: StoreNow, signal: AbortSignal): Promise<RunOutcome> {
  const { request, task, runId, spentToday, parts } = answering;
  const limits = parts.config.request;
  if (parts.handsOver && request.requester.role === "customer" && wantsPerson(request.text)) {
    return { kind: "handed-over", attempts: [] };
  }
  const cap = await parts.reachedCap(request.requester, spentToday);
  if (cap !== null) return { kind: "over-cap", cap, attempts: [] };
  const categories = await parts.moderate(request.text);
  if (categories.length > 0) return { kind: "declined", categories, attempts: [] };
  const outcome = await whileWhole(request, parts, signal, (whole) =>
    parts.plan(
      { request: task, store, runId },
      {
        onAttempt: (attempt) => void answering.attempts.push(attempt),
        onStage: (stage, number) => {
          const repair = { attempt: number - 1, attempts: limits.attempts - 1 };
          markStage(answering, stage, stage === "repairing" ? repair : {});
        },
        signal: whole,
      },
    ),
  );
  return unlessUnlinked(request.requester, outcome);
}

/** The answer is a question, and what the person says to it goes on from there. */
function asksBack(outcome: RunOutcome): boolean {
  if (outcome.kind !== "accepted") return false;
  const { status, extras } = outcome.answer;
  return status === "invalid_request" && extras.pending !== null;
}

/** A model that names a time is asked again then, and not before; null when the request is not put off. */
async function delayAfter(outcome: RunOutcome, { request, parts }: Answering): Promise<number | null> {
  if (outcome.kind !== "model-unavailable" || outcome.retryAfterMs === null) return null;
  const { retryAfterMs } = outcome;
  const { database, config, log } = parts;
  if (retryAfterMs > config.request.longestDelayMs) return null;
  if ((await countTry(database.client, request.id)) >= config.request.tries) return null;
  await delayRequest(database.client, request.id, retryAfterMs);
  log.info({ requestId: request.id, delayMs: retryAfterMs }, "the model asks for patience; the request is put off");
  return retryAfterMs;
}

/** No run is kept that could tell what they cost. */
async function bookAttempts({ request, attempts, parts }: Answering): Promise<void> {
  const { database, log } = parts;
  try {
    await addSpending(database.client, request.requester, totalUsage(attempts));
  } catch (error) {
    log.error({ requestId: request.id, err: error }, "what a request without an answer has cost was not noted");
  }
}

/** The answer is nobody's any more; the whole question is answered next. */
async function dropDraft({ request, runId, parts }: Answering): Promise<void> {
  const { database, log, metrics } = parts;
  await countDraft(database.client, request.id);
  metrics.draftDropped();
  log.info({ runId, requestId: request.id }, "draft dropped: more was written meanwhile");
}

function noteAnswer({ runId, stages, parts }: Answering, outcome: RunOutcome): void {
  const attempts = outcome.attempts.length;
  parts.log.info({ runId, outcome: outcome.kind, attempts }, "request answered");
  for (const guard of firedIn(outcome)) parts.metrics.guardFired(guard);
  if (outcome.kind === "budget-spent" && (outcome.budget === "tokens" || outcome.budget === "money")) {
    parts.metrics.capped("request");
  }
  parts.metrics.answered({
    status: statusOf(outcome),
    attempts,
    stages,
    model: parts.model.name,
    usage: totalUsage(outcome.attempts),
  });
}
