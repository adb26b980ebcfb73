// The money of a delivered order goes back.
import { noOrder } from "./parts/no-order.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { orderId, reason } = intent;
const order = orderId === null ? null : await db.orders.findFirst({ where: { id: orderId } });

if (orderId === null) {
  STATUS = "invalid_request";
  answer_text = "Which order should be refunded? Please tell me its number.";
  pending = { intent: "refund", collected: reason === null ? {} : { reason }, missing: ["orderId"] };
} else if (order === null) {
  STATUS = "no_match";
  answer_text = noOrder(orderId);
} else if (order.status !== "delivered") {
  STATUS = "invalid_request";
  const other = order.status === "pending" ? " It can be cancelled instead: just say so." : "";
  answer_text = `Order ${order.id} is ${order.status}, and only delivered orders can be refunded.${other}`;
} else {
  // The whole order, once.
  try {
    const done = await shop.refund({ orderId: order.id, ...(reason !== null && { reason }) });
    STATUS = "success";
    ACTION = "mutate";
    answer_text = `The refund of ${money(done.total)} for order ${order.id} is ready to be confirmed.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = text;
  }
}
console.log(`LOG: refund of order ${orderId}: ${STATUS}`);
