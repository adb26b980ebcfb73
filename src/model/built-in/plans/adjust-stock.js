// A count that differs: staff only; the stock is set to a number or changed by a difference.
import { oneItem } from "./parts/one-item.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { to, by, reason } = intent;
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Only our staff can change the stock. I can tell you what is in stock, or open a ticket for you.";
} else {
  // 1. The item, and what its stock shall be: a number, or a difference to what is there.
  const { item, status, question } = await oneItem(intent.item);
  const count = to ?? (item === null || by === null ? null : item.quantityInStock + by);
  if (item === null) {
    STATUS = status;
    answer_text = question;
    const known = { ...(to !== null && { quantityInStock: to }), ...(by !== null && { by }) };
    pending = { intent: "adjustStock", collected: { ...known, reason }, missing: ["itemId"] };
  } else if (count === null) {
    STATUS = "invalid_request";
    answer_text = `How many ${item.name} are there? I need a whole number, zero or more.`;
    pending = { intent: "adjustStock", collected: { itemId: item.itemId, reason }, missing: ["quantityInStock"] };
  } else if (count < 0) {
    STATUS = "insufficient_stock";
    answer_text = `There are only ${item.quantityInStock} ${item.name} in stock, so fewer than none would be left; nothing was changed.`;
  } else {
    // 2. Set it.
    try {
      const done = await shop.adjustStock({ itemId: item.itemId, quantityInStock: count, reason });
      STATUS = "success";
      ACTION = "mutate";
      answer_text = `The stock of ${item.name} will go from ${item.quantityInStock} to ${done.stockAfter}; it is ready for approval.`;
    } catch (error) {
      const refused = refusal(error);
      STATUS = refused.status;
      answer_text = refused.text;
    }
  }
}
console.log(`LOG: stock adjustment by ${requester.role}: ${STATUS}`);
