// A worry becomes a ticket for staff.
import { noOrder } from "./parts/no-order.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { issue, orderId } = intent;
const order = orderId === null ? null : await db.orders.findFirst({ where: { id: orderId } });

if (orderId !== null && order === null) {
  STATUS = "no_match";
  answer_text = noOrder(orderId);
} else if (issue === null) {
  STATUS = "invalid_request";
  answer_text = "What is it about? Tell me in a sentence, and I will prepare the ticket.";
  pending = { intent: "openTicket", collected: order === null ? {} : { orderId: order.id }, missing: ["issue"] };
} else {
  try {
    await shop.openTicket({ issue: issue.slice(0, 1000).toWellFormed(), ...(order !== null && { orderId: order.id }) });
    STATUS = "success";
    ACTION = "mutate";
    const about = order === null ? "" : ` about order ${order.id}`;
    answer_text = `I have prepared a ticket${about} for our staff, who will look at it once you confirm.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = text;
  }
}
console.log(`LOG: ticket: ${STATUS}`);
