// Moves of goods and money in any order in, rows of the ledger in time's order out: numbered on, the balance carried
// from row to row, worded as the operations word them.
import type { HistoryItem } from "./visits.ts";

export interface Move {
  kind: "sale" | "return" | "refund" | "cancellation" | "restock" | "adjustment";
  at: Date;
  orderId: number | null;
  /** The item's place in the list. */
  item: number | null;
  /** Of an adjustment: how many were gone. */
  quantity: number | null;
  /** Positive into the till. */
  cents: number;
}

export interface LedgerRow {
  transactionId: string;
  position: number;
  kind: Move["kind"];
  itemId: string | null;
  orderId: number | null;
  quantity: number | null;
  amount: string;
  balanceAfter: string;
  summary: string;
  createdAt: Date;
}

export function ledgerRows(
  shop: { items: HistoryItem[]; lastPosition: number; balanceCents: number },
  moves: Move[],
): { rows: LedgerRow[]; stock: Map<string, number> } {
  const stock = new Map(shop.items.map(({ itemId, quantityInStock }) => [itemId, quantityInStock]));
  let position = shop.lastPosition;
  let cents = shop.balanceCents;
  // Sorting keeps what happened at one moment in the order in which it was invented.
  const rows = moves
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((move): LedgerRow => {
      const item = move.item === null ? undefined : shop.items[move.item];
      const before = item === undefined ? 0 : (stock.get(item.itemId) ?? 0);
      const after = before + stockChange(move);
      if (item !== undefined) stock.set(item.itemId, after);
      position += 1;
      cents += move.cents;
      return {
        transactionId: `TXN${String(position).padStart(3, "0")}`,
        position,
        kind: move.kind,
        itemId: item?.itemId ?? null,
        orderId: move.orderId,
        quantity: move.kind === "adjustment" ? null : move.quantity,
        amount: dollars(move.cents),
        balanceAfter: dollars(cents),
        summary: summaryOf(move, item, before, after),
        createdAt: move.at,
      };
    });
  return { rows, stock };
}

export function dollars(cents: number): string {
  const whole = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

function stockChange({ kind, quantity }: Move): number {
  switch (kind) {
    case "sale":
    case "adjustment":
      return -(quantity ?? 0);
    case "return":
    case "cancellation":
    case "restock":
      return quantity ?? 0;
    case "refund":
      return 0;
  }
}

function summaryOf({ kind, quantity, orderId }: Move, item: HistoryItem | undefined, before: number, after: number) {
  const goods = `${quantity} x ${item?.name} (${item?.itemId})${orderId === null ? "" : `, order ${orderId}`}`;
  switch (kind) {
    case "sale":
      return `Sale of ${goods}`;
    case "return":
      return `Return of ${goods}`;
    case "cancellation":
      return `Cancellation of ${goods}`;
    case "restock":
      return `Restock of ${goods}`;
    case "refund":
      return `Refund of order ${orderId}`;
    case "adjustment":
      return `Stock of ${item?.name} (${item?.itemId}) set from ${before} to ${after}: Stock count`;
  }
}
