// One request in; its run, its card and its reply, stored in one transaction, out.
import { type LoopOutcome, runLoop } from "../agent/loop.ts";
import { promptVersion, writePrompt } from "../agent/prompt.ts";
import { reportFailure } from "../agent/repair.ts";
import type { Transaction } from "../database/database.ts";
import { openHandoverTicket } from "../operations/handover.ts";
import { buttonsNeeded } from "../policy.ts";
import { type ApprovalRecord, addApproval, cardOf, endApproval, openApprovalsIn } from "../records/approvals.ts";
import { readTalk } from "../records/conversations.ts";
import { newId } from "../records/id.ts";
import { addReply, type UnsentReply } from "../records/outbox.ts";
import { type OpenRequest, setStage } from "../records/requests.ts";
import { saveRun } from "../records/runs.ts";
import { answerText, GIVEN_UP } from "../reply.ts";
import type { StageMark } from "../report.ts";
import type { WorkerParts } from "./worker.ts";

/** The reply is stored and still to be posted. */
export async function answerRequest(
  request: OpenRequest,
  parts: WorkerParts,
  signal: AbortSignal,
): Promise<UnsentReply> {
  const { database, model, config, clock } = parts;
  const runId = newId("run");
  const stages: StageMark[] = [{ stage: "received", atMs: 0 }];
  const mark = (stage: StageMark["stage"], attempt = 1) => {
    const repair = stage === "repairing" ? { attempt: attempt - 1, attempts: config.request.attempts - 1 } : {};
    const reached = { stage, atMs: clock().getTime() - request.receivedAt.getTime(), ...repair };
    stages.push(reached);
    parts.onProgress(request, reached);
  };
  parts.onProgress(request, { stage: "received", atMs: 0 });

  const talk = await readTalk(database.client, request.conversationId, request.id, config.request.historyTurns);
  const { role, customerId, name } = request.requester;
  const now = clock();
  const planRequest = {
    user_request: request.text,
    history: talk.history,
    requester: { role, customerId, name },
    now: now.toISOString(),
    pending: talk.pending,
  };
  const prompt = writePrompt(planRequest, await parts.readStore(planRequest.requester));
  const outcome = await runLoop(planRequest, prompt, {
    model,
    dryRun: (code) => parts.dryRun({ code, request: planRequest, runId, now }),
    onStage: mark,
    limits: config.request,
    signal,
  });

  const changes = outcome.kind === "accepted" ? outcome.changeset.changes : [];
  mark(changes.length > 0 ? "waiting" : "done");
  const reply = await database.transaction((tx) => storeOutcome(tx, { request, runId, outcome, stages, parts }));
  parts.log.info({ runId, outcome: outcome.kind, attempts: outcome.attempts.length }, "request answered");
  return reply;
}

/** After faults of our own: the person hears of it, and can ask for another try. */
export async function giveUp(request: OpenRequest, { database }: WorkerParts): Promise<UnsentReply> {
  return database.transaction(async (tx) => {
    await setStage(tx, request.id, "failed");
    const reply = { inReplyTo: request.keys, runId: null, text: GIVEN_UP, card: null, newCard: null };
    return addReply(tx, request.conversationId, reply);
  });
}

interface Answered {
  request: OpenRequest;
  runId: string;
  outcome: LoopOutcome;
  stages: StageMark[];
  parts: WorkerParts;
}

async function storeOutcome(tx: Transaction, answered: Answered): Promise<UnsentReply> {
  const { request, runId, outcome, stages, parts } = answered;
  const ticketId =
    outcome.kind === "budget-spent" && parts.handsOver
      ? await openHandoverTicket(tx, { requester: request.requester, runId, request: request.text, now: parts.clock() })
      : null;
  const text = answerText(outcome, ticketId);
  const error = errorOf(outcome);
  await saveRun(tx, {
    id: runId,
    requestId: request.id,
    stage: stageAfter(outcome),
    outcome,
    answerText: text,
    error,
    model: parts.model,
    promptVersion,
    stages,
  });
  const approval = outcome.kind === "accepted" ? await openCard(tx, answered, outcome.changeset) : null;
  return addReply(tx, request.conversationId, {
    inReplyTo: request.keys,
    runId,
    text,
    card: approval === null ? null : cardOf(approval),
    newCard: null,
  });
}

function stageAfter(outcome: LoopOutcome) {
  if (outcome.kind === "model-unavailable") return "failed";
  return outcome.kind === "accepted" && outcome.changeset.calls.length > 0 ? "waiting" : "done";
}

function errorOf(outcome: LoopOutcome) {
  switch (outcome.kind) {
    case "accepted":
      return null;
    case "model-unavailable":
      return { code: "MODEL_UNAVAILABLE", message: outcome.reason };
    case "budget-spent": {
      const failure = outcome.attempts.at(-1)?.failure ?? null;
      return failure === null
        ? { code: "BUDGET_SPENT", message: `The budget of ${outcome.budget} for this request is spent.` }
        : reportFailure(failure);
    }
  }
}

/** A changed mind replaces the open card of the same person. */
async function openCard(
  tx: Transaction,
  { request, runId, parts }: Answered,
  changeset: ApprovalRecord["changeset"],
): Promise<ApprovalRecord | null> {
  if (changeset.calls.length === 0) return null;
  const { config } = parts;
  const now = parts.clock();
  const needs = buttonsNeeded(request.requester.role, changeset, config.approval);
  const expiresAt = expiryOf(needs, now, config.approval);
  const id = newId("apr");
  for (const open of await openApprovalsIn(tx, request.conversationId)) {
    if (open.requester.person !== request.requester.person) continue;
    await endApproval(tx, open, { state: "replaced", replacedById: id }, now);
    await setStage(tx, open.requestId, "done");
  }
  return addApproval(tx, { id, runId, request, changeset, needs, now, expiresAt });
}

/** The next button's own time: minutes for who asked, hours for an admin. */
export function expiryOf(
  needs: ApprovalRecord["needs"],
  now: Date,
  limits: { confirmMinutes: number; approveHours: number },
): Date {
  const minutes = needs[0] === "admin" ? limits.approveHours * 60 : limits.confirmMinutes;
  return new Date(now.getTime() + minutes * 60_000);
}
