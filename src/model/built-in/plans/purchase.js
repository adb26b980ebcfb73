// A sale: every item is looked up and counted first, then each becomes one sale.
import { listed } from "./parts/listed.js";
import { lookUp } from "./parts/look-up.js";
import { openQuestion } from "./parts/open-question.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { customerName, onlyIf } = intent;
const forWhom = customerName === null ? {} : { customerName };
const given = { ...forWhom, ...(onlyIf !== null && { onlyIf }) };

// 1. Which items, and is there enough of each? Nothing is staged before all of it is known.
const lines = await lookUp(intent.lines);
const open = openQuestion("purchase", lines, "would you like", given);
const short = open === null ? lines.filter((line) => line.quantity > line.item.quantityInStock) : [];
const isSomebodyElse =
  requester.role === "customer" && customerName !== null && customerName !== requester.name?.toLowerCase();

// 2. A condition on the price holds for each item, or for all of it together.
const prices =
  open !== null || onlyIf === null
    ? []
    : onlyIf.of === "each"
      ? lines.map((line) => line.item.price)
      : [lines.reduce((sum, line) => sum + line.item.price * line.quantity, 0)];
const isFine = prices.every((price) => {
  const { lt = Infinity, lte = Infinity, gt = -Infinity, gte = -Infinity } = onlyIf.price;
  return price < lt && price <= lte && price > gt && price >= gte;
});

if (isSomebodyElse) {
  STATUS = "unsupported_intent";
  answer_text = "You can only buy for yourself here; leave the name out and I will prepare the order for you.";
} else if (open !== null) {
  STATUS = open.status;
  answer_text = open.question;
  pending = open.pending;
} else if (short.length > 0) {
  STATUS = "insufficient_stock";
  const counts = listed(short.map((line) => `only ${line.item.quantityInStock} ${line.item.name}`));
  answer_text = `I am sorry, there are ${counts} in stock, so I have not prepared anything. Would fewer do?`;
  const known = lines.map(({ item, quantity }) =>
    quantity > item.quantityInStock ? { itemId: item.itemId } : { itemId: item.itemId, quantity },
  );
  const collected = { ...(known.length === 1 ? known[0] : { lines: known }), ...given };
  pending = { intent: "purchase", collected, missing: ["quantity"] };
} else if (!isFine) {
  STATUS = "success";
  const costs = listed(lines.map((line) => `the ${line.item.name} costs ${money(line.item.price)}`));
  answer_text = `I have not prepared anything, because ${costs}, which is not what you had in mind.`;
} else {
  // 3. One sale per item, in the order in which they were named.
  try {
    let total = 0;
    for (const { item, quantity } of lines) {
      const done = await shop.purchase({ itemId: item.itemId, quantity, ...forWhom });
      total += done.total;
    }
    STATUS = "success";
    ACTION = "mutate";
    const bought = listed(lines.map((line) => `${line.quantity} ${line.item.name} at ${money(line.item.price)}`));
    const buyer =
      customerName === null ? "" : ` for ${customerName.replace(/(?<!\p{L})\p{L}/gu, (first) => first.toUpperCase())}`;
    answer_text = `${bought}${buyer} ${lines.length === 1 && lines[0].quantity === 1 ? "comes" : "come"} to ${money(total)}: the sale is ready to be confirmed.`;
  } catch (error) {
    const { status, text } = refusal(error);
    STATUS = status;
    answer_text = text;
    if (error.code === "NOT_FOUND" && customerName !== null) {
      answer_text = `I could not find a customer called ${customerName}, so nothing was changed. Which customer is it for?`;
      const known = lines.map(({ item, quantity }) => ({ itemId: item.itemId, quantity }));
      pending = { intent: "purchase", collected: { lines: known, ...given }, missing: ["customerName"] };
    }
  }
}
console.log(`LOG: purchase of ${lines.length} item(s): ${STATUS}`);
