import { listed } from "./listed.js";

/** "the purchase of 2 Aviator": something that is open, as people would call it. */
export async function openWords({ intent, collected }) {
  const what = {
    purchase: "the purchase",
    returnItem: "the return",
    restock: "the delivery",
    adjustStock: "the new stock",
    refund: "the refund",
    cancelOrder: "the cancellation",
    updateOrder: "the change of your order",
    openTicket: "the ticket",
    closeTicket: "the closing of the ticket",
  }[intent];
  if (!["purchase", "returnItem", "restock", "adjustStock"].includes(intent)) return what ?? "that";
  const names = [];
  for (const { itemId, quantity } of collected.lines ?? [collected]) {
    const item = itemId ? await db.inventory.findFirst({ where: { itemId } }) : null;
    const name = item?.name ?? itemId;
    if (name) names.push(quantity ? `${quantity} ${name}` : name);
  }
  return names.length === 0 ? what : `${what} of ${listed(names)}`;
}
