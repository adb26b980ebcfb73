// The shop in memory, in whole cents, written a second time and as plainly as possible: a call in, the code of its
// refusal, or null and the model changed, out.
import type { Store } from "../../prisma/seed.ts";
import { undoRun } from "./undo-model.ts";

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
}

interface RowModel {
  kind: string;
  itemId: string | null;
  orderId: number | null;
  quantity: number | null;
  cents: number;
  /** The place in the ledger, from 0, of the row that it corrects or takes back. */
  refersTo: number | null;
}

export interface ShopModel {
  stock: Map<string, number>;
  prices: Map<string, number>;
  orders: Map<number, OrderModel>;
  rows: RowModel[];
  tickets: { status: string; note: string | null }[];
  runs: Map<string, { before: ShopModel; after: ShopModel; state: "booked" | "undone" | "undoing" }>;
}

/** What a run may not name, and what it has opened so far. */
export interface RunModel {
  opened: Map<number, number>;
  rowsBefore: number;
  ticketsBefore: number;
  isUndoing: boolean;
}

export function newRun(shop: ShopModel): RunModel {
  const { length: rowsBefore } = shop.rows;
  return { opened: new Map(), rowsBefore, ticketsBefore: shop.tickets.length, isUndoing: false };
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

export function modelOf(store: Store): ShopModel {
  const orders = store.orders.map((order): [number, OrderModel] => {
    const lines = order.lines.map((line) => ({ ...line, cents: toCents(line.unitPrice) }));
    const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
    return [order.id, { customerId: order.customerId, status: order.status, cents, lines }];
  });
  return {
    stock: new Map(store.inventory.map((item) => [item.itemId, item.quantityInStock])),
    prices: new Map(store.inventory.map((item) => [item.itemId, toCents(item.price)])),
    orders: new Map(orders),
    rows: store.transactions.map(({ kind, amount }) => row(kind, toCents(amount), {})),
    tickets: store.tickets.map(({ status }) => ({ status, note: null })),
    runs: new Map(),
  };
}

function row(kind: string, cents: number, more: Partial<RowModel>): RowModel {
  return { kind, cents, itemId: null, orderId: null, quantity: null, refersTo: null, ...more };
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
  ticketId?: number;
  note?: string;
  transactionId?: string;
  amount?: number;
  runId?: string;
}

export function play(shop: ShopModel, run: RunModel, name: string, wanted: Wanted): string | null {
  const { itemId = "", quantity = 0, orderId = 0 } = wanted;
  const stock = shop.stock.get(itemId) ?? 0;
  const price = shop.prices.get(itemId) ?? 0;
  switch (name) {
    case "purchase": {
      if (stock < quantity) return "INSUFFICIENT_STOCK";
      shop.stock.set(itemId, stock - quantity);
      const line = { itemId, quantity, cents: price };
      const on = wanted.customerId == null ? null : sellOnOrder(shop, run, wanted.customerId, line);
      shop.rows.push(row("sale", price * quantity, { itemId, quantity, orderId: on }));
      return null;
    }
    case "returnItem":
      return takeBack(shop, run, wanted, itemId, quantity);
    case "refund": {
      const order = shop.orders.get(orderId);
      if (order === undefined) return "NOT_FOUND";
      const left = order.cents + moved(shop, orderId, ["return", "correction"]);
      if (order.status !== "delivered" || left <= 0) return "WRONG_STATE";
      order.status = "refunded";
      shop.rows.push(row("refund", -left, { orderId }));
      return null;
    }
    case "cancelOrder":
      return cancel(shop, run, orderId);
    case "updateOrder":
      return change(shop, run, orderId, wanted.lines ?? []);
    case "restock": {
      shop.stock.set(itemId, stock + quantity);
      shop.rows.push(row("restock", -Math.round((wanted.unitCost ?? 0) * 100) * quantity, { itemId, quantity }));
      return null;
    }
    case "adjustStock":
      if (stock === wanted.quantityInStock) return "INVALID_ARGUMENT";
      shop.stock.set(itemId, wanted.quantityInStock ?? 0);
      shop.rows.push(row("adjustment", 0, { itemId }));
      return null;
    case "openTicket":
      shop.tickets.push({ status: "open", note: null });
      return null;
    case "noteOnTicket":
    case "closeTicket":
      return tendTicket(shop, run, name, wanted);
    case "correctTransaction":
      return correct(shop, run, wanted);
    default:
      run.isUndoing = true;
      return undoRun(shop, wanted.runId ?? "");
  }
}

/** The sum of an order's rows of these kinds, or of all. */
function moved(shop: ShopModel, orderId: number, kinds: string[] | null): number {
  return shop.rows
    .filter((each) => each.orderId === orderId && (kinds === null || kinds.includes(each.kind)))
    .reduce((sum, each) => sum + each.cents, 0);
}

function sellOnOrder(shop: ShopModel, { opened }: RunModel, customerId: number, line: Line): number {
  const id = opened.get(customerId) ?? Math.max(1000, ...shop.orders.keys()) + 1;
  const order = shop.orders.get(id) ?? { customerId, status: "pending", cents: 0, lines: [] };
  const known = order.lines.find((each) => each.itemId === line.itemId);
  if (known === undefined) order.lines.push(line);
  else known.quantity += line.quantity;
  order.cents += line.cents * line.quantity;
  shop.orders.set(id, order);
  opened.set(customerId, id);
  return id;
}

function leftOf(shop: ShopModel, orderId: number, itemId: string): number {
  const back = shop.rows
    .filter((each) => each.kind === "return" && each.orderId === orderId && each.itemId === itemId)
    .reduce((sum, each) => sum + (each.quantity ?? 0), 0);
  const bought = shop.orders.get(orderId)?.lines.find((line) => line.itemId === itemId)?.quantity ?? 0;
  return bought - back;
}

function takeBack(shop: ShopModel, { opened }: RunModel, wanted: Wanted, itemId: string, quantity: number) {
  let orderId: number | null = null;
  if (wanted.orderId !== undefined) {
    orderId = wanted.orderId;
    const order = shop.orders.get(orderId);
    if (order === undefined) return "NOT_FOUND";
    if ([...opened.values()].includes(orderId) || order.status !== "delivered") return "WRONG_STATE";
    if (!order.lines.some((line) => line.itemId === itemId)) return "NOT_FOUND";
    if (leftOf(shop, orderId, itemId) < quantity) return "INVALID_QUANTITY";
  } else if (wanted.customerName !== undefined) {
    // Customer 1; all seeded orders are of one time, so the newest has the highest number.
    const own = [...shop.orders].filter(([, each]) => each.customerId === 1 && each.status === "delivered");
    const ids = own.map(([id]) => id).toSorted((a, b) => b - a);
    orderId = ids.find((id) => leftOf(shop, id, itemId) >= quantity) ?? null;
  }
  const line = orderId === null ? undefined : shop.orders.get(orderId)?.lines.find((each) => each.itemId === itemId);
  const paid = line?.cents ?? shop.prices.get(itemId) ?? 0;
  shop.stock.set(itemId, (shop.stock.get(itemId) ?? 0) + quantity);
  shop.rows.push(row("return", -paid * quantity, { itemId, quantity, orderId }));
  return null;
}

function cancel(shop: ShopModel, { opened }: RunModel, orderId: number): string | null {
  const order = shop.orders.get(orderId);
  if (order === undefined) return "NOT_FOUND";
  if ([...opened.values()].includes(orderId) || order.status !== "pending") return "WRONG_STATE";
  const paid = moved(shop, orderId, null);
  order.status = "cancelled";
  for (const { itemId, quantity, cents } of order.lines) {
    shop.stock.set(itemId, (shop.stock.get(itemId) ?? 0) + quantity);
    if (paid !== 0) shop.rows.push(row("cancellation", -cents * quantity, { itemId, quantity, orderId }));
  }
  const rest = paid === 0 ? 0 : order.cents - paid;
  if (rest !== 0) shop.rows.push(row("cancellation", rest, { orderId }));
  return null;
}

function change(shop: ShopModel, { opened }: RunModel, orderId: number, lines: Omit<Line, "cents">[]) {
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

function tendTicket(shop: ShopModel, { ticketsBefore }: RunModel, name: string, { ticketId = 0, note }: Wanted) {
  const ticket = shop.tickets[ticketId - 1];
  if (ticket === undefined) return "NOT_FOUND";
  if (ticketId > ticketsBefore) return "WRONG_STATE";
  if (name === "closeTicket") {
    if (ticket.status === "closed") return "WRONG_STATE";
    ticket.status = "closed";
  }
  if (note !== undefined) ticket.note = ticket.note === null ? note : `${ticket.note} · ${note}`;
  return null;
}

function correct(shop: ShopModel, { rowsBefore }: RunModel, { transactionId = "", amount = 0 }: Wanted) {
  const place = Number(transactionId.replace("TXN", "")) - 1;
  const wrong = shop.rows[place];
  if (wrong === undefined) return "NOT_FOUND";
  if (place >= rowsBefore || wrong.refersTo !== null) return "WRONG_STATE";
  if (shop.rows.some((each) => each.kind !== "correction" && each.refersTo === place)) return "WRONG_STATE";
  const difference = Math.round(amount * 100) - netOf(shop, place);
  if (difference === 0) return "INVALID_ARGUMENT";
  const { itemId, orderId } = wrong;
  shop.rows.push(row("correction", difference, { itemId, orderId, refersTo: place }));
  return null;
}

/** A row with its corrections. */
export function netOf(shop: ShopModel, place: number): number {
  return shop.rows
    .filter((each, index) => index === place || (each.kind === "correction" && each.refersTo === place))
    .reduce((sum, each) => sum + each.cents, 0);
}

export function linesText(lines: { itemId: string; quantity: number }[]): string {
  return lines.map((line) => `${line.quantity} x ${line.itemId}`).join(", ");
}
