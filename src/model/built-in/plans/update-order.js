// A pending order gets other items at the same amount.
import { listed } from "./parts/listed.js";
import { lookUp } from "./parts/look-up.js";
import { noOrder } from "./parts/no-order.js";
import { refusal } from "./parts/refusal.js";

ACTION = "read";
const { orderId } = intent;
const order = await db.orders.findFirst({ where: { id: orderId } });
const wanted = await lookUp(intent.lines);
const replaced = await lookUp(intent.insteadOf);
const unclear = [...wanted, ...replaced].find((line) => line.item === null);
const uncounted = wanted.find((line) => line.quantity === null);

// 1. Take out what is replaced, or everything; then add what is wanted.
const held = new Map((order?.lines ?? []).map((line) => [line.itemId, line.quantity]));
const left = replaced.length === 0 ? new Map() : new Map(held);
const absent = replaced.find(({ item, quantity }) => item !== null && (held.get(item.itemId) ?? 0) < (quantity ?? 1));
for (const { item, quantity } of replaced) {
  if (item !== null) left.set(item.itemId, quantity === null ? 0 : (left.get(item.itemId) ?? 0) - quantity);
}
for (const { item, quantity } of wanted) {
  if (item !== null) left.set(item.itemId, (left.get(item.itemId) ?? 0) + quantity);
}
const lines = [...left].filter(([, quantity]) => quantity > 0).map(([itemId, quantity]) => ({ itemId, quantity }));

if (order === null) {
  STATUS = "no_match";
  answer_text = noOrder(orderId);
} else if (unclear !== undefined) {
  STATUS = unclear.status;
  answer_text = unclear.question;
} else if (uncounted !== undefined) {
  STATUS = "invalid_request";
  answer_text = `How many ${uncounted.item.name} should be on order ${order.id}? Please tell me the whole change again with the number.`;
} else if (absent !== undefined) {
  STATUS = "invalid_request";
  answer_text = `Order ${order.id} does not hold that many ${absent.item.name}, so nothing was changed. What should be replaced?`;
} else if (order.status !== "pending") {
  STATUS = "invalid_request";
  answer_text = `Order ${order.id} is ${order.status}, and only pending orders can be changed.`;
} else {
  // 2. All lines as they shall be; the amount must stay the same.
  try {
    await shop.updateOrder({ orderId: order.id, lines });
    STATUS = "success";
    ACTION = "mutate";
    const names = listed(wanted.map((line) => `${line.quantity} ${line.item.name}`));
    const old = replaced.length === 0 ? "" : ` instead of the ${listed(replaced.map((line) => line.item.name))}`;
    answer_text = `Order ${order.id} will hold ${names}${old} at the same ${money(order.totalAmount)}; that is ready to be confirmed.`;
  } catch (error) {
    const { status, text } = refusal(error.code === "AMOUNT_CHANGED" ? { code: "WRONG_STATE" } : error);
    STATUS = status;
    answer_text =
      error.code === "AMOUNT_CHANGED"
        ? `That would take order ${order.id} from ${money(error.before)} to ${money(error.after)}; an order may only change while its amount stays the same.`
        : text;
  }
}
console.log(`LOG: change of order ${orderId}: ${STATUS}`);
