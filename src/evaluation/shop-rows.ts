// The shop's database in, all of its rows as they stand out; and of two such states the rows that differ. Read from the
// tables themselves: what a run says of its changes is what is to be checked.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Row } from "../operations/operation.ts";
import type { RowChange } from "./evaluation.ts";

export const SHOP_TABLES = ["inventory", "orders", "transactions", "tickets", "customers"] as const;
type ShopTable = (typeof SHOP_TABLES)[number];

/** In the names and the forms that plans and cards use: amounts as decimal strings, an order's lines in one. */
const COLUMNS: { [table in ShopTable]: string[] } = {
  inventory: ["name", "description", "quantityInStock", "price"],
  orders: ["customerId", "status", "totalAmount", "lines", "unitPrices", "createdAt"],
  transactions: [
    ...["kind", "itemId", "orderId", "quantity", "amount", "balanceAfter", "summary", "refersTo", "runId"],
    "createdAt",
  ],
  tickets: ["customerId", "orderId", "runId", "status", "issue", "note", "createdAt", "closedAt"],
  customers: ["email", "name"],
};

export function columnsOf(table: ShopTable): string[] {
  return COLUMNS[table];
}

/** Each row's columns as one JSON text, by table and key. */
export type ShopRows = Map<string, { table: ShopTable; key: string; columns: string }>;

const Rows = z.array(z.object({ table: z.enum(SHOP_TABLES), key: z.string(), columns: z.string() }));
const Columns = z.record(z.string(), z.json());

export async function readShopRows(tx: Transaction): Promise<ShopRows> {
  const rows = await tx.$queryRaw`
    SELECT 'inventory' AS "table", item_id AS key, json_build_object('name', name, 'description', description,
      'quantityInStock', quantity_in_stock, 'price', price::text)::text AS columns FROM inventory
    UNION ALL
    SELECT 'orders', id::text, json_build_object('customerId', customer_id, 'status', status,
      'totalAmount', total_amount::text, 'lines', coalesce(lines, ''), 'unitPrices', coalesce(prices, ''),
      'createdAt', created_at)::text
    FROM orders LEFT JOIN (
      SELECT order_id, string_agg(quantity || ' x ' || item_id, ', ' ORDER BY position) AS lines,
        string_agg(unit_price::text, ', ' ORDER BY position) AS prices FROM order_lines GROUP BY order_id
    ) l ON l.order_id = id
    UNION ALL
    SELECT 'transactions', transaction_id, json_build_object('kind', kind, 'itemId', item_id, 'orderId', order_id,
      'quantity', quantity, 'amount', amount::text, 'balanceAfter', balance_after::text, 'summary', summary,
      'refersTo', refers_to, 'runId', run_id, 'createdAt', created_at)::text FROM transactions
    UNION ALL
    SELECT 'tickets', id::text, json_build_object('customerId', customer_id, 'orderId', order_id, 'runId', run_id,
      'status', status, 'issue', issue, 'note', note, 'createdAt', created_at, 'closedAt', closed_at)::text FROM tickets
    UNION ALL
    SELECT 'customers', id::text, json_build_object('email', email, 'name', name)::text FROM customers`;
  return new Map(Rows.parse(rows).map((row) => [`${row.table} ${row.key}`, row]));
}

/** In the order of the later state; rows that are gone come last. */
export function differences(before: ShopRows, after: ShopRows): RowChange[] {
  const changed = [...after].filter(([name, { columns }]) => before.get(name)?.columns !== columns);
  const gone = [...before].filter(([name]) => !after.has(name));
  return [...changed, ...gone].map(([name, { table, key }]) =>
    differing(
      { table, key: table === "inventory" || table === "transactions" ? key : Number(key) },
      columnsIn(before.get(name)),
      columnsIn(after.get(name)),
    ),
  );
}

function columnsIn(row: { columns: string } | undefined): Row | null {
  return row === undefined ? null : Columns.parse(JSON.parse(row.columns));
}

function differing(row: Pick<RowChange, "table" | "key">, before: Row | null, after: Row | null): RowChange {
  if (before === null || after === null) return { ...row, before, after };
  const isMoved = (column: string) => before[column] !== after[column];
  const only = (columns: Row): Row => Object.fromEntries(Object.entries(columns).filter(([column]) => isMoved(column)));
  return { ...row, before: only(before), after: only(after) };
}
