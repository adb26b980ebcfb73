// One request in; its run, its card and its reply, stored in one transaction, out.
import { runLoop } from "../agent/loop.ts";
import { promptVersion, writePrompt } from "../agent/prompt.ts";
import { reportFailure } from "../agent/repair.ts";
import { cardOf } from "../card.ts";
import type { Changeset } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import type { PlanRequest } from "../model/model.ts";
import { openHandoverTicket } from "../operations/handover.ts";
import { type ApprovalRecord, endApproval, openApprovalsIn } from "../records/approvals.ts";
import { readTalk } from "../records/conversations.ts";
import { newId } from "../records/id.ts";
import { addReply, type UnsentReply } from "../records/outbox.ts";
import { type OpenRequest, type RequestStage, setStage } from "../records/requests.ts";
import { type RunOutcome, saveRun } from "../records/runs.ts";
import { answerText } from "../reply.ts";
import type { Stage, StageMark } from "../report.ts";
import { openApproval } from "./open-approval.ts";
import type { WorkerParts } from "./worker.ts";

/** The reply is stored and still to be posted. */
export async function answerRequest(
  request: OpenRequest,
  parts: WorkerParts,
  signal: AbortSignal,
): Promise<UnsentReply> {
  const { database, model, config, clock } = parts;
  const runId = newId("run");
  const stages: StageMark[] = [];
  const mark = (stage: Stage, attempt = 1) => {
    const repair = stage === "repairing" ? { attempt: attempt - 1, attempts: config.request.attempts - 1 } : {};
    const atMs = stage === "received" ? 0 : clock().getTime() - request.receivedAt.getTime();
    stages.push({ stage, atMs, ...repair });
    parts.onProgress(request, { stage, atMs, ...repair });
  };
  mark("received");
  const task = await readTask(request, parts);
  const prompt = writePrompt(task, await parts.readStore(task.requester));
  const outcome = await runLoop(task, prompt, {
    model,
    dryRun: (code) => parts.dryRun({ code, request: task, runId, now: new Date(task.now) }),
    onStage: mark,
    limits: config.request,
    signal,
  });
  mark(waitsForButton(outcome) ? "waiting" : "done");
  const answered = { request, runId, task, outcome, stages, parts };
  const reply = await database.transaction((tx) => storeOutcome(tx, answered));
  parts.log.info({ runId, outcome: outcome.kind, attempts: outcome.attempts.length }, "request answered");
  return reply;
}

/** After faults of our own: a run that says so is kept, the person hears of it and can ask for another try. */
export async function giveUp(request: OpenRequest, parts: WorkerParts): Promise<UnsentReply> {
  const task = await readTask(request, parts);
  const outcome: RunOutcome = { kind: "fault", attempts: [] };
  const stages: StageMark[] = [
    { stage: "received", atMs: 0 },
    { stage: "done", atMs: parts.clock().getTime() - request.receivedAt.getTime() },
  ];
  const answered = { request, runId: newId("run"), task, outcome, stages, parts };
  return parts.database.transaction((tx) => storeOutcome(tx, answered));
}

/** What the plan will be told. */
async function readTask(request: OpenRequest, { database, config, clock }: WorkerParts): Promise<PlanRequest> {
  const { person, role, customerId, name } = request.requester;
  const { conversationId, id } = request;
  const talk = await readTalk(database.client, conversationId, id, person, config.request.historyTurns);
  const requester = { role, customerId, name };
  return { user_request: request.text, ...talk, requester, now: clock().toISOString() };
}

function waitsForButton(outcome: RunOutcome): boolean {
  return outcome.kind === "accepted" && outcome.changeset.calls.length > 0;
}

interface Answered {
  request: OpenRequest;
  runId: string;
  task: PlanRequest;
  outcome: RunOutcome;
  stages: StageMark[];
  parts: WorkerParts;
}

async function storeOutcome(tx: Transaction, answered: Answered): Promise<UnsentReply> {
  const { request, runId, task, outcome, stages, parts } = answered;
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
    task,
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

function stageAfter(outcome: RunOutcome): RequestStage {
  if (outcome.kind === "model-unavailable" || outcome.kind === "fault") return "failed";
  return waitsForButton(outcome) ? "waiting" : "done";
}

function errorOf(outcome: RunOutcome) {
  switch (outcome.kind) {
    case "accepted":
      return null;
    case "model-unavailable":
      return { code: "MODEL_UNAVAILABLE", message: outcome.reason };
    case "fault":
      return { code: "INTERNAL", message: "A fault of our own ended this request; the log says more." };
    case "budget-spent": {
      const failure = outcome.attempts.at(-1)?.failure ?? null;
      return failure === null
        ? { code: "BUDGET_SPENT", message: `The budget of ${outcome.budget} for this request is spent.` }
        : reportFailure(failure);
    }
  }
}

/** A changed mind replaces the open card of the same person. */
async function openCard(tx: Transaction, answered: Answered, changeset: Changeset): Promise<ApprovalRecord | null> {
  if (changeset.calls.length === 0) return null;
  const { request, runId, parts } = answered;
  const now = parts.clock();
  const id = newId("apr");
  for (const open of await openApprovalsIn(tx, request.conversationId)) {
    // What was confirmed already waits for an admin and stands.
    if (open.requester.person !== request.requester.person || open.needs[0] !== "requester") continue;
    await endApproval(tx, open, { state: "replaced", replacedById: id }, now);
    await setStage(tx, open.requestId, "done");
  }
  return openApproval(tx, { id, runId, request, changeset, now }, parts.config.approval);
}
