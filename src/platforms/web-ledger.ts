// Where to read on in; a page of the ledger, the newest first, with the balance after each entry out.
import type { Context } from "hono";
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import type { Service } from "../service.ts";
import { MOST_INTEGER } from "./local-people.ts";
import type { LedgerEntry, LedgerPage } from "./web-answers.ts";
import { jsonRows, Moment } from "./web-json.ts";
import { numberUpTo, parseQuery } from "./web-parse.ts";

const LedgerQuery = { before: numberUpTo(MOST_INTEGER).optional(), limit: numberUpTo(200).default(50) };
const Entries: z.ZodType<LedgerEntry[]> = z.array(
  z.object({
    position: z.int(),
    transactionId: z.string(),
    kind: z.string(),
    summary: z.string(),
    itemId: z.string().nullable(),
    quantity: z.int().nullable(),
    orderId: z.int().nullable(),
    customerId: z.int().nullable(),
    runId: z.string().nullable(),
    amount: z.string(),
    balanceAfter: z.string(),
    createdAt: Moment,
  }),
);

/** Pages follow each other by position, so that entries made meanwhile neither repeat nor hide any. */
export async function readLedger({ database }: Service, context: Context): Promise<LedgerPage> {
  const { before, limit } = parseQuery(LedgerQuery, context);
  const from = before === undefined ? Prisma.empty : Prisma.sql`WHERE t.position < ${before}`;
  const rows = await database.client.$queryRaw`
    SELECT ${jsonRows(Prisma.sql`
      SELECT t.position, t.transaction_id AS "transactionId", t.kind, t.summary, t.item_id AS "itemId", t.quantity,
        t.order_id AS "orderId", o.customer_id AS "customerId", t.run_id AS "runId", t.amount::text AS amount,
        t.balance_after::text AS "balanceAfter", t.created_at AS "createdAt"
      FROM transactions t LEFT JOIN orders o ON o.id = t.order_id
      ${from} ORDER BY t.position DESC LIMIT ${limit}`)} AS entries`;
  const { entries } = z.tuple([z.object({ entries: Entries })]).parse(rows)[0];
  const last = entries.at(-1)?.position ?? 1;
  // Positions count down to 1.
  return { entries, next: last > 1 ? last : null };
}
