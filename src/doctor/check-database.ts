// The settings in; whether the shop's database can be used as it is out. Nothing is written, and no directory is locked.
import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Client } from "pg";
import { z } from "zod";
import type { Config } from "../config.ts";
import { MigrationError, migrate } from "../database/migrate.ts";
import { checkServer, DatabaseError, refusal } from "../database/postgres-checks.ts";
import { createClientClass, endClient } from "../database/postgres-client.ts";
import { type Finding, fail, ok } from "./doctor.ts";

type Servers = NonNullable<Config["servers"]>;

const WHAT = "Database";
const LOCK_WAIT_MS = 2_000;

const Lock = z.object({ pid: z.number() });

/** In place of the first write of a migration. */
class WouldMigrate extends Error {
  override name = "WouldMigrate";
}

export function checkDatabase({ servers, dataDir }: Config): Promise<Finding[]> {
  return servers === null ? checkDirectory(dataDir) : checkPostgres(servers);
}

async function checkDirectory(directory: string): Promise<Finding[]> {
  const isThere = await exists(directory);
  const place = isThere ? directory : await nearest(directory);
  if (!(await isUsable(place))) {
    return [
      fail(WHAT, `the data directory ${directory} cannot be used: set DATA_DIR to a directory you may write to.`),
    ];
  }
  if (!isThere) return [ok(WHAT, `embedded; ${directory} is made at the first start, with the demo store in it.`)];
  if (await isOpen(directory))
    return [ok(WHAT, `embedded in ${directory}, which the service or a command has open now.`)];
  return [ok(WHAT, `embedded in ${directory}, which nobody has open; a start brings its schema up to date.`)];
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** The directory in which the missing one would be made. */
async function nearest(path: string): Promise<string> {
  const parent = dirname(resolve(path));
  return parent === path || (await exists(parent)) ? parent : nearest(parent);
}

async function isUsable(directory: string): Promise<boolean> {
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return (await stat(directory)).isDirectory();
  } catch {
    return false;
  }
}

/** By the file of database/directory-lock.ts. */
async function isOpen(directory: string): Promise<boolean> {
  try {
    const { pid } = Lock.parse(JSON.parse(await readFile(join(directory, "lock.json"), "utf8")));
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, under another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function checkPostgres(servers: Servers): Promise<Finding[]> {
  const client = createClient(servers);
  if (typeof client === "string") return [fail(WHAT, client)];
  try {
    await client.connect();
  } catch (error) {
    return [fail(WHAT, refusal(error, client).message)];
  }
  try {
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    await checkServer(client, servers);
    const server = `Postgres ${rows[0]?.server_version} at ${client.host}:${client.port}`;
    return [ok(WHAT, `${server}; ${await schemaOf(client, servers)}`)];
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof MigrationError) return [fail(WHAT, error.message)];
    const reason = error instanceof Error ? error.message : String(error);
    return [fail(WHAT, `the database ${client.database} of DATABASE_URL cannot be read (${reason}).`)];
  } finally {
    await endClient(client, servers.connectMs);
  }
}

function createClient({ databaseUrl, connectMs, statementMs }: Servers): Client | string {
  const ReadingClient = createClientClass({ connectMs, silentMs: statementMs });
  try {
    return new ReadingClient({ connectionString: databaseUrl, application_name: "tillhand doctor" });
  } catch {
    return "DATABASE_URL cannot be read: write it as in .env.example.";
  }
}

/** What a starting process would do, as far as that goes without a write. */
async function schemaOf(client: Client, { migrateOnStart }: Servers): Promise<string> {
  try {
    await migrate(
      {
        exec: () => Promise.reject(new WouldMigrate()),
        query: async <Row>(sql: string, parameters: unknown[]) => (await client.query(sql, parameters)).rows as Row[],
      },
      { whenBehind: migrateOnStart ? "migrate" : "refuse", lockWaitMs: LOCK_WAIT_MS },
    );
    return "the schema is up to date.";
  } catch (error) {
    if (!(error instanceof WouldMigrate)) throw error;
    return "the schema is empty or behind, and the next start fills it.";
  }
}
