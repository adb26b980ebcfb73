// Who asks in, the store as it stands for them out: per table its row count, its fields with types and two sample rows,
// read from the database so that the prompt cannot lag behind it.
import { z } from "zod";
import type { PrismaClient } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import { tables } from "../operations/tables.ts";
import type { Requester } from "../requester.ts";

interface TableNow {
  name: string;
  rowCount: number;
  fields: { name: string; type: string }[];
  samples: { [field: string]: Json }[];
}

export interface StoreNow {
  tables: TableNow[];
}

const Tables = z.array(
  z.object({
    name: z.string(),
    count: z.number(),
    fields: z.array(z.object({ name: z.string(), type: z.string() })),
    samples: z.array(z.record(z.string(), z.json())),
  }),
);

const SAMPLE_ROWS = 2;

/** One statement: the prompt is made for every request. */
export async function readStoreNow(client: PrismaClient, requester: Requester): Promise<StoreNow> {
  const seesAll = requester.role !== "customer";
  const own = requester.customerId;
  const rows = await client.$queryRaw`
    WITH fields AS (
      SELECT attrelid AS table_id, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL))
        ORDER BY attnum) AS fields
      FROM pg_attribute
      WHERE attnum > 0 AND NOT attisdropped AND attrelid IN ('inventory'::regclass, 'orders'::regclass,
        'customers'::regclass, 'tickets'::regclass, 'transactions'::regclass)
      GROUP BY attrelid
    ),
    own_orders AS (SELECT * FROM orders WHERE ${seesAll} OR customer_id = ${own}),
    own_tickets AS (SELECT * FROM tickets WHERE ${seesAll} OR customer_id = ${own}),
    own_customers AS (SELECT * FROM customers WHERE ${seesAll} OR id = ${own}),
    counted AS (
      SELECT 1 AS place, 'inventory' AS name, (SELECT count(*) FROM inventory) AS count,
        (SELECT json_agg(r) FROM (SELECT * FROM inventory ORDER BY item_id LIMIT ${SAMPLE_ROWS}) r) AS samples
      UNION ALL
      SELECT 2, 'orders', (SELECT count(*) FROM own_orders),
        (SELECT json_agg(r) FROM (
          SELECT o.*, (SELECT json_agg(json_build_object('itemId', item_id, 'quantity', quantity, 'unitPrice', unit_price)
            ORDER BY position) FROM order_lines WHERE order_id = o.id) AS lines
          FROM own_orders o ORDER BY created_at DESC LIMIT ${SAMPLE_ROWS}) r)
      UNION ALL
      SELECT 3, 'customers', (SELECT count(*) FROM own_customers),
        (SELECT json_agg(r) FROM (SELECT * FROM own_customers ORDER BY id LIMIT ${SAMPLE_ROWS}) r)
      UNION ALL
      SELECT 4, 'tickets', (SELECT count(*) FROM own_tickets),
        (SELECT json_agg(r) FROM (SELECT * FROM own_tickets ORDER BY id DESC LIMIT ${SAMPLE_ROWS}) r)
      UNION ALL
      SELECT 5, 'transactions', (SELECT count(*) FROM transactions),
        (SELECT json_agg(r) FROM (SELECT * FROM transactions ORDER BY position DESC LIMIT ${SAMPLE_ROWS}) r)
      WHERE ${seesAll}
    )
    SELECT counted.name, counted.count::int AS count, fields.fields, coalesce(samples, '[]') AS samples
    FROM counted JOIN fields ON fields.table_id = counted.name::regclass ORDER BY place`;
  return {
    tables: Tables.parse(rows).map((table) => ({
      name: table.name,
      rowCount: table.count,
      fields: table.fields
        .map((field) => ({ name: camelCase(field.name), type: field.type }))
        .filter((field) => isReadable(table.name, field.name)),
      samples: table.samples.map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .map(([column, value]) => [camelCase(column), value] as const)
            .filter(([field]) => isReadable(table.name, field)),
        ),
      ),
    })),
  };
}

/** Only what the readers give; the rest of a table's columns is the house's own. */
function isReadable(table: string, field: string): boolean {
  if (table === "orders" && field === "lines") return true;
  return tables.find(({ name }) => name === table)?.fields.some(({ name }) => name === field) ?? false;
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
