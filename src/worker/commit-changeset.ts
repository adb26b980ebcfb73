// One stored press in; the changeset made real, or the reason why not, with the reply in the same transaction, out.
import { approve } from "../changeset/changeset.ts";
import { type Reapplied, reapply } from "../changeset/commit.ts";
import { refusedWords } from "../changeset/moved-words.ts";
import type { Transaction } from "../database/database.ts";
import { pressRefusal, strangerRefusal } from "../press.ts";
import {
  type ApprovalRecord,
  addDecision,
  type DecisionRecord,
  endApproval,
  insertApproval,
  lockForPress,
  recordOf,
} from "../records/approvals.ts";
import { newId } from "../records/id.ts";
import { addReply, type UnsentReply } from "../records/outbox.ts";
import { settlePress } from "../records/presses.ts";
import { setStage } from "../records/requests.ts";
import { addStages } from "../records/runs.ts";
import type { WaitingPress } from "../records/work.ts";
import { type PressNews, pressReply } from "../reply.ts";
import type { Button } from "../report.ts";
import { nameOf } from "../requester.ts";
import { expiryOf, newApproval } from "./open-approval.ts";
import { tellOfPress } from "./tell-staff.ts";
import type { WorkerParts } from "./worker.ts";

/** Thrown to take back what was applied again, because it is no longer what was approved. */
class NoLongerSame extends Error {
  readonly reapplied: Exclude<Reapplied, { kind: "same" }>;
  constructor(reapplied: Exclude<Reapplied, { kind: "same" }>) {
    super("the store has moved on");
    this.reapplied = reapplied;
  }
}

/** The reply is stored and still to be posted; none when the press is settled already or its card is gone. */
export async function commitChangeset(press: WaitingPress, parts: WorkerParts): Promise<UnsentReply[]> {
  const { database } = parts;
  let decided: Decided | null;
  try {
    decided = await database.transaction((tx) => decide(tx, press, parts, null));
  } catch (error) {
    if (!(error instanceof NoLongerSame)) throw error;
    const moved = error.reapplied;
    decided = await database.transaction((tx) => decide(tx, press, parts, moved));
  }
  return noteDecided(decided, parts);
}

/** After faults of our own: whoever pressed hears of it, and the card stays open. */
export async function giveUpPress(press: WaitingPress, parts: WorkerParts): Promise<UnsentReply[]> {
  const decided = await parts.database.transaction(async (tx): Promise<Decided | null> => {
    const approval = await lockForPress(tx, press.id);
    return approval === null ? null : settle(tx, press, { kind: "given-up", approval }, parts);
  });
  return noteDecided(decided, parts);
}

/** What became of a press, once it stands. */
interface Decided {
  news: PressNews;
  reply: UnsentReply;
  /** Conversations of the staff that hear of it. */
  told: string[];
}

function noteDecided(decided: Decided | null, { log, metrics, wake }: WorkerParts): UnsentReply[] {
  if (decided === null) return [];
  const { news, reply, told } = decided;
  wake(told);
  log.info({ runId: news.approval.runId, outcome: news.kind }, "press worked");
  metrics.pressed(news.kind);
  if (news.kind === "committed") metrics.stagesEnded(news.stages);
  return [reply];
}

async function settle(tx: Transaction, press: WaitingPress, news: PressNews, parts: WorkerParts): Promise<Decided> {
  await settlePress(tx, press.id, news.kind);
  const reply = await addReply(tx, news.approval.conversationId, pressReply(news, press), press.trace);
  return { news, reply, told: await tellOfPress(tx, news, press, parts) };
}

/** `moved`: what the first try found to differ; then the card goes stale instead. */
async function decide(
  tx: Transaction,
  press: WaitingPress,
  parts: WorkerParts,
  moved: NoLongerSame["reapplied"] | null,
): Promise<Decided | null> {
  const approval = await lockForPress(tx, press.id);
  if (approval === null) return null;
  const news = await newsOf(tx, press, approval, parts, moved);
  const stillWaits = news.kind === "waiting" || news.kind === "refused" || (news.kind === "stale" && news.newApproval);
  if (!stillWaits && news.kind !== "closed") await setStage(tx, approval.requestId, "done");
  return settle(tx, press, news, parts);
}

async function newsOf(
  tx: Transaction,
  press: WaitingPress,
  approval: ApprovalRecord,
  parts: WorkerParts,
  moved: NoLongerSame["reapplied"] | null,
): Promise<PressNews> {
  const now = parts.clock();
  const stranger = strangerRefusal(press.person, press.decision, approval);
  if (stranger !== null) return { kind: "refused", approval, why: stranger, mayLook: false };
  if (approval.state !== "pending") return { kind: "closed", approval };
  const why = pressRefusal(press.person, press.decision, approval);
  if (why !== null) return { kind: "refused", approval, why, mayLook: true };
  if (approval.expiresAt <= now) {
    return { kind: "expired", approval: await endApproval(tx, approval, { state: "expired" }, now) };
  }
  const decision: DecisionRecord = {
    person: press.person.person,
    name: nameOf(press.person),
    decision: press.decision,
    at: now.toISOString(),
    ...(press.reason === null ? {} : { reason: press.reason }),
  };
  switch (press.decision) {
    case "cancel":
      return { kind: "cancelled", approval: await endApproval(tx, approval, { state: "cancelled", decision }, now) };
    case "reject": {
      const rejected = await endApproval(tx, approval, { state: "rejected", decision }, now);
      return { kind: "rejected", approval: rejected, reason: press.reason };
    }
    case "confirm":
    case "approve": {
      if (moved !== null) return goStale(tx, approval, moved, now, parts);
      const needs = approval.needs.slice(1);
      if (needs.length === 0) {
        return commit(tx, press, approval, { stillNeeded: needs, decision, now }, parts);
      }
      const next = { needs, expiresAt: expiryOf(needs, now, parts.config.approval) };
      return { kind: "waiting", approval: await addDecision(tx, approval, decision, next) };
    }
  }
}

async function commit(
  tx: Transaction,
  press: WaitingPress,
  approval: ApprovalRecord,
  { stillNeeded, decision, now }: { stillNeeded: Button[]; decision: DecisionRecord; now: Date },
  parts: WorkerParts,
): Promise<PressNews> {
  const { requester, runId, conversationId } = approval;
  const markAt = (stage: "committing" | "done", at: Date) => ({
    stage,
    atMs: at.getTime() - approval.askedAt.getTime(),
  });
  const committing = markAt("committing", now);
  const { platform, place, key, person } = press;
  parts.onProgress({ conversationId, platform, place, keys: [key], language: person.language }, committing);
  const reapplied = await reapply(tx, approve(approval.changeset, stillNeeded), { requester, now, runId });
  if (reapplied.kind !== "same") throw new NoLongerSame(reapplied);
  const stages = [committing, markAt("done", parts.clock())];
  await addStages(tx, runId, stages);
  const ending = { state: "committed", decision, committed: reapplied.changes } as const;
  const ended = await endApproval(tx, approval, ending, now);
  return { kind: "committed", approval: ended, changes: reapplied.changes, stages };
}

async function goStale(
  tx: Transaction,
  approval: ApprovalRecord,
  moved: NoLongerSame["reapplied"],
  now: Date,
  parts: WorkerParts,
): Promise<PressNews> {
  const { runId, conversationId, requester, keys, askedAt: receivedAt } = approval;
  const request = { id: approval.requestId, conversationId, requester, text: approval.request, keys, receivedAt };
  const next =
    moved.kind === "moved"
      ? newApproval({ id: newId("apr"), runId, request, changeset: moved.changeset, now }, parts.config.approval)
      : null;
  if (next !== null) await tx.$executeRaw(insertApproval(next));
  const reason = moved.kind === "moved" ? moved.moved.join(" ") : refusedWords(moved.error);
  const ending = { state: "stale", reason, replacedById: next?.id ?? null } as const;
  const stale = await endApproval(tx, approval, ending, now);
  return { kind: "stale", approval: stale, newApproval: next === null ? null : recordOf(next) };
}
