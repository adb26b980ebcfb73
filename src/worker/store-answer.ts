// What came of a request in; its run, the approval it needs and the reply, stored together, out.
import type { Attempt } from "../agent/loop.ts";
import { promptVersion } from "../agent/prompt.ts";
import { reportFailure } from "../agent/repair.ts";
import { cardOf } from "../card.ts";
import type { Transaction } from "../database/database.ts";
import type { PlanRequest } from "../model/model.ts";
import { openHandoverTicket } from "../operations/handover.ts";
import { type NewAnswer, saveAnswer } from "../records/answers.ts";
import { recordOf } from "../records/approvals.ts";
import { newId } from "../records/id.ts";
import { newReply, type UnsentReply } from "../records/outbox.ts";
import type { OpenRequest, RequestStage } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import type { Spent } from "../records/spending.ts";
import { answerText } from "../reply.ts";
import type { StageMark } from "../report.ts";
import { DraftStale, isDraftStale } from "./draft.ts";
import { newApproval } from "./open-approval.ts";
import type { WorkerParts } from "./worker.ts";

/** A request on its way to an answer. */
export interface Answering {
  request: OpenRequest;
  runId: string;
  task: PlanRequest;
  stages: StageMark[];
  /** What the model was paid for already. */
  attempts: Attempt[];
  /** By who asks, before this. */
  spentToday: Spent;
  parts: WorkerParts;
}

/** Rejects with `DraftStale`, and stores nothing, when more was written meanwhile; a fault of our own is told anyway. */
export async function storeAnswer(answering: Answering, outcome: RunOutcome): Promise<UnsentReply> {
  const { request, runId, parts } = answering;
  const { client, transaction } = parts.database;
  if (outcome.kind !== "fault" && (await isDraftStale(client, request, parts))) throw new DraftStale();
  const store = async (tx: Transaction, ticketId: number | null): Promise<UnsentReply> => {
    const answer = newAnswer(answering, outcome, ticketId);
    await saveAnswer(tx, answer);
    return answer.reply;
  };
  if (outcome.kind !== "budget-spent" || !parts.handsOver) return store(client, null);
  const handover = { requester: request.requester, runId, request: request.text, now: parts.clock() };
  return transaction(async (tx) => store(tx, await openHandoverTicket(tx, handover)));
}

function newAnswer(answering: Answering, outcome: RunOutcome, ticketId: number | null): NewAnswer {
  const { request, runId, task, stages, parts } = answering;
  const { requester, conversationId, keys, trace } = request;
  const changeset = outcome.kind === "accepted" && waitsForButton(outcome) ? outcome.changeset : null;
  const approval =
    changeset === null
      ? null
      : newApproval({ id: newId("apr"), runId, request, changeset, now: parts.clock() }, parts.config.approval);
  const text = answerText(outcome, ticketId);
  const card = approval === null ? null : cardOf(recordOf(approval));
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
  const reply = newReply(conversationId, { inReplyTo: keys, runId, text, card, newCard: null }, trace);
  return { run, approval, reply, requester };
}

export function waitsForButton(outcome: RunOutcome): boolean {
  return outcome.kind === "accepted" && outcome.changeset.calls.length > 0;
}

/** For the metrics: the plan's STATUS, or why there is none. */
export function statusOf(outcome: RunOutcome): string {
  return outcome.kind === "accepted" ? outcome.answer.status : outcome.kind;
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
