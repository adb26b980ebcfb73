// A directory in, a Postgres inside this process out: the database of the embedded preset.
import { PGlite } from "@electric-sql/pglite";
import { PrismaPGlite } from "pglite-prisma-adapter";
import type { Database, Transaction } from "./database.ts";
import { lockDirectory } from "./directory-lock.ts";
import { PrismaClient } from "./generated/client.ts";
import { migrate } from "./migrate.ts";
import { mergeParsersOnce } from "./pglite-parsers.ts";

/** Thrown by `rehearse`'s transaction to make Prisma roll back; carries the result past it. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("rolled back on purpose");
    this.result = result;
  }
}

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
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTurn(() => client.$transaction(work, { maxWait: limits.maxWaitMs, timeout: limits.timeoutMs }));
  }

  async function rehearse<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await transaction<T>(async (tx) => {
        throw new RolledBack(await work(tx));
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
  }

  return {
    client,
    transaction,
    rehearse,
    ping: async () => void (await client.$queryRaw`SELECT 1`),
    close: async () => {
      await last;
      await client.$disconnect();
      await engine.close();
      await unlock();
    },
  };
}
