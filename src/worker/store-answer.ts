// What came of a request in; its run, the approval it needs and the replies, to who asked and to the staff, stored together,
// out.
import type { Attempt } from "../agent/loop.ts";
import { cardOf } from "../card.ts";
import type { Transaction } from "../database/database.ts";
import type { PlanRequest } from "../model/model.ts";
import { openHandoverTicket } from "../operations/handover.ts";
import type { Change } from "../operations/operation.ts";
import { type NewAnswer, saveAnswer } from "../records/answers.ts";
import { recordOf } from "../records/approvals.ts";
import { newId } from "../records/id.ts";
import { droppedBy, isNothing, OpenIntents, type OpenLimits, openAfter } from "../records/open-intents.ts";
import { newReply, type UnsentReply } from "../records/outbox.ts";
import type { OpenRequest, RequestStage } from "../records/requests.ts";
import type { RunOutcome } from "../records/runs.ts";
import type { Spent } from "../records/spending.ts";
import { handOver } from "../records/talk.ts";
import type { StageMark } from "../report.ts";
import { chartOf, tableOf } from "./answer-words.ts";
import { DraftStale, isDraftStale } from "./draft.ts";
import { saveDropping } from "./drop-cards.ts";
import { newApproval } from "./open-approval.ts";
import { tellOfCard, tellOfTicket } from "./tell-staff.ts";
import { toldOf } from "./told.ts";
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
  const { request, parts } = answering;
  const { client, transaction } = parts.database;
  if (outcome.kind !== "fault" && (await isDraftStale(client, request, parts))) throw new DraftStale();
  const why = parts.handsOver ? handoverReason(outcome) : null;
  if (why === null) {
    const answer = newAnswer(answering, outcome, null);
    const { card } = answer.reply.reply;
    if (answer.approval === null && !isNothing(answer.run.dropped)) {
      const reply = await transaction((tx) => saveDropping(tx, request, answer, parts.clock()));
      // There may be more to post than the answer.
      parts.wake([request.conversationId]);
      return reply;
    }
    if (card === null || card.needs[0] !== "admin" || parts.staffPlaces.length === 0) await saveAnswer(client, answer);
    else {
      parts.wake(
        await transaction(async (tx) => {
          await saveAnswer(tx, answer);
          return tellOfCard(tx, card, parts);
        }),
      );
    }
    return answer.reply;
  }
  const { answer, told } = await transaction((tx) => handToStaff(tx, answering, outcome, why));
  parts.wake(told);
  return answer.reply;
}

/** The customer is told, the staff hear of it, and the conversation is theirs where the person wished it: all or nothing. */
async function handToStaff(tx: Transaction, answering: Answering, outcome: RunOutcome, why: string) {
  const { request, runId, parts } = answering;
  const { requester, text, conversationId } = request;
  const ticket = await openHandoverTicket(tx, { requester, runId, request: text, why, now: parts.clock() });
  const answer = newAnswer(answering, outcome, ticket);
  await saveAnswer(tx, answer);
  if (outcome.kind === "handed-over") await handOver(tx, conversationId, ticket.key);
  const news = {
    ticketId: ticket.key,
    requester,
    issue: text,
    why: outcome.kind === "handed-over" ? "asks for a person and is waiting" : "could not be answered",
    from: request,
  };
  return { answer, told: await tellOfTicket(tx, news, parts) };
}

function handoverReason(outcome: RunOutcome): string | null {
  switch (outcome.kind) {
    case "handed-over":
      return "Asks for a person";
    case "budget-spent":
      return "The assistant could not answer this";
    case "accepted":
    case "needs-account":
    case "declined":
    case "model-unavailable":
    case "over-cap":
    case "fault":
      return null;
  }
}

function newAnswer(answering: Answering, outcome: RunOutcome, ticket: (Change & { key: number }) | null): NewAnswer {
  const { request, runId, task, stages, parts } = answering;
  const { requester, conversationId, keys, trace } = request;
  const accepted = outcome.kind === "accepted" ? outcome : null;
  const changeset = accepted !== null && waitsForButton(accepted) ? accepted.changeset : null;
  const approval =
    changeset === null
      ? null
      : newApproval({ id: newId("apr"), runId, request, changeset, now: parts.clock() }, parts.config.approval);
  const told = toldOf(outcome, request, runId, ticket);
  const card = approval === null ? null : cardOf(recordOf(approval));
  const run = {
    id: runId,
    requestId: request.id,
    stage: stageAfter(outcome),
    outcome,
    ...told,
    ...whatIsOpen(task, outcome, parts.config.open),
    model: parts.model,
    promptVersion: parts.promptVersion,
    task,
    stages,
  };
  const reply = {
    inReplyTo: keys,
    to: "everybody" as const,
    answerTo: null,
    runId,
    text: told.answerText,
    card,
    newCard: null,
    ticketId: null,
    chart: chartOf(outcome),
    table: tableOf(outcome),
  };
  return { run, approval, reply: newReply(conversationId, reply, trace), requester };
}

/** A run without an accepted plan says nothing about it. */
function whatIsOpen(
  task: Answering["task"],
  outcome: RunOutcome,
  limits: OpenLimits,
): Pick<NewAnswer["run"], "open" | "dropped"> {
  if (outcome.kind !== "accepted") return { open: null, dropped: [] };
  const { pending } = outcome.answer.extras;
  const staged = outcome.changeset.calls.map(({ name }) => name);
  return {
    open: openAfter(OpenIntents.parse(task.pending ?? []), { pending, staged, askedAt: task.now }, limits),
    dropped: droppedBy(pending),
  };
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
    case "handed-over":
    case "needs-account":
    case "declined":
      return "done";
    case "accepted":
      return waitsForButton(outcome) ? "waiting" : "done";
  }
}
