// A suite's store in, a database of its own out that every trial finds as fresh as the first. Made by copying: to create
// one takes seconds, to open a copy tenths, to put its rows back hundredths.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readDemoStore, seedStore } from "../../prisma/seed.ts";
import type { Database, Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import { openPglite } from "../database/pglite.ts";

type Limits = Parameters<typeof openPglite>[1];

/** Whoever needs one first makes it, for each state of the migrations and the demo store; `parent` keeps it. */
async function demoTemplate(parent: string, limits: Limits): Promise<string> {
  const prisma = join(import.meta.dirname, "../../prisma");
  const hash = createHash("sha256").update(process.version);
  for (const name of (await readdir(prisma, { recursive: true })).toSorted()) {
    if (/\.(?:sql|ts|json)$/.test(name)) hash.update(name).update(await readFile(join(prisma, name)));
  }
  const template = join(parent, `tillhand-template-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(template)) return template;
  await mkdir(parent, { recursive: true });
  const fresh = await mkdtemp(join(parent, "tillhand-template-"));
  const database = await openPglite(fresh, limits);
  await database.transaction(async (tx) => seedStore(tx, await readDemoStore()));
  await database.close();
  // Whole or not at all; when another process was faster, its template is as good.
  await rename(fresh, template).catch(() => rm(fresh, { recursive: true }));
  return template;
}

/** A copy of the demo store; closing removes its files. Templates are kept in `parent`. */
export async function openDemoCopy(parent: string, limits: Limits): Promise<Database> {
  const own = await mkdtemp(join(tmpdir(), "tillhand-store-"));
  const directory = join(own, "data");
  await cp(await demoTemplate(parent, limits), directory, { recursive: true });
  const database = await openPglite(directory, limits);
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(own, { recursive: true });
    },
  };
}

/** The shop and the service's records; within the transaction the ledger lets itself be emptied. */
export async function emptyStore(tx: Transaction): Promise<void> {
  await withoutTriggers(tx, async () => {
    await tx.$executeRaw`TRUNCATE inventory, customers, orders, order_lines, tickets, transactions, conversations,
      spending, notices CASCADE`;
  });
}

/** The ledger refuses to be emptied; replicas' triggers stay silent. */
async function withoutTriggers(tx: Transaction, work: () => Promise<void>): Promise<void> {
  await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
  await work();
  await tx.$executeRaw`SET LOCAL session_replication_role = origin`;
}

/** With what tells their rows apart. */
const SHOP: { [table: string]: string } = {
  inventory: "item_id",
  customers: "id",
  orders: "id",
  order_lines: "order_id, position",
  tickets: "id",
  transactions: "transaction_id",
};
const Columns = z.array(z.object({ table: z.string(), column: z.string(), isGenerated: z.boolean() }));

/**
 * The shop as it stands now is kept aside; what comes back puts it there again, and the service's records away. Only rows
 * that differ are touched: to empty and fill whole tables is mostly making and removing files.
 */
export async function keepAside({ client, transaction }: Database): Promise<() => Promise<void>> {
  const columns = Columns.parse(
    await client.$queryRaw`SELECT table_name AS "table", column_name AS "column", is_generated = 'ALWAYS' AS "isGenerated"
      FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations'
      ORDER BY table_name, ordinal_position`,
  );
  const shop = Object.entries(SHOP).map(([table, key]) => ({
    table: Prisma.raw(table),
    key: Prisma.raw(key),
    columns: Prisma.raw(
      columns.flatMap((one) => (one.table === table && !one.isGenerated ? [`"${one.column}"`] : [])).join(", "),
    ),
  }));
  const records = [...new Set(columns.map(({ table }) => table))].filter((table) => !Object.hasOwn(SHOP, table));
  const emptied = records.map((table, index) => Prisma.raw(`emptied${index} AS (DELETE FROM "${table}")`));
  await transaction(async (tx) => {
    await tx.$executeRaw`CREATE SCHEMA aside`;
    for (const one of shop)
      await tx.$executeRaw`CREATE TABLE aside.${one.table} AS SELECT ${one.columns} FROM ${one.table}`;
  });
  return () =>
    transaction((tx) =>
      withoutTriggers(tx, async () => {
        await tx.$executeRaw`WITH ${Prisma.join(emptied)} SELECT 1`;
        for (const one of shop) {
          await tx.$executeRaw`DELETE FROM ${one.table} WHERE (${one.key}) IN (SELECT ${one.key} FROM
            (SELECT ${one.columns} FROM ${one.table} EXCEPT SELECT ${one.columns} FROM aside.${one.table}) AS changed)`;
          await tx.$executeRaw`INSERT INTO ${one.table} (${one.columns})
            SELECT ${one.columns} FROM aside.${one.table} EXCEPT SELECT ${one.columns} FROM ${one.table}`;
        }
      }),
    );
}
