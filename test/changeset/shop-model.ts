// The shop in memory, in whole cents, written a second time and as plainly as possible: a call in, the code of its
// refusal, or null and the model changed, out.
import type { Store } from "../../prisma/seed.ts";

interface Line {
  itemId: string;
  quantity: number;
  cents: number;
}

interface OrderModel {
  customerId: number;
  status: string;
  cents: number;
  lines: Line[];
  /** Money that moved for it so far, and what came back of it. */
  paid: number;
  returned: { itemId: string; quantity: number; cents: number }[];
}

export interface ShopModel {
  stock: Map<string, number>;
  prices: Map<string, number>;
  orders: Map<number, OrderModel>;
  amounts: number[];
  tickets: number;
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

export function modelOf(store: Store): ShopModel {
  const orders = store.orders.map((order): [number, OrderModel] => {
    const lines = order.lines.map((line) => ({ ...line, cents: toCents(line.unitPrice) }));
    const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
    return [order.id, { customerId: order.customerId, status: order.status, cents, lines, paid: 0, returned: [] }];
  });
  return {
    stock: new Map(store.inventory.map((item) => [item.itemId, item.quantityInStock])),
    prices: new Map(store.inventory.map((item) => [item.itemId, toCents(item.price)])),
    orders: new Map(orders),
    amounts: store.transactions.map((row) => toCents(row.amount)),
    tickets: store.tickets.length,
  };
}

/** The arguments of all operations together, as the generator makes them. */
export interface Wanted {
  itemId?: string;
  quantity?: number;
  customerId?: number | null;
  customerName?: string;
  orderId?: number;
  unitCost?: number;
  quantityInStock?: number;
  lines?: { itemId: string; quantity: number }[];
}

/** `opened`: the orders that this run opened so far, by customer. */
export function play(shop: ShopModel, opened: Map<number, number>, name: string, wanted: Wanted): string | null {
  const { itemId = "", quantity = 0, orderId = 0 } = wanted;
  const stock = shop.stock.get(itemId) ?? 0;
  const price = shop.prices.get(itemId) ?? 0;
  switch (name) {
    case "purchase": {
      if (stock < quantity) return "INSUFFICIENT_STOCK";
      shop.stock.set(itemId, stock - quantity);
      shop.amounts.push(price * quantity);
      if (wanted.customerId != null) sellOnOrder(shop, opened, wanted.customerId, { itemId, quantity, cents: price });
      return null;
    }
    case "returnItem":
      return takeBack(shop, opened, wanted, itemId, quantity);
    case "refund": {
      const order = shop.orders.get(orderId);
      if (order === undefined) return "NOT_FOUND";
      const left = order.cents - order.returned.reduce((sum, part) => sum + part.cents, 0);
      if (order.status !== "delivered" || left <= 0) return "WRONG_STATE";
      order.status = "refunded";
      order.paid -= left;
      shop.amounts.push(-left);
      return null;
    }
    case "cancelOrder":
      return cancel(shop, opened, orderId);
    case "updateOrder":
      return change(shop, opened, orderId, wanted.lines ?? []);
    case "restock":
      shop.stock.set(itemId, stock + quantity);
      shop.amounts.push(-Math.round((wanted.unitCost ?? 0) * 100) * quantity);
      return null;
    case "adjustStock":
      if (shop.stock.get(itemId) === wanted.quantityInStock) return "INVALID_ARGUMENT";
      shop.stock.set(itemId, wanted.quantityInStock ?? 0);
      shop.amounts.push(0);
      return null;
    default:
      shop.tickets += 1;
      return null;
  }
}

function sellOnOrder(shop: ShopModel, opened: Map<number, number>, customerId: number, line: Line) {
  const id = opened.get(customerId) ?? Math.max(1000, ...shop.orders.keys()) + 1;
  const order = shop.orders.get(id) ?? { customerId, status: "pending", cents: 0, lines: [], paid: 0, returned: [] };
  const known = order.lines.find((each) => each.itemId === line.itemId);
  if (known === undefined) order.lines.push(line);
  else known.quantity += line.quantity;
  order.cents += line.cents * line.quantity;
  order.paid += line.cents * line.quantity;
  shop.orders.set(id, order);
  opened.set(customerId, id);
}

function leftOf(order: OrderModel, itemId: string): number {
  const back = order.returned.filter((part) => part.itemId === itemId).reduce((sum, part) => sum + part.quantity, 0);
  return (order.lines.find((line) => line.itemId === itemId)?.quantity ?? 0) - back;
}

function takeBack(shop: ShopModel, opened: Map<number, number>, wanted: Wanted, itemId: string, quantity: number) {
  let order: OrderModel | undefined;
  if (wanted.orderId !== undefined) {
    order = shop.orders.get(wanted.orderId);
    if (order === undefined) return "NOT_FOUND";
    if ([...opened.values()].includes(wanted.orderId) || order.status !== "delivered") return "WRONG_STATE";
    if (!order.lines.some((line) => line.itemId === itemId)) return "NOT_FOUND";
    if (leftOf(order, itemId) < quantity) return "INVALID_QUANTITY";
  } else if (wanted.customerName !== undefined) {
    // Customer 1; all seeded orders are of one time, so the newest has the highest number.
    const own = [...shop.orders.entries()].filter(([, each]) => each.customerId === 1 && each.status === "delivered");
    order = own
      .toSorted(([a], [b]) => b - a)
      .map(([, each]) => each)
      .find((each) => leftOf(each, itemId) >= quantity);
  }
  const paid = order?.lines.find((line) => line.itemId === itemId)?.cents ?? shop.prices.get(itemId) ?? 0;
  order?.returned.push({ itemId, quantity, cents: paid * quantity });
  shop.stock.set(itemId, (shop.stock.get(itemId) ?? 0) + quantity);
  shop.amounts.push(-paid * quantity);
  return null;
}

function cancel(shop: ShopModel, opened: Map<number, number>, orderId: number): string | null {
  const order = shop.orders.get(orderId);
  if (order === undefined) return "NOT_FOUND";
  if ([...opened.values()].includes(orderId) || order.status !== "pending") return "WRONG_STATE";
  order.status = "cancelled";
  for (const line of order.lines) {
    shop.stock.set(line.itemId, (shop.stock.get(line.itemId) ?? 0) + line.quantity);
    if (order.paid !== 0) shop.amounts.push(-line.cents * line.quantity);
  }
  return null;
}

function change(shop: ShopModel, opened: Map<number, number>, orderId: number, lines: Omit<Line, "cents">[]) {
  const order = shop.orders.get(orderId);
  if (order === undefined) return "NOT_FOUND";
  if ([...opened.values()].includes(orderId) || order.status !== "pending") return "WRONG_STATE";
  const wanted: Line[] = [];
  for (const line of lines) {
    const known = wanted.find((each) => each.itemId === line.itemId);
    if (known === undefined) wanted.push({ ...line, cents: shop.prices.get(line.itemId) ?? 0 });
    else known.quantity += line.quantity;
  }
  if (linesText(wanted) === linesText(order.lines)) return "INVALID_ARGUMENT";
  const held = (itemId: string) => order.lines.find((line) => line.itemId === itemId)?.quantity ?? 0;
  if (wanted.some((line) => line.quantity - held(line.itemId) > (shop.stock.get(line.itemId) ?? 0))) {
    return "INSUFFICIENT_STOCK";
  }
  if (wanted.reduce((sum, line) => sum + line.cents * line.quantity, 0) !== order.cents) return "AMOUNT_CHANGED";
  for (const line of order.lines) shop.stock.set(line.itemId, (shop.stock.get(line.itemId) ?? 0) + line.quantity);
  for (const line of wanted) shop.stock.set(line.itemId, (shop.stock.get(line.itemId) ?? 0) - line.quantity);
  order.lines = wanted;
  return null;
}

export function linesText(lines: { itemId: string; quantity: number }[]): string {
  return lines.map((line) => `${line.quantity} x ${line.itemId}`).join(", ");
}
