// An address in, a server that was looked at and a schema that is up to date out, or the sentence that says why not.
import type { Client } from "pg";
import { type MigrateOptions, MigrationError, migrate, type SqlConnection } from "./migrate.ts";
import { checkServer, DatabaseError, refusal } from "./postgres-checks.ts";
import { createClientClass, endClient } from "./postgres-client.ts";
import type { PostgresSettings } from "./postgres-settings.ts";

const CONNECT_MS = 5_000;
// The longest statement of a migration.
const STATEMENT_MS = 10 * 60_000;
// While an ALTER TABLE waits for somebody's transaction, everybody else waits behind it; better to fail and be run again.
const TABLE_LOCK_MS = 15_000;

/** For starting: rejects with `DatabaseError` or `MigrationError` when the server or the schema does not fit. */
export function prepareServer(settings: PostgresSettings): Promise<string[]> {
  return withFirstConnection(settings.databaseUrl, settings.connectMs, async (client) => {
    await checkServer(client, settings);
    return migrate(connectionOf(client), { whenBehind: settings.migrateOnStart ? "migrate" : "refuse" });
  });
}

/** For `npm run migrate`: brings the schema up to date and returns the names applied. */
export function migratePostgres(databaseUrl: string, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  return withFirstConnection(databaseUrl, CONNECT_MS, (client) => migrate(connectionOf(client), options));
}

async function withFirstConnection<T>(
  databaseUrl: string,
  connectMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = createFirstClient(databaseUrl, connectMs);
  try {
    await client.connect();
  } catch (error) {
    throw refusal(error, client);
  }
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof MigrationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(
      `The database ${client.database} cannot be prepared (${reason}): give the user of DATABASE_URL the right to create tables in it, or name another one.`,
      { cause: error },
    );
  } finally {
    await endClient(client, connectMs);
  }
}

function createFirstClient(databaseUrl: string, connectMs: number): Client {
  const FirstClient = createClientClass({ connectMs, silentMs: STATEMENT_MS });
  try {
    return new FirstClient({
      connectionString: databaseUrl,
      keepAlive: true,
      application_name: "tillhand",
      lock_timeout: TABLE_LOCK_MS,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(`DATABASE_URL cannot be read (${reason}): write it as in .env.example.`, { cause: error });
  }
}

function connectionOf(client: Client): SqlConnection {
  return {
    exec: (script) => client.query(script),
    query: async <Row>(sql: string, parameters: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
  };
}
