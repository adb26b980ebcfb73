// A transaction in, the sole right to change the shop out, with the numbers that new rows continue.
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";

/** Held until the transaction ends, so operations count on in memory. */
export interface Till {
  lastPosition: number;
  balance: Prisma.Decimal;
  lastOrderId: number;
  lastTicketId: number;
  /** Higher numbers belong to this run. They may be others' by the time of the commit, so no argument may name one. */
  readonly ordersBefore: number;
  readonly ticketsBefore: number;
  readonly rowsBefore: number;
}

interface TillRow {
  last_position: number;
  balance: string;
  last_order_id: number;
  last_ticket_id: number;
}

/** Waits for whoever has the till now; no longer than the transaction may last. */
export async function openTill(tx: Transaction): Promise<Till> {
  const [row] = await tx.$queryRaw<TillRow[]>`
    SELECT last_position, balance::text, last_order_id, last_ticket_id FROM open_till()`;
  if (row === undefined) throw new Error("open_till() gave no row: the migration `till` is missing");
  return {
    lastPosition: row.last_position,
    balance: new Prisma.Decimal(row.balance),
    lastOrderId: row.last_order_id,
    lastTicketId: row.last_ticket_id,
    ordersBefore: row.last_order_id,
    ticketsBefore: row.last_ticket_id,
    rowsBefore: row.last_position,
  };
}
