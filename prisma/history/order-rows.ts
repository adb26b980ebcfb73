// What was bought and what became of it in, rows of orders with their lines and of tickets out.
import { type Aftermath, ISSUES } from "./after-sale.ts";
import { dollars } from "./ledger-rows.ts";
import type { HistoryItem, Visit } from "./visits.ts";

export interface Dealt {
  visit: Visit;
  after: Aftermath;
  /** null: a walk-in's. */
  orderId: number | null;
}

export interface OrderRow {
  id: number;
  customerId: number;
  status: Aftermath["status"];
  totalAmount: string;
  createdAt: Date;
}

export interface LineRow {
  orderId: number;
  position: number;
  itemId: string;
  quantity: number;
  unitPrice: string;
}

export interface TicketRow {
  id: number;
  customerId: number;
  orderId: number;
  status: "open" | "closed";
  issue: string;
  createdAt: Date;
  closedAt: Date | null;
}

export function orderRows(dealt: Dealt[], customerIds: number[], items: HistoryItem[]) {
  const orders: OrderRow[] = [];
  const orderLines: LineRow[] = [];
  for (const { visit, after, orderId } of dealt) {
    const customerId = customerOf(visit, customerIds);
    if (orderId === null || customerId === null) continue;
    let cents = 0;
    for (const [index, { item, quantity }] of visit.lines.entries()) {
      const { itemId, priceCents } = itemAt(items, item);
      cents += quantity * priceCents;
      orderLines.push({ orderId, position: index + 1, itemId, quantity, unitPrice: dollars(priceCents) });
    }
    orders.push({ id: orderId, customerId, status: after.status, totalAmount: dollars(cents), createdAt: visit.at });
  }
  return { orders, orderLines };
}

export function ticketRows(dealt: Dealt[], customerIds: number[], lastTicketId: number): TicketRow[] {
  return dealt
    .flatMap(({ visit, after: { ticket }, orderId }) => {
      const customerId = customerOf(visit, customerIds);
      return ticket === null || orderId === null || customerId === null ? [] : [{ ticket, orderId, customerId }];
    })
    .toSorted((a, b) => a.ticket.at.getTime() - b.ticket.at.getTime())
    .map(({ ticket: { at, issue, closedAt }, orderId, customerId }, index) => ({
      id: lastTicketId + 1 + index,
      customerId,
      orderId,
      status: closedAt === null ? "open" : "closed",
      issue: `Order ${orderId} ${ISSUES[issue]}.`,
      createdAt: at,
      closedAt,
    }));
}

export function itemAt(items: HistoryItem[], index: number): HistoryItem {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index}`);
  return item;
}

function customerOf({ person }: Visit, customerIds: number[]): number | null {
  return person === null ? null : (customerIds[person] ?? null);
}
