// A worry in, a ticket for staff out; what they note on it; and its end.
import { z } from "zod";
import { Prisma } from "../database/generated/client.ts";
import { id, MOST_INTEGER, optional, optionalText, text } from "./arguments.ts";
import { customerFor } from "./customers.ts";
import { defineOperation, done, termsOf } from "./define.ts";
import { type CustomerOnFile, type OperationContext, OperationError } from "./operation.ts";
import { findOrder } from "./orders.ts";

const MOST_ISSUE_CHARS = 1_000;
const MOST_NOTE_CHARS = 500;
const MOST_NOTES_CHARS = 5_000;
const NOTHING = new Prisma.Decimal(0);

export const openTicket = defineOperation({
  name: "openTicket",
  hint: "",
  input: z.strictObject({
    issue: text(MOST_ISSUE_CHARS),
    orderId: optional(id),
    customerId: optional(id),
    customerName: optionalText(100),
  }),
  result: "Done",
  roles: ["customer", "staff", "admin"],
  approval: "requester",
  async apply(context, input) {
    const order = input.orderId === undefined ? null : await findOrder(context, input.orderId);
    const customer = order?.customer ?? (await customerFor(context, input));
    const till = await context.till();
    const ticketId = till.lastTicketId + 1;
    const { issue } = input;
    const row = { customerId: customer?.id ?? null, orderId: order?.id ?? null, status: "open", issue };
    await context.tx.ticket.createMany({
      data: [{ id: ticketId, ...row, runId: context.runId, createdAt: context.now }],
    });
    till.lastTicketId = ticketId;
    context.record({ table: "tickets", key: ticketId, before: null, after: row });
    context.agree(
      termsOf({
        operation: "openTicket",
        subject: "new",
        customer,
        orderId: row.orderId,
        after: { status: "open", issue },
      }),
    );
    return done(context, NOTHING, { ticketId, ...(order === null ? {} : { orderId: order.id }) });
  },
});

export const closeTicket = defineOperation({
  name: "closeTicket",
  hint: "",
  input: z.strictObject({ ticketId: id, note: optionalText(MOST_NOTE_CHARS) }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "requester",
  async apply(context, { ticketId, note }) {
    const ticket = await findTicket(context, ticketId);
    const after = { status: "closed", note: note === undefined ? ticket.note : withNote(ticket, note) };
    const { count } = await context.tx.ticket.updateMany({
      where: { id: ticketId, status: "open" },
      data: { ...after, closedAt: context.now },
    });
    if (count !== 1) {
      throw new OperationError("WRONG_STATE", `Ticket ${ticketId} is closed already.`, { status: ticket.status });
    }
    context.record({ table: "tickets", key: ticketId, before: { status: "open", note: ticket.note }, after });
    context.agree(
      termsOf({
        operation: "closeTicket",
        subject: String(ticketId),
        customer: ticket.customer,
        before: { status: "open" },
        after: { status: "closed", ...(note === undefined ? {} : { note }) },
      }),
    );
    return done(context, NOTHING, { ticketId });
  },
});

export const noteOnTicket = defineOperation({
  name: "noteOnTicket",
  hint: "",
  input: z.strictObject({ ticketId: id, note: text(MOST_NOTE_CHARS) }),
  result: "Done",
  roles: ["staff", "admin"],
  approval: "requester",
  async apply(context, { ticketId, note }) {
    const ticket = await findTicket(context, ticketId);
    const after = { note: withNote(ticket, note) };
    await context.tx.ticket.updateMany({ where: { id: ticketId }, data: after });
    context.record({ table: "tickets", key: ticketId, before: { note: ticket.note }, after });
    context.agree(
      termsOf({ operation: "noteOnTicket", subject: String(ticketId), customer: ticket.customer, after: { note } }),
    );
    return done(context, NOTHING, { ticketId });
  },
});

interface TicketOnFile {
  id: number;
  status: string;
  note: string | null;
  customer: CustomerOnFile | null;
}

export async function findTicket(context: OperationContext, ticketId: number): Promise<TicketOnFile> {
  const ticket =
    ticketId > MOST_INTEGER
      ? null
      : await context.tx.ticket.findUnique({
          where: { id: ticketId },
          select: { id: true, status: true, note: true, customer: { select: { id: true, name: true } } },
        });
  if (ticket === null) throw new OperationError("NOT_FOUND", `There is no ticket ${ticketId}.`, { ticketId });
  if (ticketId > (await context.till()).ticketsBefore) {
    throw new OperationError("WRONG_STATE", `Ticket ${ticketId} is only being opened by this plan.`);
  }
  return ticket;
}

/** What was noted before stays in front. */
function withNote(ticket: TicketOnFile, note: string): string {
  const notes = ticket.note === null ? note : `${ticket.note} · ${note}`;
  if (notes.length > MOST_NOTES_CHARS) {
    throw new OperationError(
      "WRONG_STATE",
      `The notes on ticket ${ticket.id} have no room for that; they hold at most ${MOST_NOTES_CHARS} characters.`,
      { status: ticket.status },
    );
  }
  return notes;
}
