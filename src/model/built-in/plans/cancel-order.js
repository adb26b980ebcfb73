// A pending order is called off.
import { noOrder } from "./parts/no-order.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { orderId, reason } = intent;
const order = orderId === null ? null : await db.orders.findFirst({ where: { id: orderId } });

if (orderId === null) {
  STATUS = "invalid_request";
  answer_text = "Which order should be cancelled? Please tell me its number.";
  pending = { intent: "cancelOrder", collected: reason === null ? {} : { reason }, missing: ["orderId"] };
} else if (order === null) {
  STATUS = "no_match";
  answer_text = noOrder(orderId);
} else if (order.status !== "pending") {
  STATUS = "invalid_request";
  const other = order.status === "delivered" ? " It can be refunded instead: just say so." : "";
  answer_text = `Order ${order.id} is ${order.status}, and only pending orders can be cancelled.${other}`;
} else {
  try {
    await shop.cancelOrder({ orderId: order.id, ...(reason !== null && { reason }) });
    STATUS = "success";
    ACTION = "mutate";
    answer_text = `Order ${order.id} over ${money(order.totalAmount)} will be cancelled; that is ready to be confirmed.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = text;
  }
}
console.log(`LOG: cancellation of order ${orderId}: ${STATUS}`);
