// A changeset that waits for people → an approval, its presses and its end.
import { z } from "zod";
import type { Changeset } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Change } from "../operations/operation.ts";
import type { ApprovalState, Button } from "../report.ts";
import type { Person } from "../requester.ts";
import type { Dropped } from "./open-intents.ts";
import { PersonSchema } from "./person.ts";
import type { OpenRequest } from "./requests.ts";
import { asJson, storedChangeset } from "./runs.ts";

const Decisions = z.array(
  z.object({
    person: z.string(),
    name: z.string(),
    decision: z.string(),
    at: z.string(),
    reason: z.string().exactOptional(),
  }),
);
export type DecisionRecord = z.infer<typeof Decisions>[number];

export interface ApprovalRecord {
  id: string;
  runId: string;
  requestId: string;
  conversationId: string;
  state: ApprovalState;
  needs: Button[];
  decisions: DecisionRecord[];
  changeset: Changeset;
  requester: Person;
  request: string;
  askedAt: Date;
  keys: string[];
  staleReason: string | null;
  replacedById: string | null;
  expiresAt: Date;
  createdAt: Date;
}

const ApprovalRows = z.array(
  z
    .object({
      id: z.string(),
      runId: z.string(),
      requestId: z.string(),
      conversationId: z.string(),
      state: z.enum(["pending", "committed", "stale", "expired", "cancelled", "rejected", "replaced"]),
      needs: z.array(z.enum(["requester", "admin"])),
      decisions: Decisions,
      changeset: z.json(),
      requester: PersonSchema,
      request: z.string(),
      askedAt: z.date(),
      keys: z.array(z.string()),
      staleReason: z.string().nullable(),
      replacedById: z.string().nullable(),
      expiresAt: z.date(),
      createdAt: z.date(),
    })
    .transform((row): ApprovalRecord => ({ ...row, changeset: storedChangeset(row.changeset) })),
);

/** One statement with all that a card needs; `where` speaks of `a`, the approval. */
async function selectApprovals(tx: Transaction, where: Prisma.Sql): Promise<ApprovalRecord[]> {
  const rows = await tx.$queryRaw`
    SELECT a.id, a.run_id AS "runId", q.id AS "requestId", a.conversation_id AS "conversationId", a.state, a.needs,
      a.decisions, a.changeset, q.requester, q.text AS request, q.created_at AS "askedAt",
      ARRAY(SELECT m.key FROM messages m WHERE m.request_id = q.id ORDER BY m.position) AS keys,
      a.stale_reason AS "staleReason", a.replaced_by_id AS "replacedById", a.expires_at AS "expiresAt",
      a.created_at AS "createdAt"
    FROM approvals a JOIN runs r ON r.id = a.run_id JOIN requests q ON q.id = r.request_id
    WHERE ${where} ORDER BY a.created_at`;
  return ApprovalRows.parse(rows);
}

export interface NewApproval {
  id: string;
  runId: string;
  request: Pick<OpenRequest, "id" | "conversationId" | "requester" | "text" | "keys" | "receivedAt">;
  changeset: Changeset;
  needs: Button[];
  now: Date;
  expiresAt: Date;
}

/**
 * The statement that adds it, under a condition where it is part of a larger one. It was created when the database says
 * so, as messages are received: a typed "yes" must not be older than the card.
 */
export function insertApproval(approval: NewApproval, condition: Prisma.Sql = Prisma.empty): Prisma.Sql {
  const { id, runId, request, needs, changeset, expiresAt } = approval;
  return Prisma.sql`
    INSERT INTO approvals (id, run_id, conversation_id, state, needs, decisions, changeset, expires_at, created_at)
    SELECT ${id}, ${runId}, ${request.conversationId}, 'pending', ${needs}::text[], '[]'::jsonb,
      ${JSON.stringify(changeset)}::jsonb, ${expiresAt}::timestamptz, clock_timestamp() ${condition}`;
}

/**
 * A changed mind: the statement by which it takes the place of this person's cards that nobody has confirmed yet. A card for
 * something else is another wish and stays, unless it was dropped.
 */
export function replaceOpenCards(approval: NewApproval, dropped: Dropped, condition: Prisma.Sql): Prisma.Sql {
  const { id, request, now, changeset } = approval;
  const staged = changeset.calls.map(({ name }) => name);
  const names = dropped === "everything" ? [] : dropped;
  return Prisma.sql`
    UPDATE approvals a SET state = 'replaced', replaced_by_id = ${id}, decided_at = ${now}::timestamptz
    FROM runs r JOIN requests q ON q.id = r.request_id ${condition}
      AND r.id = a.run_id AND a.conversation_id = ${request.conversationId} AND a.state = 'pending'
      AND a.decisions = '[]' AND q.requester->>'person' = ${request.requester.person}
      AND (${dropped === "everything"} OR EXISTS (
        SELECT FROM jsonb_array_elements(a.changeset->'calls') call WHERE call->>'name' = ANY(${names}::text[])
          OR (a.needs[1] = 'requester' AND call->>'name' = ANY(${staged}::text[]))
      ))
    RETURNING q.id AS request_id`;
}

/** The record that the new approval will be. */
export function recordOf(approval: NewApproval): ApprovalRecord {
  const { id, runId, request, needs, changeset, expiresAt, now } = approval;
  return {
    id,
    runId,
    conversationId: request.conversationId,
    state: "pending",
    needs,
    expiresAt,
    requestId: request.id,
    decisions: [],
    changeset,
    requester: request.requester,
    request: request.text,
    askedAt: request.receivedAt,
    keys: request.keys,
    staleReason: null,
    replacedById: null,
    createdAt: now,
  };
}

/** The cards whose place this one took. */
export async function cardsReplacedBy(tx: Transaction, id: string): Promise<ApprovalRecord[]> {
  return selectApprovals(tx, Prisma.sql`a.replaced_by_id = ${id} AND a.state = 'replaced'`);
}

export async function readApproval(tx: Transaction, id: string): Promise<ApprovalRecord | null> {
  const [approval] = await selectApprovals(tx, Prisma.sql`a.id = ${id}`);
  return approval ?? null;
}

/** Those of these ids, oldest first. */
export async function readApprovals(tx: Transaction, ids: string[]): Promise<ApprovalRecord[]> {
  return selectApprovals(tx, Prisma.sql`a.id = ANY(${ids})`);
}

/** Like `readApproval`, and nobody else decides on it until this transaction ends. */
export async function lockApproval(tx: Transaction, id: string): Promise<ApprovalRecord | null> {
  await tx.$queryRaw`SELECT id FROM approvals WHERE id = ${id} FOR UPDATE`;
  return readApproval(tx, id);
}

/** The approval that a press is for, locked; null when the press is settled already, or its card is gone. */
export async function lockForPress(tx: Transaction, pressId: string): Promise<ApprovalRecord | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT a.id FROM presses p JOIN approvals a ON a.id = p.approval_id
    WHERE p.id = ${pressId} AND p.outcome IS NULL FOR UPDATE`;
  const [row] = rows;
  return row === undefined ? null : readApproval(tx, row.id);
}

/** All that wait for somebody, oldest first. */
export async function openApprovals(tx: Transaction): Promise<ApprovalRecord[]> {
  return selectApprovals(tx, Prisma.sql`a.state = 'pending'`);
}

export async function openApprovalsIn(tx: Transaction, conversationId: string): Promise<ApprovalRecord[]> {
  return selectApprovals(tx, Prisma.sql`a.state = 'pending' AND a.conversation_id = ${conversationId}`);
}

/** Their ids, the longest overdue first. */
export async function overdueApprovals(tx: Transaction, now: Date, most: number): Promise<string[]> {
  const rows = await tx.approval.findMany({
    where: { state: "pending", expiresAt: { lte: now } },
    orderBy: { expiresAt: "asc" },
    select: { id: true },
    take: most,
  });
  return rows.map((row) => row.id);
}

/** One button is pressed, others are still missing. */
export async function addDecision(
  tx: Transaction,
  approval: ApprovalRecord,
  decision: DecisionRecord,
  next: { needs: Button[]; expiresAt: Date },
): Promise<ApprovalRecord> {
  const decisions = [...approval.decisions, decision];
  await tx.approval.updateMany({ where: { id: approval.id }, data: { decisions, ...next } });
  return { ...approval, decisions, ...next };
}

export type Ending =
  | { state: "committed"; decision: DecisionRecord; committed: Change[] }
  | { state: "cancelled" | "rejected"; decision: DecisionRecord }
  | { state: "stale"; reason: string; replacedById: string | null }
  | { state: "expired" };

/** The last step of an approval; the database refuses a second one. */
export async function endApproval(
  tx: Transaction,
  approval: ApprovalRecord,
  ending: Ending,
  now: Date,
): Promise<ApprovalRecord> {
  const decisions = "decision" in ending ? [...approval.decisions, ending.decision] : approval.decisions;
  const needs = ending.state === "committed" ? [] : approval.needs;
  const staleReason = ending.state === "stale" ? ending.reason : null;
  const replacedById = "replacedById" in ending ? ending.replacedById : null;
  await tx.approval.updateMany({
    where: { id: approval.id },
    data: {
      state: ending.state,
      decisions,
      needs,
      staleReason,
      replacedById,
      decidedAt: now,
      ...(ending.state === "committed" ? { committed: ending.committed.map(asJson) } : {}),
    },
  });
  return { ...approval, state: ending.state, decisions, needs, staleReason, replacedById };
}
