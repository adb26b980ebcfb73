// Tickets, newest first: one's own, or for staff everybody's.
import { listed } from "./parts/listed.js";

ACTION = "read";
const { status, ticketId } = intent;
const where = { ...(status !== null && { status }), ...(ticketId !== null && { id: ticketId }) };
const most = 4;
const count = await db.tickets.count({ where });
const tickets = await db.tickets.findMany({ where, orderBy: { createdAt: "desc" }, take: most });

// The words of a ticket are shortened, and nothing in them may ping anybody.
const issue = (text) => text.replace(/[<>@]/g, "").slice(0, 60);
if (tickets.length > 0) {
  STATUS = "success";
  const words = tickets.map((ticket) => `ticket ${ticket.id} (${ticket.status}): ${issue(ticket.issue)}`);
  answer_text = `Here you are: ${listed(words, most, count)}`;
} else if (ticketId !== null) {
  STATUS = "no_match";
  answer_text = `I could not find a ticket ${ticketId}.`;
} else {
  STATUS = "success";
  answer_text = `There are no ${status ?? ""} tickets. Shall I open one? Then tell me what it is about.`.replace(
    "  ",
    " ",
  );
}
console.log(`LOG: ${count} ticket(s)`);
