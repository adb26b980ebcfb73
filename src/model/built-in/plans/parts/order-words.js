import { listed } from "./listed.js";

/** "order 1002 of 1 October 2025: 2 Classic, $120.00, pending" for each order. */
export async function orderWords(orders) {
  const itemIds = [...new Set(orders.flatMap((order) => order.lines.map((line) => line.itemId)))];
  const items = await db.inventory.findMany({ where: { itemId: { in: itemIds } } });
  const names = new Map(items.map((item) => [item.itemId, item.name]));
  return orders.map((order) => {
    const lines = listed(
      order.lines.map((line) => `${line.quantity} ${names.get(line.itemId) ?? line.itemId}`),
      3,
    );
    return `${order.id} (${lines}, ${money(order.totalAmount)}, ${order.status})`;
  });
}
