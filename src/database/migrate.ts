// The folder of SQL migrations in, an up-to-date schema out. Keeps Prisma's own table, so that `prisma migrate deploy`
// agrees with it where the engine can be had.
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** What a migration needs of a connection: scripts of several statements, and rows. */
export interface SqlConnection {
  exec(script: string): Promise<unknown>;
  query<Row>(sql: string, parameters: unknown[]): Promise<Row[]>;
}

/** The schema cannot be used as it is; the message says what to do. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

// Prisma's table, column for column.
const LEDGER = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

const MIGRATIONS_FOLDER = join(import.meta.dirname, "../../prisma/migrations");

// Prisma's own number, so that `prisma migrate deploy` waits for us and we for it.
const LOCK = "72707369";
const LOCK_LOOK_MS = 100;
// A migration rewrites a large table in minutes; whoever has the lock for longer has a problem that waiting does not mend.
const LONGEST_LOCK_WAIT_MS = 10 * 60_000;

export interface MigrateOptions {
  folder: string;
  /** What becomes of a database with an older schema; one without any is always filled. */
  whenBehind: "migrate" | "refuse";
  lockWaitMs: number;
}

/**
 * Applies what is missing, oldest first, each in a transaction of its own, while nobody else migrates. Returns the names
 * applied. Migrations that only the database knows are a later version's, and no fault.
 */
export async function migrate(connection: SqlConnection, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  const { folder = MIGRATIONS_FOLDER, whenBehind = "migrate", lockWaitMs = LONGEST_LOCK_WAIT_MS } = options;
  await waitForLock(connection, lockWaitMs);
  try {
    const applied = await readApplied(connection);
    const missing = (await readMigrations(folder)).filter((migration) => !isApplied(migration, applied));
    const [first] = missing;
    if (first !== undefined && applied.size > 0 && whenBehind === "refuse") {
      throw new MigrationError(
        `The database is older than this version: it lacks ${missing.map((migration) => migration.name).join(", ")}. Run "npm run migrate" before starting, or set MIGRATE_ON_START to true.`,
      );
    }
    if (first !== undefined) await connection.exec(LEDGER);
    for (const migration of missing) await applyOne(connection, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Of no use on a connection that is gone, and then of no need.
    await connection.query(`SELECT pg_advisory_unlock(${LOCK})`, []).catch(() => {});
  }
}

/** Asks again and again instead of waiting in the server, where a dead connection would not be noticed. */
async function waitForLock(connection: SqlConnection, longestMs: number): Promise<void> {
  const deadline = Date.now() + longestMs;
  while (true) {
    const [row] = await connection.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS got`, []);
    if (row?.got === true) return;
    if (Date.now() >= deadline) {
      throw new MigrationError(
        `Another process has been migrating the database for ${Math.ceil(longestMs / 1_000)} seconds. Let it finish or end it, then start again.`,
      );
    }
    await sleep(LOCK_LOOK_MS);
  }
}

interface Migration {
  name: string;
  script: string;
  checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const script = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

/** Checksums by name; empty where nothing was ever applied. */
async function readApplied(connection: SqlConnection): Promise<Map<string, string>> {
  const [ledger] = await connection.query<{ is_there: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there",
    [],
  );
  if (ledger?.is_there !== true) return new Map();
  const rows = await connection.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    [],
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function isApplied(migration: Migration, applied: Map<string, string>): boolean {
  const known = applied.get(migration.name);
  if (known !== undefined && known !== migration.checksum) {
    throw new MigrationError(
      `The migration ${migration.name} was changed after it had been applied. Restore its file and put the change into a new migration, or start over with an empty database.`,
    );
  }
  return known !== undefined;
}

async function applyOne(connection: SqlConnection, { name, script, checksum }: Migration): Promise<void> {
  await connection.exec("BEGIN");
  try {
    await connection.exec(script);
    await connection.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await connection.exec("COMMIT");
  } catch (error) {
    // Of no use on a connection that is gone, and then of no need.
    await connection.exec("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${name} failed and nothing of it was kept: ${reason}.`, { cause: error });
  }
}
