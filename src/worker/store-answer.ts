// What came of a request in; its run, the approval it needs and the reply, in one transaction, out.
import { promptVersion } from "../agent/prompt.ts";
import { reportFailure } from "../agent/repair.ts";
import { cardOf } from "../card.ts";
import type { Changeset } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import type { PlanRequest } from "../model/model.ts";
import { openHandoverTicket } from "../operations/handover.ts";
import { saveAnswer } from "../records/answers.ts";
import { endApproval, type NewApproval, openApprovalsIn, recordOf } from "../records/approvals.ts";
import { newId } from "../records/id.ts";
import { newReply, type UnsentReply } from "../records/outbox.ts";
import { type OpenRequest, type RequestStage, setStage } from "../records/requests.ts";
import { type RunOutcome, totalUsage } from "../records/runs.ts";
import { addSpending, type Spent } from "../records/spending.ts";
import { answerText } from "../reply.ts";
import type { RunReport, StageMark } from "../report.ts";
import { DraftStale, isDraftStale } from "./draft.ts";
import { newApproval } from "./open-approval.ts";
import type { WorkerParts } from "./worker.ts";

/** A request on its way to an answer. */
export interface Answering {
  request: OpenRequest;
  runId: string;
  task: PlanRequest;
  stages: StageMark[];
  /** By who asks, before this. */
  spentToday: Spent;
  parts: WorkerParts;
}

/** Rejects with `DraftStale`, and stores nothing, when more was written meanwhile; a fault of our own is told anyway. */
export function storeAnswer(answering: Answering, outcome: RunOutcome): Promise<UnsentReply> {
  return answering.parts.database.transaction(async (tx) => {
    if (outcome.kind !== "fault" && (await isDraftStale(tx, answering.request, answering.parts))) {
      throw new DraftStale();
    }
    return storeOutcome(tx, answering, outcome);
  });
}

async function storeOutcome(tx: Transaction, answering: Answering, outcome: RunOutcome): Promise<UnsentReply> {
  const { request, runId, task, stages, parts } = answering;
  const ticketId =
    outcome.kind === "budget-spent" && parts.handsOver
      ? await openHandoverTicket(tx, { requester: request.requester, runId, request: request.text, now: parts.clock() })
      : null;
  const text = answerText(outcome, ticketId);
  const approval = outcome.kind === "accepted" ? await openCard(tx, answering, outcome.changeset) : null;
  const card = approval === null ? null : cardOf(recordOf(approval));
  const reply = newReply(
    request.conversationId,
    { inReplyTo: request.keys, runId, text, card, newCard: null },
    request.trace,
  );
  const run = {
    id: runId,
    requestId: request.id,
    stage: stageAfter(outcome),
    outcome,
    answerText: text,
    error: errorOf(outcome),
    model: parts.model,
    promptVersion,
    task,
    stages,
  };
  await saveAnswer(tx, { run, approval, reply });
  await addSpending(tx, request.requester, usageOf(outcome));
  return reply;
}

export function waitsForButton(outcome: RunOutcome): boolean {
  return outcome.kind === "accepted" && outcome.changeset.calls.length > 0;
}

/** As in the report: the plan's STATUS, or that no plan was accepted. */
export function statusOf(outcome: RunOutcome): string {
  return outcome.kind === "accepted" ? outcome.answer.status : "failed";
}

export function usageOf(outcome: RunOutcome | null): RunReport["usage"] {
  return totalUsage(outcome?.attempts ?? []);
}

function stageAfter(outcome: RunOutcome): RequestStage {
  switch (outcome.kind) {
    case "model-unavailable":
    case "over-cap":
    case "fault":
      return "failed";
    case "budget-spent":
      return "done";
    case "accepted":
      return waitsForButton(outcome) ? "waiting" : "done";
  }
}

function errorOf(outcome: RunOutcome) {
  switch (outcome.kind) {
    case "accepted":
      return null;
    case "model-unavailable":
      return { code: "MODEL_UNAVAILABLE", message: outcome.reason };
    case "over-cap":
      return { code: "SPENDING_CAP", message: `Today's cap of the ${outcome.cap} for the model is reached.` };
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
async function openCard(tx: Transaction, answering: Answering, changeset: Changeset): Promise<NewApproval | null> {
  if (changeset.calls.length === 0) return null;
  const { request, runId, parts } = answering;
  const now = parts.clock();
  const id = newId("apr");
  for (const open of await openApprovalsIn(tx, request.conversationId)) {
    // What was confirmed already waits for an admin and stands.
    if (open.requester.person !== request.requester.person || open.needs[0] !== "requester") continue;
    await endApproval(tx, open, { state: "replaced", replacedById: id }, now);
    await setStage(tx, open.requestId, "done");
  }
  return newApproval({ id, runId, request, changeset, now }, parts.config.approval);
}
