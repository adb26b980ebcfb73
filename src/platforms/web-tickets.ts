// Tickets → what staff see of them; and an answer or the end of one, by way of the desk.
import type { Context } from "hono";
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import { createDesk } from "../desk.ts";
import { newId } from "../records/id.ts";
import type { Person } from "../requester.ts";
import { type Service, staffPlacesOf } from "../service.ts";
import { Claim, MOST_INTEGER } from "./local-people.ts";
import type { TicketView } from "./web-answers.ts";
import { WebError } from "./web-error.ts";
import { jsonRows, Moment } from "./web-json.ts";
import { numberUpTo, ownId, parse, parseQuery } from "./web-parse.ts";

const Requester = z.object({
  role: z.enum(["customer", "staff", "admin"]),
  customerId: z.int().nullable(),
  name: z.string().nullable(),
});

export const CustomerName = z.object({ id: z.int(), name: z.string(), email: z.string() });

export const Tickets = z.array(
  z
    .object({
      id: z.int(),
      status: z.enum(["open", "closed"]),
      issue: z.string(),
      note: z.string().nullable(),
      customer: CustomerName.nullable(),
      orderId: z.int().nullable(),
      runId: z.string().nullable(),
      conversationId: z.string().nullable(),
      platform: z.string().nullable(),
      author: Requester.nullable(),
      createdAt: Moment,
      closedAt: Moment.nullable(),
    })
    .transform(({ conversationId, platform, author, ...ticket }): TicketView => {
      const isKnown = conversationId !== null && platform !== null && author !== null;
      return { ...ticket, conversation: isKnown ? { conversationId, platform, author } : null };
    }),
);

/** The newest first; `where` speaks of `t`, the ticket. */
export function ticketRows(where: Prisma.Sql, most: number): Prisma.Sql {
  return Prisma.sql`
    SELECT t.id, t.status, t.issue, t.note, t.order_id AS "orderId", t.run_id AS "runId",
      t.created_at AS "createdAt", t.closed_at AS "closedAt",
      CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'name', c.name, 'email', c.email) END AS customer,
      q.conversation_id AS "conversationId", v.platform, q.requester AS author
    FROM tickets t LEFT JOIN customers c ON c.id = t.customer_id LEFT JOIN runs r ON r.id = t.run_id
      LEFT JOIN requests q ON q.id = r.request_id LEFT JOIN conversations v ON v.id = q.conversation_id
    WHERE ${where} ORDER BY t.id DESC LIMIT ${most}`;
}

async function readTickets(tx: Transaction, where: Prisma.Sql, most: number): Promise<TicketView[]> {
  const rows = await tx.$queryRaw`SELECT ${jsonRows(ticketRows(where, most))} AS tickets`;
  return z.tuple([z.object({ tickets: Tickets })]).parse(rows)[0].tickets;
}

const TicketsQuery = {
  status: z.enum(["open", "closed"]).optional(),
  before: numberUpTo(MOST_INTEGER).optional(),
  limit: numberUpTo(100).default(50),
};

export async function listTickets({ database }: Service, context: Context) {
  const { status, before, limit } = parseQuery(TicketsQuery, context);
  const where = Prisma.sql`(${status ?? null}::text IS NULL OR t.status = ${status ?? null})
    AND (${before ?? null}::int IS NULL OR t.id < ${before ?? null}::int)`;
  const found = await readTickets(database.client, where, limit + 1);
  const tickets = found.slice(0, limit);
  return { tickets, next: found.length > limit ? (tickets.at(-1)?.id ?? null) : null };
}

export async function readTicket({ database }: Service, id: number | null): Promise<TicketView> {
  const [ticket] = id === null ? [] : await readTickets(database.client, Prisma.sql`t.id = ${id}`, 1);
  if (ticket === undefined) throw new WebError(404, "NO_SUCH_TICKET", "There is no ticket of that number.");
  return ticket;
}

const TicketBody = Claim.extend({ actId: ownId });
const AnswerBody = TicketBody.extend({ text: z.string() });

export interface TicketDesk {
  answer(by: Person, ticketId: number | null, body: unknown): Promise<{ message: string; ticket: TicketView }>;
  resolve(by: Person, ticketId: number | null, body: unknown): Promise<{ message: string; ticket: TicketView }>;
}

export function createTicketDesk(service: Service): TicketDesk {
  const { database, platforms, wake, clock, config } = service;
  const desk = createDesk({ database, staffPlaces: staffPlacesOf(platforms), wake, clock, limits: config.request });
  const keyOf = (by: Person, what: string, ticketId: number, actId: string | undefined) =>
    `web:${what}:${ticketId}:${by.person}:${actId ?? newId("msg")}`;

  async function openTicket(ticketId: number | null): Promise<TicketView> {
    const ticket = await readTicket(service, ticketId);
    if (ticket.status === "open") return ticket;
    throw new WebError(409, "TICKET_CLOSED", `Ticket ${ticket.id} is closed already.`);
  }

  return {
    answer: async (by, ticketId, body) => {
      const { text, actId } = parse(AnswerBody, body);
      const { id, conversation } = await openTicket(ticketId);
      if (text.trim() === "") throw new WebError(400, "EMPTY_MESSAGE", "Write what the customer should read.");
      if (text.length > config.request.messageChars) {
        const words = `Please say it in at most ${config.request.messageChars} characters.`;
        throw new WebError(413, "MESSAGE_TOO_LONG", words);
      }
      if (conversation === null) {
        const words = `Ticket ${id} came from no conversation here, so nobody would read an answer to it.`;
        throw new WebError(409, "NO_CONVERSATION", words);
      }
      const message = await desk.answer(by, id, text, keyOf(by, "answer", id, actId));
      return { message, ticket: await readTicket(service, id) };
    },
    resolve: async (by, ticketId, body) => {
      const { actId } = parse(TicketBody, body);
      const { id } = await openTicket(ticketId);
      const message = await desk.resolve(by, id, keyOf(by, "resolve", id, actId));
      return { message, ticket: await readTicket(service, id) };
    },
  };
}
