// An entry in, the next row of the ledger out: numbered, stamped, and carrying the balance on. Rows are only ever added.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { defineOperation } from "./define.ts";
import { decimalText, fitsLedger, plainNumber } from "./money.ts";
import { type OperationContext, OperationError } from "./operation.ts";

export const ENTRY_KINDS = ["sale", "return", "refund", "cancellation", "restock", "adjustment", "correction"] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  kind: EntryKind;
  itemId: string | null;
  orderId: number | null;
  quantity: number | null;
  /** The row that this one corrects, or takes back: then it is of the same kind, with quantity and amount turned round. */
  refersTo: string | null;
  /** Positive into the till. */
  amount: Prisma.Decimal;
  /** Plain words without anybody's name: the ledger is kept longer than personal data. */
  summary: string;
}

/** `inserts`: rows that the entry refers to, as statements that return their keys; they go in with it. */
export async function appendTransaction(
  context: OperationContext,
  entry: Entry,
  inserts: Prisma.Sql[] = [],
): Promise<void> {
  const till = await context.till();
  const balance = till.balance.add(entry.amount);
  if (!fitsLedger(entry.amount) || !fitsLedger(balance)) {
    throw new OperationError("INVALID_ARGUMENT", "The amount is larger than the ledger can hold.");
  }
  const position = till.lastPosition + 1;
  const transactionId = `TXN${String(position).padStart(3, "0")}`;
  const { kind, itemId, orderId, quantity, refersTo, summary } = entry;
  const amount = decimalText(entry.amount);
  const balanceAfter = decimalText(balance);
  // One statement: whoever else wants the till waits for it.
  const withInserts =
    inserts.length === 0
      ? Prisma.empty
      : Prisma.sql`WITH ${Prisma.join(inserts.map((insert, index) => Prisma.sql`${Prisma.raw(`insert_${index}`)} AS (${insert})`))}`;
  await context.tx.$executeRaw`
    ${withInserts}
    INSERT INTO transactions
      (transaction_id, position, kind, item_id, order_id, quantity, amount, balance_after, summary, refers_to, run_id,
        created_at)
    VALUES (${transactionId}, ${position}, ${kind}, ${itemId}, ${orderId}::int, ${quantity}::int, ${amount}::numeric,
      ${balanceAfter}::numeric, ${summary}, ${refersTo}, ${context.runId}, ${context.now})`;
  till.lastPosition = position;
  till.balance = balance;
  context.record({
    table: "transactions",
    key: transactionId,
    before: null,
    after: {
      transactionId,
      kind,
      itemId,
      quantity,
      amount,
      balanceAfter,
      summary,
      ...(refersTo === null ? {} : { refersTo }),
      createdAt: context.now.toISOString(),
    },
  });
}

export const getCurrentBalance = defineOperation({
  name: "getCurrentBalance",
  hint: "",
  input: z.strictObject({}).nullish(),
  result: "number",
  roles: ["staff", "admin"],
  approval: "none",
  async apply(context) {
    const last = await context.tx.transaction.findFirst({
      orderBy: { position: "desc" },
      select: { balanceAfter: true },
    });
    return plainNumber(last?.balanceAfter ?? new Prisma.Decimal(0));
  },
});
