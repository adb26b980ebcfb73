// A few words in; the customers, orders, tickets, items and runs they may mean out: by id, name and e-mail.
import type { Context } from "hono";
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import type { Service } from "../service.ts";
import { isStorable } from "../storable.ts";
import type { SearchResult } from "./web-answers.ts";
import { OrderRow } from "./web-customers.ts";
import { jsonRows, Moment } from "./web-json.ts";
import { numberUpTo, parseQuery } from "./web-parse.ts";
import { CustomerName, Tickets, ticketRows } from "./web-tickets.ts";

const SearchQuery = {
  q: z.string().trim().min(1).max(100).refine(isStorable, "holds a character that nothing has"),
  limit: numberUpTo(20).default(6),
};

// Words of tickets and requests have no index: only the newest are looked through.
const LOOKED_THROUGH = 2_000;

const Found: z.ZodType<SearchResult> = z.object({
  customers: z.array(CustomerName),
  orders: z.array(OrderRow.extend({ customer: CustomerName })),
  tickets: Tickets,
  items: z.array(z.object({ itemId: z.string(), name: z.string(), quantityInStock: z.int(), price: z.string() })),
  runs: z.array(
    z.object({
      runId: z.string(),
      request: z.string(),
      name: z.string().nullable(),
      status: z.string(),
      createdAt: Moment,
    }),
  ),
});

/** One statement, each kind with the newest first. */
export async function searchShop({ database }: Service, context: Context): Promise<SearchResult> {
  const { q, limit } = parseQuery(SearchQuery, context);
  const number = Number(/^#?(\d{1,9})$/.exec(q)?.[1] ?? 0);
  const part = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const found = Prisma.sql`SELECT id FROM found`;
  const orders = Prisma.sql`
    SELECT o.id, o.status, o.total_amount::text AS "totalAmount", o.created_at AS "createdAt",
      json_build_object('id', c.id, 'name', c.name, 'email', c.email) AS customer
    FROM orders o JOIN customers c ON c.id = o.customer_id
    WHERE o.id = ${number} OR o.customer_id IN (${found}) ORDER BY o.id DESC LIMIT ${limit}`;
  const tickets = Prisma.sql`t.id = ${number} OR t.customer_id IN (${found}) OR (t.issue ILIKE ${part}
    AND t.id > (SELECT coalesce(max(id), 0) - ${LOOKED_THROUGH} FROM tickets))`;
  const runs = Prisma.sql`
    SELECT r.id AS "runId", q.text AS request, q.requester->>'name' AS name, r.status, r.created_at AS "createdAt"
    FROM runs r JOIN requests q ON q.id = r.request_id
    WHERE r.id IN (
        SELECT id FROM runs WHERE id = ${q}
        UNION ALL SELECT id FROM (SELECT id FROM runs ORDER BY created_at DESC LIMIT ${LOOKED_THROUGH}) newest
      ) AND (r.id ILIKE ${part} OR q.text ILIKE ${part} OR q.requester->>'name' ILIKE ${part}
        OR (q.requester->>'customerId')::int IN (${found}))
    ORDER BY r.created_at DESC LIMIT ${limit}`;
  const rows = await database.client.$queryRaw`
    WITH found AS MATERIALIZED (
      SELECT id, name, email FROM customers
      WHERE id = ${number} OR name ILIKE ${part} OR email ILIKE ${part} ORDER BY name, id LIMIT ${limit}
    )
    SELECT ${jsonRows(Prisma.sql`SELECT id, name, email FROM found`)} AS customers, ${jsonRows(orders)} AS orders,
      ${jsonRows(ticketRows(tickets, limit))} AS tickets,
      ${jsonRows(Prisma.sql`
        SELECT item_id AS "itemId", name, quantity_in_stock AS "quantityInStock", price::text AS price
        FROM inventory WHERE item_id ILIKE ${part} OR name ILIKE ${part} ORDER BY item_id LIMIT ${limit}`)} AS items,
      ${jsonRows(runs)} AS runs`;
  return z.tuple([Found]).parse(rows)[0];
}
