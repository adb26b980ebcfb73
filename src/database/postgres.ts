// The address of a Postgres server in, the database of the production preset out.
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { type Client, type ClientConfig, Pool } from "pg";
import type { Config } from "../config.ts";
import { retryConflicts } from "./conflict.ts";
import type { Database, Transaction } from "./database.ts";
import { PrismaClient } from "./generated/client.ts";
import { createClientClass } from "./postgres-client.ts";
import { createHolds } from "./postgres-holds.ts";
import { prepareServer } from "./postgres-schema.ts";
import type { PostgresSettings } from "./postgres-settings.ts";
import { createStatementNames } from "./postgres-statements.ts";
import { createRehearse } from "./rehearse.ts";

// The server's own limits come before ours, because its answers say more; and a wait for a lock ends before its statement.
const STATEMENT_SHARE = 0.9;
const LOCK_SHARE = 0.8;
const IDLE_GRACE_MS = 2_000;

/**
 * Rejects with `DatabaseError` when the server cannot be used, with `MigrationError` when its schema does not fit; an
 * empty database is filled. `onConflict` hears of every transaction that met another and is run again.
 */
export async function openPostgres(
  settings: PostgresSettings,
  limits: Config["transaction"],
  onConflict: () => void,
): Promise<Database> {
  await prepareServer(settings);
  const { connectMs, statementMs } = settings;
  const connection: ClientConfig = {
    connectionString: settings.databaseUrl,
    application_name: "tillhand",
    keepAlive: true,
    statement_timeout: Math.floor(statementMs * STATEMENT_SHARE),
    lock_timeout: Math.floor(statementMs * LOCK_SHARE),
    idle_in_transaction_session_timeout: limits.timeoutMs + IDLE_GRACE_MS,
  };
  const pool = new Pool({
    ...connection,
    max: settings.pool,
    Client: createClientClass({ connectMs, silentMs: statementMs }),
    // Here it is the wait for a connection that others have; a new one's limit is in its class.
    connectionTimeoutMillis: limits.maxWaitMs,
  });
  const clients = new Set<Client>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));
  // An idle connection that the server ended: the pool has let go of it, and the next statement gets another.
  pool.on("error", () => {});

  const HoldingClient = createClientClass({ connectMs, silentMs: connectMs });
  const holds = createHolds(() => new HoldingClient(connection), connectMs);
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: createStatementNames() }),
    errorFormat: "minimal",
  });

  function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    // Prisma writes into the options, so each attempt has its own.
    const attempt = () => client.$transaction(work, { maxWait: limits.maxWaitMs, timeout: limits.timeoutMs });
    return retryConflicts(attempt, limits, onConflict);
  }

  return {
    client,
    transaction,
    rehearse: createRehearse(transaction),
    exclusively: holds.exclusively,
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => {
      const answer = pool.query("SELECT 1");
      if (!(await endsWithin(connectMs, answer))) throw new Error(`The database did not answer for ${connectMs} ms`);
    },
    close: async () => {
      // What still runs may end; what waits for a server that is gone may not keep the process.
      await endsWithin(connectMs, Promise.all([holds.close(), pool.end()]));
      for (const open of clients) open.connection.stream.destroy();
      await client.$disconnect();
    },
  };
}

/** Rejects like `work`; false when it takes longer. */
async function endsWithin(longestMs: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([work.then(() => true), sleep(longestMs, false, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}
