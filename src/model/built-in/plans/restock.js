// A delivery: staff only; every item is looked up first, then each becomes one delivery.
import { listed } from "./parts/listed.js";
import { lookUp } from "./parts/look-up.js";
import { openQuestion } from "./parts/open-question.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Only our staff can restock items. I can tell you what is in stock or prepare an order for you.";
} else {
  // 1. Which items and how many came in?
  const lines = await lookUp(intent.lines);
  const open = openQuestion("restock", lines, "came in", lines.length === 1 ? { unitCost: lines[0].unitCost } : {});
  if (open !== null) {
    STATUS = open.status;
    answer_text = open.question;
    pending = open.pending;
  } else {
    // 2. One delivery per item.
    try {
      const stocked = [];
      for (const { item, quantity, unitCost } of lines) {
        const done = await shop.restock({ itemId: item.itemId, quantity, ...(unitCost !== null && { unitCost }) });
        const cost = unitCost === null ? "" : ` for ${money(done.total)}`;
        stocked.push(`${quantity} ${item.name}${cost}, which makes a stock of ${done.stockAfter}`);
      }
      STATUS = "success";
      ACTION = "mutate";
      answer_text = `Ready for approval: ${listed(stocked)}.`;
    } catch (error) {
      const { status, text } = refusal(error);
      STATUS = status;
      answer_text = text;
    }
  }
}
console.log(`LOG: restock by ${requester.role}: ${STATUS}`);
