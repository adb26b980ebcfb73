// A shop and a number of days in, so many days of an invented past in its tables out: behind whatever the shop holds
// already, because the ledger only grows (docs/decisions/025-time-buckets.md).
import type { Transaction } from "../src/database/database.ts";
import { openTill } from "../src/operations/till.ts";
import { type History, inventHistory, type ShopNow } from "./history/invent-history.ts";
import { HISTORY_DOMAIN } from "./history/people.ts";

export const MOST_HISTORY_DAYS = 1_000;

export interface HistorySpan {
  /** From 1 to `MOST_HISTORY_DAYS`. */
  days: number;
  /** Its last day, "2025-11-30". */
  until: string;
}

const ROWS_AT_ONCE = 1_000;

export async function hasHistory(tx: Pick<Transaction, "customer">): Promise<boolean> {
  return (await tx.customer.count({ where: { email: { endsWith: `@${HISTORY_DOMAIN}` } } })) > 0;
}

/** The same span on the same shop gives the same rows. Stock ends as it was. */
export async function writeHistory(tx: Transaction, { days, until }: HistorySpan): Promise<History> {
  const history = inventHistory(await readShop(tx), days, new Date(`${until}T00:00:00Z`));
  await tx.customer.createMany({ data: history.customers });
  for (const data of batches(history.orders)) await tx.order.createMany({ data });
  for (const data of batches(history.orderLines)) await tx.orderLine.createMany({ data });
  for (const data of batches(history.tickets)) await tx.ticket.createMany({ data });
  for (const data of batches(history.transactions)) await tx.transaction.createMany({ data });
  for (const [itemId, quantityInStock] of history.stock) {
    await tx.item.update({ where: { itemId }, data: { quantityInStock } });
  }
  return history;
}

async function readShop(tx: Transaction): Promise<ShopNow> {
  const till = await openTill(tx);
  const items = await tx.item.findMany({ orderBy: { itemId: "asc" } });
  const { _max } = await tx.customer.aggregate({ _max: { id: true } });
  return {
    items: items.map(({ price, ...item }) => ({ ...item, priceCents: price.mul(100).toNumber() })),
    lastPosition: till.lastPosition,
    balanceCents: till.balance.mul(100).toNumber(),
    lastOrderId: till.lastOrderId,
    lastTicketId: till.lastTicketId,
    lastCustomerId: _max.id ?? 0,
  };
}

function batches<Row>(rows: Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
}
