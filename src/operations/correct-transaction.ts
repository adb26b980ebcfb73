// A wrong amount in the ledger: a row that makes good the difference, never an edit. Corrected again, the difference is to
// the corrected amount.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { reason, text, wholeCents } from "./arguments.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { appendTransaction } from "./ledger.ts";
import { decimalText, plainNumber } from "./money.ts";
import { type OperationContext, OperationError } from "./operation.ts";

export const correctTransaction = defineOperation({
  name: "correctTransaction",
  hint: "amount: what the row should have been",
  input: z.strictObject({ transactionId: text(20), amount: wholeCents, reason }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "admin",
  async apply(context, input) {
    const row = await findRow(context, input.transactionId);
    const before = row.amount.add((await correctionsOf(context, [row.transactionId])).get(row.transactionId) ?? 0);
    const after = new Prisma.Decimal(input.amount);
    const difference = after.sub(before);
    if (difference.isZero()) {
      throw new OperationError(
        "INVALID_ARGUMENT",
        `${row.transactionId} stands at ${decimalText(before)} already; there is nothing to correct.`,
        { amount: plainNumber(before) },
      );
    }
    await appendTransaction(context, {
      kind: "correction",
      itemId: row.itemId,
      orderId: row.orderId,
      quantity: null,
      refersTo: row.transactionId,
      amount: difference,
      summary: `Correction of ${row.transactionId} from ${decimalText(before)} to ${decimalText(after)}: ${input.reason}`,
    });
    context.agree(
      termsOf({
        operation: "correctTransaction",
        subject: row.transactionId,
        customer: row.order?.customer ?? null,
        orderId: row.orderId,
        amount: decimalText(difference),
        before: { kind: row.kind, itemId: row.itemId, amount: decimalText(before) },
        after: { amount: decimalText(after) },
        names: row.item === null ? {} : { [row.item.itemId]: row.item.name },
      }),
    );
    return done(context, difference, row.orderId === null ? {} : { orderId: row.orderId });
  },
});

/** What corrections have added to each of these rows so far. */
export async function correctionsOf(context: OperationContext, ids: string[]): Promise<Map<string, Prisma.Decimal>> {
  const groups = await context.tx.transaction.groupBy({
    by: ["refersTo"],
    where: { kind: "correction", refersTo: { in: ids } },
    _sum: { amount: true },
  });
  return new Map(
    groups.flatMap(({ refersTo, _sum }) =>
      refersTo === null || _sum.amount === null ? [] : [[refersTo, _sum.amount]],
    ),
  );
}

/** The rows among these that were taken back. */
export async function takenBack(context: OperationContext, ids: string[]): Promise<string[]> {
  const rows = await context.tx.transaction.findMany({
    where: { kind: { not: "correction" }, refersTo: { in: ids } },
    select: { refersTo: true },
  });
  return rows.flatMap(({ refersTo }) => (refersTo === null ? [] : [refersTo]));
}

/** A row that can be corrected: a correction is not, nor is what was undone. */
async function findRow(context: OperationContext, transactionId: string) {
  const row = await context.tx.transaction.findUnique({
    where: { transactionId },
    select: {
      transactionId: true,
      position: true,
      kind: true,
      itemId: true,
      orderId: true,
      refersTo: true,
      amount: true,
      item: { select: { itemId: true, name: true } },
      order: { select: { customer: { select: { id: true, name: true } } } },
    },
  });
  if (row === null) {
    throw new OperationError("NOT_FOUND", `There is no transaction ${transactionId}; look in db.transactions first.`);
  }
  if (row.position > (await context.till()).rowsBefore) {
    throw cannot(`${transactionId} is only being written by this plan.`);
  }
  if (row.refersTo !== null) {
    throw cannot(
      row.kind === "correction"
        ? `${transactionId} is a correction itself: correct ${row.refersTo}.`
        : `${transactionId} undoes ${row.refersTo} and stays as it is.`,
    );
  }
  if ((await takenBack(context, [transactionId])).length > 0) throw cannot(`A later run undid ${transactionId}.`);
  return row;
}

function cannot(why: string): OperationError {
  return new OperationError("WRONG_STATE", why, { reason: why });
}
