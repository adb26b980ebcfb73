// What people approved and what became of it, as it is stored: one run by its id, or the last ones.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { type Change, type OperationContext, OperationError } from "./operation.ts";

const Row = z.record(z.string(), z.json());
const StoredChanges = z.array(
  z.object({
    table: z.enum(["inventory", "transactions", "orders", "tickets"]),
    key: z.union([z.string(), z.number()]),
    before: Row.nullable(),
    after: Row.nullable(),
  }),
);
const StoredTerms = z.array(
  z.object({
    operation: z.string(),
    subject: z.string(),
    customer: z.object({ id: z.number(), name: z.string() }).nullable(),
    quantity: z.number().nullable(),
    amount: z.string(),
    before: z.json(),
  }),
);
type StoredTerms = z.infer<typeof StoredTerms>;

export interface CommittedRun {
  changes: Change[];
  terms: StoredTerms;
  committedAt: Date;
}

/** Refuses with a reason where there is nothing that could be undone. */
export async function findCommittedRun(context: OperationContext, runId: string): Promise<CommittedRun> {
  const run = await context.tx.run.findUnique({
    where: { id: runId },
    select: {
      undoneById: true,
      approvals: {
        where: { state: "committed" },
        select: { committed: true, changeset: true, decidedAt: true, createdAt: true },
      },
    },
  });
  if (run === null) throw new OperationError("NOT_FOUND", `There is no run ${runId}; shop.recentRuns tells the last.`);
  const [approval] = run.approvals;
  if (approval === undefined) throw cannotUndo("It was never booked, so there is nothing to undo.", "not booked");
  if (run.undoneById !== null) throw cannotUndo("Another run undid it already.", "undone");
  const { terms } = z.object({ terms: StoredTerms }).parse(approval.changeset);
  if (terms.some(({ operation }) => operation === "undo")) {
    throw cannotUndo("It is itself an undoing, which is final: ask for the thing itself again.", "an undoing");
  }
  return {
    changes: StoredChanges.parse(approval.committed),
    terms,
    committedAt: approval.decidedAt ?? approval.createdAt,
  };
}

/** `reason` is a sentence for people. */
export function cannotUndo(reason: string, status: string): OperationError {
  return new OperationError("WRONG_STATE", reason, { status, reason });
}

const RecentRuns = z.array(
  z.object({
    runId: z.string(),
    committedAt: z.date(),
    askedBy: z.string().nullable(),
    isUndone: z.boolean(),
    terms: StoredTerms,
  }),
);

/** Newest first; of everybody, or those that concern one customer. */
export async function lastCommittedRuns(context: OperationContext, take: number, customerId: number | null) {
  const ofCustomer =
    customerId === null
      ? Prisma.empty
      : Prisma.sql`AND a.changeset->'terms' @> ${JSON.stringify([{ customer: { id: customerId } }])}::jsonb`;
  const rows = await context.tx.$queryRaw`
    SELECT a.run_id AS "runId", a.decided_at AS "committedAt", q.requester->>'name' AS "askedBy",
      r.undone_by_id IS NOT NULL AS "isUndone", a.changeset->'terms' AS terms
    FROM approvals a JOIN runs r ON r.id = a.run_id JOIN requests q ON q.id = r.request_id
    WHERE a.state = 'committed' ${ofCustomer}
    ORDER BY a.decided_at DESC, a.created_at DESC LIMIT ${take}`;
  return RecentRuns.parse(rows);
}
