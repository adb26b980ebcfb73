// Customers → the list that staff look through, and everything of one: orders, tickets and conversations.
import type { Context } from "hono";
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import type { Service } from "../service.ts";
import { MOST_INTEGER } from "./local-people.ts";
import type { CustomerRow, CustomerView, OrderView } from "./web-answers.ts";
import { WebError } from "./web-error.ts";
import { jsonRows, Moment } from "./web-json.ts";
import { numberUpTo, parseQuery } from "./web-parse.ts";
import { CustomerName, Tickets, ticketRows } from "./web-tickets.ts";

const SHOWN = 50;

const CustomersQuery = { after: numberUpTo(MOST_INTEGER).optional(), limit: numberUpTo(100).default(50) };
const CustomerRows = z.array(
  CustomerName.extend({ orders: z.int(), openTickets: z.int(), lastOrderAt: Moment.nullable() }),
);

/** By name; `after` is the id of the last one seen. */
export async function listCustomers({ database }: Service, context: Context) {
  const { after, limit } = parseQuery(CustomersQuery, context);
  const from =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`WHERE (c.name, c.id) > (SELECT name, id FROM customers WHERE id = ${after})`;
  const rows = await database.client.$queryRaw`
    SELECT ${jsonRows(Prisma.sql`
      SELECT c.id, c.name, c.email,
        (SELECT count(*)::int FROM orders o WHERE o.customer_id = c.id) AS orders,
        (SELECT max(o.created_at) FROM orders o WHERE o.customer_id = c.id) AS "lastOrderAt",
        (SELECT count(*)::int FROM tickets t WHERE t.customer_id = c.id AND t.status = 'open') AS "openTickets"
      FROM customers c ${from} ORDER BY c.name, c.id LIMIT ${limit + 1}`)} AS customers`;
  const found = z.tuple([z.object({ customers: CustomerRows })]).parse(rows)[0].customers;
  const customers: CustomerRow[] = found.slice(0, limit);
  return { customers, next: found.length > limit ? (customers.at(-1)?.id ?? null) : null };
}

export const OrderRow = z.object({
  id: z.int(),
  status: z.string(),
  totalAmount: z.string(),
  createdAt: Moment,
});
const Orders: z.ZodType<OrderView[]> = z.array(
  OrderRow.extend({
    lines: z.array(z.object({ itemId: z.string(), name: z.string(), quantity: z.int(), unitPrice: z.string() })),
  }),
);
const Customer = CustomerName.extend({
  handles: z.array(z.string()),
  orders: Orders,
  tickets: Tickets,
  conversations: z.array(
    z.object({
      conversationId: z.string(),
      platform: z.string(),
      ticketId: z.int().nullable(),
      lastText: z.string(),
      lastAt: Moment,
      requests: z.int(),
    }),
  ),
});

export async function readCustomer({ database }: Service, id: number | null): Promise<CustomerView> {
  const customerId = id ?? 0;
  const orders = Prisma.sql`
    SELECT o.id, o.status, o.total_amount::text AS "totalAmount", o.created_at AS "createdAt", ${jsonRows(Prisma.sql`
      SELECT l.item_id AS "itemId", i.name, l.quantity, l.unit_price::text AS "unitPrice"
      FROM order_lines l JOIN inventory i ON i.item_id = l.item_id WHERE l.order_id = o.id ORDER BY l.position`)} AS lines
    FROM orders o WHERE o.customer_id = ${customerId} ORDER BY o.created_at DESC, o.id DESC LIMIT ${SHOWN}`;
  const conversations = Prisma.sql`
    SELECT v.id AS "conversationId", v.platform, v.ticket_id AS "ticketId", asked.requests, asked.at AS "lastAt",
      (SELECT q.text FROM requests q WHERE q.conversation_id = v.id ORDER BY q.position DESC LIMIT 1) AS "lastText"
    FROM (
      SELECT conversation_id, count(*)::int AS requests, max(created_at) AS at FROM requests
      WHERE requester->>'customerId' = ${String(customerId)} GROUP BY conversation_id ORDER BY at DESC LIMIT ${SHOWN}
    ) asked JOIN conversations v ON v.id = asked.conversation_id ORDER BY asked.at DESC`;
  const rows = await database.client.$queryRaw`
    SELECT c.id, c.name, c.email, ARRAY(SELECT handle FROM accounts WHERE customer_id = c.id ORDER BY handle) AS handles,
      ${jsonRows(orders)} AS orders, ${jsonRows(ticketRows(Prisma.sql`t.customer_id = ${customerId}`, SHOWN))} AS tickets,
      ${jsonRows(conversations)} AS conversations
    FROM customers c WHERE c.id = ${customerId}`;
  const [customer] = z.array(Customer).parse(rows);
  if (customer === undefined) throw new WebError(404, "NO_SUCH_CUSTOMER", "There is no customer of that number.");
  return customer;
}
