// A directory in, a Postgres inside this process out: the database of the embedded preset.
import { PGlite } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import type { Database, Transaction } from "./database.ts";
import { lockDirectory } from "./directory-lock.ts";
import { PrismaClient } from "./generated/client.ts";
import { migrate } from "./migrate.ts";
import { mergeParsersOnce } from "./pglite-parsers.ts";
import { createRehearse } from "./rehearse.ts";

const NEVER_LOST = new AbortController().signal;

/**
 * Opens (and creates, and migrates) the shop in `directory`; `null` keeps it in memory.
 * Rejects with `DirectoryError` when another process has it, with `MigrationError` when its schema does not fit.
 */
export async function openPglite(
  directory: string | null,
  limits: { maxWaitMs: number; timeoutMs: number },
): Promise<Database> {
  const unlock = directory === null ? async () => {} : await lockDirectory(directory);
  const engine = new PGlite({
    ...(directory === null ? {} : { dataDir: `${directory}/pgdata` }),
    // Postgres' own default of 128 MB would be a third of what the whole service may take.
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  try {
    await engine.waitReady;
    await migrate({
      exec: (script) => engine.exec(script),
      query: async <Row>(sql: string, parameters: unknown[]) => (await engine.query<Row>(sql, parameters)).rows,
    });
  } catch (error) {
    await engine.close().catch(() => {});
    await unlock();
    throw error;
  }
  const client = new PrismaClient({ adapter: new PrismaPGlite(mergeParsersOnce(engine)), errorFormat: "minimal" });

  // PGlite has one connection. A transaction that Prisma gives up waiting for would start later with nobody to end it,
  // so they queue here, where waiting has no deadline, and Prisma's own wait is always short.
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting++;
    const mine = last.then(work).finally(() => waiting--);
    last = mine.catch(() => {});
    return mine;
  }

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTurn(() => client.$transaction(work, { maxWait: limits.maxWaitMs, timeout: limits.timeoutMs }));
  }

  // The directory's lock keeps other processes out, so names taken in this one are all there are.
  const taken = new Set<string>();
  async function exclusively<T>(name: string, work: (lost: AbortSignal) => Promise<T>): Promise<T | null> {
    if (taken.has(name)) return null;
    taken.add(name);
    try {
      return await work(NEVER_LOST);
    } finally {
      taken.delete(name);
    }
  }

  return {
    client,
    transaction,
    rehearse: createRehearse(transaction),
    exclusively,
    pool: () => ({ used: waiting > 0 ? 1 : 0, idle: waiting > 0 ? 0 : 1, waiting: Math.max(0, waiting - 1) }),
    ping: async () => void (await client.$queryRaw`SELECT 1`),
    close: async () => {
      await last;
      await client.$disconnect();
      await engine.close();
      await unlock();
    },
  };
}
