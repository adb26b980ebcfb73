// One order and where it stands.
import { noOrder } from "./parts/no-order.js";
import { orderWords } from "./parts/order-words.js";

ACTION = "read";
const order = await db.orders.findFirst({ where: { id: intent.orderId } });
if (order === null) {
  STATUS = "no_match";
  answer_text = noOrder(intent.orderId);
} else {
  STATUS = "success";
  const [words] = await orderWords([order]);
  answer_text = `Here is order ${words}. It is ${order.status} at the moment.`;
}
console.log(`LOG: status of order ${intent.orderId}: ${STATUS}`);
