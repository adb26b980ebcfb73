// The shop as it is, how many days and until when in; rows of a plausible past out, the same ones every time. Nothing is
// read or written here.
import { inventAftermath } from "./after-sale.ts";
import { type Chance, createChance } from "./chance.ts";
import { type Delivery, type Moves, planDeliveries } from "./deliveries.ts";
import { type LedgerRow, ledgerRows, type Move } from "./ledger-rows.ts";
import {
  type Dealt,
  itemAt,
  type LineRow,
  type OrderRow,
  orderRows,
  type TicketRow,
  ticketRows,
} from "./order-rows.ts";
import { type InventedPerson, inventedPeople } from "./people.ts";
import { type HistoryItem, inventVisits } from "./visits.ts";

/** Where the shop's numbers and its till stand. */
export interface ShopNow {
  items: HistoryItem[];
  lastPosition: number;
  balanceCents: number;
  lastOrderId: number;
  lastTicketId: number;
  lastCustomerId: number;
}

export interface History {
  customers: (InventedPerson & { id: number })[];
  orders: OrderRow[];
  orderLines: LineRow[];
  tickets: TicketRow[];
  transactions: LedgerRow[];
  /** Of each item when the history ends: the same as before it. */
  stock: Map<string, number>;
}

/** Any number does; this one stays, so that the same days have the same figures in every shop. */
const SEED = 20_251_003;
const STOCK_COUNT_EVERY_DAYS = 60;
/** A count of the shelves finds, now and then, that one piece is gone. */
const GONE = 0.35;
const COST_SHARE = 0.45;
const DAY_MS = 24 * 60 * 60_000;
// Before the shop opens.
const DELIVERED_MS = 8 * 60 * 60_000;
const COUNTED_MS = 8.5 * 60 * 60_000;
/** After it has closed. */
const LAST_COUNTED_MS = 21 * 60 * 60_000;

/** `lastDay` is the midnight at which it begins. */
export function inventHistory(shop: ShopNow, days: number, lastDay: Date): History {
  const { items } = shop;
  const chance = createChance(SEED);
  const firstDay = new Date(lastDay.getTime() - (days - 1) * DAY_MS);
  const customers = inventedPeople().map((person, index) => ({ id: shop.lastCustomerId + 1 + index, ...person }));
  const customerIds = customers.map(({ id }) => id);
  let orderId = shop.lastOrderId;
  const dealt = inventVisits(chance, firstDay, days, items.length, customers.length).map((visit): Dealt => {
    const after = inventAftermath(chance, visit, days);
    return { visit, after, orderId: visit.person === null ? null : ++orderId };
  });
  const moves = [...dealt.flatMap((one) => movesOf(one, items)), ...stockCounts(chance, firstDay, days, items.length)];
  const { deliveries, surplus } = planDeliveries(items, movesByDay(moves, firstDay, days, items.length), days);
  const ledger = ledgerRows(shop, [
    ...deliveries.map((one) => deliveryMove(one, firstDay, items)),
    ...moves,
    ...lastCount(surplus, lastDay),
  ]);
  return {
    customers,
    ...orderRows(dealt, customerIds, items),
    tickets: ticketRows(dealt, customerIds, shop.lastTicketId),
    transactions: ledger.rows,
    stock: ledger.stock,
  };
}

function movesOf({ visit, after, orderId }: Dealt, items: HistoryItem[]): Move[] {
  const { cancelledAt, refundedAt } = after;
  const sold = visit.lines.map((line) => ({ ...line, cents: line.quantity * itemAt(items, line.item).priceCents }));
  const moves = sold.map((line): Move => ({ ...line, kind: "sale", at: visit.at, orderId }));
  if (cancelledAt !== null) {
    for (const line of sold)
      moves.push({ ...line, kind: "cancellation", at: cancelledAt, orderId, cents: -line.cents });
  }
  if (refundedAt !== null) {
    const cents = -sold.reduce((sum, line) => sum + line.cents, 0);
    moves.push({ kind: "refund", at: refundedAt, orderId, item: null, quantity: null, cents });
  }
  for (const { at, item, quantity } of after.returns) {
    moves.push({ kind: "return", at, orderId, item, quantity, cents: -quantity * itemAt(items, item).priceCents });
  }
  return moves;
}

function stockCounts(chance: Chance, firstDay: Date, days: number, items: number): Move[] {
  const moves: Move[] = [];
  for (let day = STOCK_COUNT_EVERY_DAYS - 1; day < days; day += STOCK_COUNT_EVERY_DAYS) {
    const at = new Date(firstDay.getTime() + day * DAY_MS + COUNTED_MS);
    for (let item = 0; item < items; item++) {
      if (chance.happens(GONE)) moves.push({ kind: "adjustment", at, orderId: null, item, quantity: 1, cents: 0 });
    }
  }
  return moves;
}

/** What came back last is gone by the evening, so that stock ends as it was. */
function lastCount(surplus: number[], lastDay: Date): Move[] {
  const at = new Date(lastDay.getTime() + LAST_COUNTED_MS);
  return surplus.flatMap((quantity, item) =>
    quantity > 0 ? [{ kind: "adjustment", at, orderId: null, item, quantity, cents: 0 }] : [],
  );
}

function deliveryMove({ day, item, quantity }: Delivery, firstDay: Date, items: HistoryItem[]): Move {
  const at = new Date(firstDay.getTime() + day * DAY_MS + DELIVERED_MS);
  const cents = -quantity * Math.round(itemAt(items, item).priceCents * COST_SHARE);
  return { kind: "restock", at, orderId: null, item, quantity, cents };
}

function movesByDay(moves: Move[], firstDay: Date, days: number, items: number): Moves[] {
  const none = () => Array.from({ length: days }, () => 0);
  const byItem = Array.from({ length: items }, (): Moves => ({ out: none(), in: none() }));
  for (const { kind, at, item, quantity } of moves) {
    const moved = item === null ? undefined : byItem[item];
    if (moved === undefined || quantity === null) continue;
    const day = Math.floor((at.getTime() - firstDay.getTime()) / DAY_MS);
    const way = kind === "sale" || kind === "adjustment" ? moved.out : moved.in;
    way[day] = (way[day] ?? 0) + quantity;
  }
  return byItem;
}
