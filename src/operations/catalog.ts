// Every operation a plan may call, in the order in which the prompt lists them.
import { cancelOrder } from "./cancel-order.ts";
import { adjustStock, restock } from "./inventory.ts";
import { getCurrentBalance } from "./ledger.ts";
import type { Operation } from "./operation.ts";
import { purchase } from "./purchase.ts";
import { refund } from "./refund.ts";
import { returnItem } from "./returns.ts";
import { closeTicket, openTicket } from "./tickets.ts";
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
  getCurrentBalance,
];

export function operationNamed(name: string): Operation | null {
  return operations.find((operation) => operation.name === name) ?? null;
}
