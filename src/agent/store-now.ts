// Who asks in, the store as it stands for them out: per table its row count, its fields with types and two sample rows,
// read from the database so that the prompt cannot lag behind it.
import { z } from "zod";
import { Prisma, type PrismaClient } from "../database/generated/client.ts";
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

export type ReadStore = (requester: Requester) => Promise<StoreNow>;

const Fields = z.array(z.object({ table_name: z.string(), column_name: z.string(), data_type: z.string() }));
const Samples = z.array(
  z.object({
    name: z.string(),
    count: z.number(),
    samples: z
      .array(z.record(z.string(), z.json()))
      .nullable()
      .transform((rows) => rows ?? []),
  }),
);

const SAMPLE_ROWS = 2;

/** Rows are counted up to here: to count a million for every request would take longer than all else. */
export const COUNTED_ROWS = 1_000;

/** Rows are read for every request; the fields only once, for a migration needs a restart anyway. */
export function createStoreReader(client: PrismaClient): ReadStore {
  let fields: Map<string, TableNow["fields"]> | null = null;
  return async (requester) => {
    fields ??= await readFields(client);
    const fieldsOf = fields;
    const samples = await readSamples(client, requester);
    return {
      tables: samples.map((table) => ({
        name: table.name,
        rowCount: table.count,
        fields: fieldsOf.get(table.name) ?? [],
        samples: table.samples.map((row) => readable(table.name, row)),
      })),
    };
  };
}

async function readFields(client: PrismaClient): Promise<Map<string, TableNow["fields"]>> {
  const rows = await client.$queryRaw`
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position`;
  const fields = new Map<string, TableNow["fields"]>();
  for (const row of Fields.parse(rows)) {
    const name = camelCase(row.column_name);
    if (!isReadable(row.table_name, name)) continue;
    const known = fields.get(row.table_name) ?? [];
    fields.set(row.table_name, [...known, { name, type: row.data_type }]);
  }
  return fields;
}

async function readSamples(client: PrismaClient, requester: Requester): Promise<z.infer<typeof Samples>> {
  const seesAll = requester.role !== "customer";
  // A condition for each case rather than one for both, which no index would serve.
  const ownedBy = (column: string) =>
    seesAll ? Prisma.sql`true` : Prisma.sql`${Prisma.raw(column)} = ${requester.customerId}::int`;
  const countOf = (table: string, where: Prisma.Sql) =>
    Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM ${Prisma.raw(table)} WHERE ${where} LIMIT ${COUNTED_ROWS + 1}) c)`;
  const rows = await client.$queryRaw`
    SELECT 'inventory' AS name, ${countOf("inventory", Prisma.sql`true`)} AS count,
      (SELECT json_agg(r) FROM (SELECT * FROM inventory ORDER BY item_id LIMIT ${SAMPLE_ROWS}) r) AS samples
    UNION ALL
    SELECT 'orders', ${countOf("orders", ownedBy("customer_id"))},
      (SELECT json_agg(r) FROM (
        SELECT o.*, (SELECT json_agg(json_build_object('itemId', item_id, 'quantity', quantity, 'unitPrice', unit_price)
          ORDER BY position) FROM order_lines WHERE order_id = o.id) AS lines
        FROM orders o WHERE ${ownedBy("customer_id")} ORDER BY created_at DESC LIMIT ${SAMPLE_ROWS}) r)
    UNION ALL
    SELECT 'customers', ${countOf("customers", ownedBy("id"))},
      (SELECT json_agg(r) FROM (
        SELECT * FROM customers WHERE ${ownedBy("id")} ORDER BY id LIMIT ${SAMPLE_ROWS}) r)
    UNION ALL
    SELECT 'tickets', ${countOf("tickets", ownedBy("customer_id"))},
      (SELECT json_agg(r) FROM (
        SELECT * FROM tickets WHERE ${ownedBy("customer_id")} ORDER BY id DESC LIMIT ${SAMPLE_ROWS}) r)
    UNION ALL
    SELECT 'transactions', ${countOf("transactions", Prisma.sql`true`)},
      (SELECT json_agg(r) FROM (SELECT * FROM transactions ORDER BY position DESC LIMIT ${SAMPLE_ROWS}) r)
    WHERE ${seesAll}`;
  return Samples.parse(rows);
}

function readable(table: string, row: { [column: string]: Json }): { [field: string]: Json } {
  const named = Object.entries(row).map(([column, value]) => [camelCase(column), value] as const);
  return Object.fromEntries(named.filter(([field]) => isReadable(table, field)));
}

/** Only what the readers give; the rest of a table's columns is the house's own. */
function isReadable(table: string, field: string): boolean {
  if (table === "orders" && field === "lines") return true;
  return tables.find(({ name }) => name === table)?.fields.some(({ name }) => name === field) ?? false;
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
