// The folder of SQL migrations in, an up-to-date schema out. Keeps Prisma's own table, so that `prisma migrate deploy`
// agrees with it where the engine can be had.
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

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

/** Applies what is missing, oldest first, each in a transaction of its own. Returns the names applied. */
export async function migrate(connection: SqlConnection, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  await connection.exec(LEDGER);
  const rows = await connection.query<{ migration_name: string; checksum: string }>(
    "SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL",
    [],
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const fresh: string[] = [];
  for (const name of names.toSorted()) {
    const script = await readFile(join(folder, name, "migration.sql"), "utf8");
    const checksum = createHash("sha256").update(script).digest("hex");
    const known = applied.get(name);
    if (known !== undefined && known !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied. Restore its file and put the change into a new migration, or start over with "npm run seed -- --reset".`,
      );
    }
    if (known !== undefined) continue;
    await applyOne(connection, name, script, checksum);
    fresh.push(name);
  }
  return fresh;
}

async function applyOne(connection: SqlConnection, name: string, script: string, checksum: string): Promise<void> {
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
    await connection.exec("ROLLBACK");
    throw error;
  }
}
