// Every operation a plan may call, in the order in which the prompt lists them.
import { cancelOrder } from "./cancel-order.ts";
import { correctTransaction } from "./correct-transaction.ts";
import { adjustStock, restock } from "./inventory.ts";
import { getCurrentBalance } from "./ledger.ts";
import type { Operation } from "./operation.ts";
import { purchase } from "./purchase.ts";
import { recentRuns } from "./recent-runs.ts";
import { refund } from "./refund.ts";
import { returnItem } from "./returns.ts";
import { closeTicket, noteOnTicket, openTicket } from "./tickets.ts";
import { undo } from "./undo.ts";
import { updateOrder } from "./update-order.ts";

export const operations: Operation[] = [
  purchase,
  returnItem,
  refund,
  updateOrder,
  cancelOrder,
  openTicket,
  restock,
  adjustStock,
  closeTicket,
  noteOnTicket,
  correctTransaction,
  undo,
  recentRuns,
  getCurrentBalance,
];

export function operationNamed(name: string): Operation | null {
  return operations.find((operation) => operation.name === name) ?? null;
}
