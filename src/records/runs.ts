// A stored run in, the report that people and scripts read out.
import { z } from "zod";
import type { Attempt, LoopOutcome } from "../agent/loop.ts";
import type { FailureReport } from "../agent/repair.ts";
import type { Changeset } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import type { Change } from "../operations/operation.ts";
import type { ApprovalState, Button, RunReport, StageMark } from "../report.ts";

/** "fault": it never came to an outcome, for reasons of our own. "over-cap": today's money for the model is spent. */
export type RunOutcome =
  | LoopOutcome
  | { kind: "fault"; attempts: [] }
  /** The person asked for one of the shop's people, and no plan was written. */
  | { kind: "handed-over"; attempts: [] }
  /** The plan was good, but what it stages needs a customer, and nobody knows who this is. */
  | { kind: "needs-account"; attempts: Attempt[] }
  /** Moderation flagged what the person wrote, and no plan was written. */
  | { kind: "declined"; categories: string[]; attempts: [] }
  | { kind: "over-cap"; cap: "customer" | "service"; attempts: [] };

/** The stages that a press adds to the run it ends. */
export async function addStages(tx: Transaction, runId: string, marks: StageMark[]): Promise<void> {
  await tx.$executeRaw`UPDATE runs SET stages = stages || ${JSON.stringify(marks)}::jsonb WHERE id = ${runId}`;
}

export function totalUsage(attempts: Attempt[]): RunReport["usage"] {
  return {
    promptTokens: attempts.reduce((sum, { usage }) => sum + usage.promptTokens, 0),
    completionTokens: attempts.reduce((sum, { usage }) => sum + usage.completionTokens, 0),
    costUsd: attempts.reduce((sum, { usage }) => sum + usage.costUsd, 0),
  };
}

/** Values that are plain JSON by construction; Prisma's input type asks for index signatures that ours do not have. */
export function asJson(value: object): Prisma.InputJsonObject {
  return value as Prisma.InputJsonObject;
}

/** The run with one of its approvals (the latest where none is named); null when there is no such run. */
export async function readReport(tx: Transaction, runId: string, approvalId?: string): Promise<RunReport | null> {
  const run = await tx.run.findUnique({
    where: { id: runId },
    include: {
      request: { select: { conversationId: true } },
      approvals: {
        ...(approvalId === undefined ? {} : { where: { id: approvalId } }),
        orderBy: { createdAt: "desc" },
        take: 1,
      },
      _count: { select: { attempts: true } },
    },
  });
  if (run === null) return null;
  const approval = run.approvals[0] ?? null;
  const changeset = storedChangeset(approval?.changeset ?? run.changeset);
  return {
    runId: run.id,
    conversationId: run.request.conversationId,
    status: run.status,
    action: run.action === "mutate" ? "mutate" : "read",
    answerText: run.answerText,
    code: run.code,
    log: run.log,
    error: run.error === null ? null : FailureReportSchema.parse(run.error),
    attempts: run._count.attempts,
    model: run.model,
    changes: (approval === null ? null : storedChanges(approval.committed)) ?? changeset.changes,
    approval:
      approval === null
        ? null
        : {
            id: approval.id,
            // The column's CHECK keeps both to the known words.
            state: approval.state as ApprovalState,
            needs: approval.needs as Button[],
            expiresAt: approval.expiresAt.toISOString(),
          },
    stages: run.stages as unknown as StageMark[],
    usage: run.usage as RunReport["usage"],
  };
}

const FailureReportSchema = z
  .object({ code: z.string(), message: z.string(), line: z.number().optional() })
  .transform(({ line, ...rest }): FailureReport => (line === undefined ? rest : { ...rest, line }));

/** Stored by `saveAnswer` and `insertApproval` alone, as it was made. */
export function storedChangeset(value: Prisma.JsonValue | Json): Changeset {
  const changeset = value as unknown as Changeset;
  return { ...changeset, changes: inOrder(changeset.changes) };
}

export function storedChanges(value: Prisma.JsonValue): Change[] | null {
  return value === null ? null : inOrder(value as unknown as Change[]);
}

// A jsonb column keeps the keys of an object in an order of its own.
function inOrder(changes: Change[]): Change[] {
  return changes.map(({ table, key, before, after }) => ({ table, key, before, after }));
}
