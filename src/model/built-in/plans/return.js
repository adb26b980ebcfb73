// Goods that come back: every item is looked up first, then each becomes one return.
import { listed } from "./parts/listed.js";
import { lookUp } from "./parts/look-up.js";
import { noOrder } from "./parts/no-order.js";
import { openQuestion } from "./parts/open-question.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { orderId, customerName } = intent;
const given = { ...(orderId && { orderId }), ...(customerName && { customerName }) };

// 1. Which items and how many? Nothing is staged before all of it is known.
const lines = await lookUp(intent.lines);
const open = openQuestion("returnItem", lines, "would you like to return", given);
const order = orderId === null ? null : await db.orders.findFirst({ where: { id: orderId } });

if (orderId !== null && order === null) {
  STATUS = "no_match";
  answer_text = noOrder(orderId);
} else if (lines.length === 0) {
  STATUS = "invalid_request";
  answer_text = `Which items of order ${order.id} would you like to return, and how many of each?`;
  pending = { intent: "returnItem", collected: given, missing: ["itemId", "quantity"] };
} else if (open !== null) {
  STATUS = open.status;
  answer_text = open.question;
  pending = open.pending;
} else {
  // 2. One return per item, in the order in which they were named.
  try {
    let total = 0;
    for (const { item, quantity } of lines) {
      const done = await shop.returnItem({ itemId: item.itemId, quantity, ...given });
      total += done.total;
    }
    STATUS = "success";
    ACTION = "mutate";
    const goods = listed(lines.map((line) => `${line.quantity} ${line.item.name}`));
    answer_text = `The return of ${goods} is ready to be confirmed; ${money(total)} will be paid back.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = text;
    if (error.code === "NOT_FOUND" && customerName !== null) {
      answer_text = `I could not find a customer called ${customerName}, so nothing was changed.`;
    } else if (order !== null) {
      answer_text = `Order ${order.id} (${order.status}) does not cover that return, so nothing was changed.`;
    }
  }
}
console.log(`LOG: return of ${lines.length} item(s): ${STATUS}`);
