// Staff add a note to a ticket.
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { ticketId, note } = intent;
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Only our staff can write on tickets. I can show you your tickets or open one for you.";
} else if (note === null) {
  STATUS = "invalid_request";
  answer_text = `What should be noted? Say it like this: "add a note to ticket ${ticketId}: …".`;
} else {
  const ticket = await db.tickets.findFirst({ where: { id: ticketId } });
  if (ticket === null) {
    STATUS = "no_match";
    answer_text = `I could not find a ticket ${ticketId}. "Open tickets" shows those that wait.`;
  } else {
    try {
      await shop.noteOnTicket({ ticketId: ticket.id, note: note.slice(0, 500).toWellFormed() });
      STATUS = "success";
      ACTION = "mutate";
      answer_text = `The note on ticket ${ticket.id} is ready to be confirmed.`;
    } catch (error) {
      const { status, text } = refusal(error);
      STATUS = status;
      answer_text = text;
    }
  }
}
console.log(`LOG: note on ticket ${ticketId}: ${STATUS}`);
