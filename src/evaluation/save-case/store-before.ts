// A shop, a moment and the rows that matter in; those rows as they stood at that moment, in the form of prisma/store.json,
// out. What came later is left out, what was committed later is taken back, and what a plan read is believed.
import { Store } from "../../../prisma/seed.ts";
import type { Transaction } from "../../database/database.ts";
import { decimalText } from "../../operations/money.ts";
import type { Change } from "../../operations/operation.ts";
import { storedChanges } from "../../records/runs.ts";
import { rewound } from "./rewind.ts";
import type { Table, UsedRows } from "./used-rows.ts";

interface StoreLimits {
  /** Of a larger table only the rows that were used are taken. */
  wholeTableRows: number;
  /** What was committed since the moment; more is not taken back. */
  commitsSince: number;
}

/** Tables that grow: which of their rows were there, and which of those matter. */
interface Wanted {
  createdAt: { lt: Date };
  id?: { in: number[] };
}

export async function readStoreBefore(
  tx: Transaction,
  used: UsedRows,
  moment: Date,
  limits: StoreLimits,
): Promise<Store> {
  const where = { createdAt: { lt: moment } };
  const since = await changesSince(tx, moment, limits.commitsSince);
  const isWhole = async (table: Table, count: () => Promise<number>) =>
    used.whole.has(table) && (await count()) <= limits.wholeTableRows;
  const ids = (table: Table) => [...used.keys[table]].map(Number).filter(Number.isSafeInteger);
  // New numbers go on from the last one.
  const lastOrder = await tx.order.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  const lastTicket = await tx.ticket.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  const wantedOrders = { ...where, id: { in: [...ids("orders"), ...(lastOrder === null ? [] : [lastOrder.id])] } };
  const wantedTickets = { ...where, id: { in: [...ids("tickets"), ...(lastTicket === null ? [] : [lastTicket.id])] } };
  const allOrders = await isWhole("orders", () => tx.order.count({ where }));
  const allTickets = await isWhole("tickets", () => tx.ticket.count({ where }));

  const ledger = await ledgerBefore(tx, used, moment, limits);
  const owed = {
    ...wantedOrders,
    id: { in: [...wantedOrders.id.in, ...ledger.flatMap(({ orderId }) => orderId ?? [])] },
  };
  const orders = await ordersWhere(tx, allOrders ? where : owed);
  const tickets = await ticketsWhere(tx, allTickets ? where : wantedTickets, moment);
  const itemIds = [
    ...used.keys.inventory,
    ...orders.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)),
    ...ledger.flatMap(({ itemId }) => itemId ?? []),
  ];
  const items = await tx.item.findMany({
    where: (await isWhole("inventory", () => tx.item.count())) ? {} : { itemId: { in: itemIds } },
    orderBy: { itemId: "asc" },
  });
  const customerIds = [...ids("customers"), ...[...orders, ...tickets].flatMap(({ customerId }) => customerId ?? [])];
  const customers = await tx.customer.findMany({
    where: (await isWhole("customers", () => tx.customer.count())) ? {} : { id: { in: customerIds } },
    orderBy: { id: "asc" },
    select: { id: true, email: true, name: true },
  });
  return Store.parse({
    inventory: items.map((row) =>
      rewound("inventory", row.itemId, { ...row, price: decimalText(row.price) }, since, used),
    ),
    transactions: ledger,
    customers: customers.map((row) => rewound("customers", row.id, row, since, used)),
    orders: orders.map((row) => rewound("orders", row.id, row, since, used)),
    tickets: tickets.map((row) => rewound("tickets", row.id, row, since, used)),
  });
}

/** The newest first. */
async function changesSince(tx: Transaction, moment: Date, most: number): Promise<Change[]> {
  const commits = await tx.approval.findMany({
    where: { state: "committed", decidedAt: { gte: moment } },
    orderBy: [{ decidedAt: "desc" }, { createdAt: "desc" }],
    take: most,
    select: { committed: true },
  });
  return commits.flatMap(({ committed }) => storedChanges(committed) ?? []);
}

async function ordersWhere(tx: Transaction, where: Wanted) {
  const rows = await tx.order.findMany({
    where,
    orderBy: { id: "asc" },
    include: { lines: { orderBy: { position: "asc" } } },
  });
  return rows.map(({ id, customerId, status, createdAt, lines }) => ({
    id,
    customerId,
    status,
    createdAt: createdAt.toISOString(),
    lines: lines.map(({ itemId, quantity, unitPrice }) => ({ itemId, quantity, unitPrice: decimalText(unitPrice) })),
  }));
}

async function ticketsWhere(tx: Transaction, where: Wanted, moment: Date) {
  const rows = await tx.ticket.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ id, customerId, orderId, status, issue, note, createdAt, closedAt }) => {
    const isClosedSince = closedAt !== null && closedAt >= moment;
    const [statusThen, closedThen] = isClosedSince ? ["open", null] : [status, closedAt?.toISOString() ?? null];
    const times = { createdAt: createdAt.toISOString(), closedAt: closedThen };
    return { id, customerId, orderId, status: statusThen, issue, note, ...times };
  });
}

/** Whole where it was looked into and is small; else one row that carries the balance. */
async function ledgerBefore(
  tx: Transaction,
  used: UsedRows,
  moment: Date,
  { wholeTableRows }: StoreLimits,
): Promise<Store["transactions"]> {
  const where = { createdAt: { lt: moment } };
  const isLookedInto = used.whole.has("transactions") || used.keys.transactions.size > 0;
  if (isLookedInto && (await tx.transaction.count({ where })) <= wholeTableRows) {
    const rows = await tx.transaction.findMany({ where, orderBy: { position: "asc" } });
    return rows.map(({ transactionId, kind, itemId, orderId, quantity, refersTo, summary, ...row }) => ({
      transactionId,
      kind,
      ...{ itemId, orderId, quantity, refersTo },
      summary,
      amount: decimalText(row.amount),
      balanceAfter: decimalText(row.balanceAfter),
      createdAt: row.createdAt.toISOString(),
    }));
  }
  const last = await tx.transaction.findFirst({ where, orderBy: { position: "desc" } });
  if (last === null) return [];
  const balance = decimalText(last.balanceAfter);
  const amounts = { amount: balance, balanceAfter: balance, createdAt: last.createdAt.toISOString() };
  return [{ transactionId: "TXN001", kind: "opening", summary: "Opening balance", ...amounts }];
}
