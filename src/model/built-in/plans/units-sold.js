// Units sold per item: staff only.
import { itemsFor } from "./parts/items-for.js";
import { listed } from "./parts/listed.js";

ACTION = "read";
if (requester.role === "customer") {
  STATUS = "unsupported_intent";
  answer_text = "Sales figures are for our staff only. I can tell you about items, prices and your own orders.";
} else {
  // 1. Sales, less what came back or was cancelled.
  const sums = await db.transactions.groupBy({ by: ["itemId", "kind"], _sum: { quantity: true } });
  const sold = new Map();
  for (const { itemId, kind, _sum } of sums) {
    const sign = { sale: 1, return: -1, cancellation: -1 }[kind] ?? 0;
    if (itemId !== null && sign !== 0) sold.set(itemId, (sold.get(itemId) ?? 0) + sign * (_sum.quantity ?? 0));
  }

  // 2. In words, the most sold first.
  const items = (await itemsFor({ words: intent.words, eyewearOnly: false }))
    .map((item) => ({ name: item.name, units: sold.get(item.itemId) ?? 0 }))
    .filter((item) => item.units > 0)
    .toSorted((a, b) => b.units - a.units);
  STATUS = "success";
  answer_text =
    items.length === 0
      ? `No sales are on record yet${intent.words === "" ? "" : ` for "${intent.words}"`}.`
      : `Units sold, less returns: ${listed(items.map((item) => `${item.units} ${item.name}`))}.`;
}
console.log(`LOG: units sold for ${requester.role}: ${STATUS}`);
