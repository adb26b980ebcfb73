// Staff close a ticket.
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { ticketId, note } = intent;
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Only our staff can close tickets. I can show you your tickets or open one for you.";
} else if (ticketId === null) {
  STATUS = "invalid_request";
  answer_text = "Which ticket should be closed? Please tell me its number.";
  pending = { intent: "closeTicket", collected: note === null ? {} : { note }, missing: ["ticketId"] };
} else {
  const ticket = await db.tickets.findFirst({ where: { id: ticketId } });
  if (ticket === null) {
    STATUS = "no_match";
    answer_text = `I could not find a ticket ${ticketId}. "Open tickets" shows those that wait.`;
  } else if (ticket.status === "closed") {
    STATUS = "invalid_request";
    answer_text = `Ticket ${ticket.id} is closed already.`;
  } else {
    try {
      await shop.closeTicket({ ticketId: ticket.id, ...(note !== null && { note }) });
      STATUS = "success";
      ACTION = "mutate";
      answer_text = `Ticket ${ticket.id} will be closed; that is ready to be confirmed.`;
    } catch (error) {
      const { status, text } = refusal(error);
      STATUS = status;
      answer_text = text;
    }
  }
}
console.log(`LOG: closing of ticket ${ticketId}: ${STATUS}`);
