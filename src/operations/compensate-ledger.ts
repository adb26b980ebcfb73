// A run's rows of the ledger in, the row that takes back each out, still to be written: of the same kind, with the opposite
// quantity and amount, so that sums by kind, item and order come out as if neither had been. What a row was corrected to is
// what is taken back.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { type CommittedRun, cannotUndo } from "./committed-runs.ts";
import type { Part } from "./compensate-rows.ts";
import { correctionsOf, takenBack } from "./correct-transaction.ts";
import { appendTransaction, ENTRY_KINDS, type Entry } from "./ledger.ts";
import type { OperationContext } from "./operation.ts";

const Kind = z.enum(ENTRY_KINDS);

export async function ledgerParts(context: OperationContext, { changes }: CommittedRun): Promise<Part[]> {
  const ids = changes.filter(({ table }) => table === "transactions").map(({ key }) => String(key));
  if (ids.length === 0) return [];
  const rows = await context.tx.transaction.findMany({
    where: { transactionId: { in: ids } },
    orderBy: { position: "asc" },
  });
  const corrected = await correctionsOf(context, ids);
  await refuseLaterWord(context, rows);
  return rows.map((row) => {
    const kind = Kind.parse(row.kind);
    const amount = row.amount.add(corrected.get(row.transactionId) ?? new Prisma.Decimal(0)).neg();
    const entry: Entry = {
      kind,
      itemId: row.itemId,
      orderId: row.orderId,
      quantity: row.quantity === null ? null : -row.quantity,
      refersTo: kind === "correction" ? row.refersTo : row.transactionId,
      amount,
      summary: `Undoing of ${row.transactionId}: ${row.summary}`,
    };
    return { says: [], names: {}, amount, write: () => appendTransaction(context, entry) };
  });
}

interface LedgerRow {
  transactionId: string;
  position: number;
  kind: string;
  refersTo: string | null;
}

/** A correction is only taken back while it is the last word on its row. */
async function refuseLaterWord(context: OperationContext, rows: LedgerRow[]): Promise<void> {
  const corrections = rows.filter(({ kind }) => kind === "correction");
  if (corrections.length === 0) return;
  const targets = corrections.flatMap(({ refersTo }) => refersTo ?? []);
  const [undone] = await takenBack(context, targets);
  if (undone !== undefined) throw cannotUndo(`A later run undid ${undone}, which it corrects.`, "undone");
  const later = await context.tx.transaction.findFirst({
    where: {
      kind: "correction",
      refersTo: { in: targets },
      position: { gt: Math.min(...corrections.map(({ position }) => position)) },
      transactionId: { notIn: rows.map(({ transactionId }) => transactionId) },
    },
    select: { refersTo: true },
  });
  if (later !== null) throw cannotUndo(`${later.refersTo} was corrected again since.`, "corrected");
}
