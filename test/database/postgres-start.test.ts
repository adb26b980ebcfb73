// What a process looks at before it works on a server, and who brings the schema up to date.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MigrationError, migrate } from "../../src/database/migrate.ts";
import { DatabaseError } from "../../src/database/postgres-checks.ts";
import { migratePostgres } from "../../src/database/postgres-schema.ts";
import { createStore, hasPostgres, openAt, postgresForThisFile } from "../support/postgres-server.ts";

const MIGRATIONS = join(import.meta.dirname, "../../prisma/migrations");
let databases = 0;

describe.skipIf(!hasPostgres())("Postgres", () => {
  const server = postgresForThisFile({ max_connections: 53 });
  const emptyDatabase = () => server().createDatabase(`empty_${++databases}`);
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  const run = (url: string, sql: string) => server().run(nameOf(url), sql);

  async function refusalOf(url: string, settings = {}): Promise<string> {
    const error: unknown = await openAt(url, { settings }).catch((error: unknown) => error);
    if (!(error instanceof DatabaseError) && !(error instanceof MigrationError)) throw error;
    return error.message;
  }

  test("a server that does not answer there is refused, without a word of the password", async () => {
    const message = await refusalOf("postgresql://shop:s3cret@127.0.0.1:1/tillhand");
    expect(message).toBe(
      "The Postgres server at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1): start it, or correct the address in DATABASE_URL.",
    );
  });

  test("an address that is none, an unknown user and an unknown database are refused by name", async () => {
    expect(await refusalOf("postgresql://shop:s3cret@127.0.0.1:port/tillhand")).toMatch(
      /^DATABASE_URL cannot be read \(Invalid URL\)/,
    );
    const url = new URL(server().url("postgres"));
    url.username = "stranger";
    expect(await refusalOf(url.href)).toMatch(/does not let the user stranger in: check .* in DATABASE_URL\.$/);
    expect(await refusalOf(server().url("nowhere"))).toMatch(
      /has no database nowhere: create it, or .* DATABASE_URL\.$/,
    );
  });

  test("a server that is too old is refused with its version", async () => {
    const url = await emptyDatabase();
    // Found before Postgres' own function of that name.
    await run(
      url,
      `CREATE SCHEMA old;
       CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS
         $$ SELECT CASE $1 WHEN 'server_version_num' THEN '140012' ELSE pg_catalog.current_setting($1) END $$;
       ALTER DATABASE ${nameOf(url)} SET search_path = old, pg_catalog, public`,
    );
    expect(await refusalOf(url)).toBe(
      "The server of DATABASE_URL is Postgres 14, and 15 is the oldest that will do: update it, or name another one.",
    );
  });

  test("B36: twice the connections of all processes must fit the server, or it says which settings do not", async () => {
    const url = await createStore(server());
    // 53 less the 3 that are kept for the superuser.
    const fits = await openAt(url, { settings: { pool: 4, processes: 5 } });
    await fits.close();
    expect(await refusalOf(url, { pool: 5, processes: 5 })).toBe(
      "DATABASE_POOL=5 and PROCESSES=5 come to 60 connections during a rolling deploy, and the server admits 50: lower one of them, or raise the server's max_connections.",
    );
  });

  test("an empty database is filled at the first start, and nothing is left to do for the second", async () => {
    const url = await emptyDatabase();
    await (await openAt(url)).close();
    expect(await migratePostgres(url)).toEqual([]);
  });

  test("five processes that start on one empty database apply each migration once", async () => {
    const url = await emptyDatabase();
    const opened = await Promise.all(Array.from({ length: 5 }, () => openAt(url, { settings: { pool: 2 } })));
    for (const database of opened) await database.close();
    const rows = await run(url, "SELECT migration_name, count(*)::int AS times FROM _prisma_migrations GROUP BY 1");
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.every((row) => row.times === 1)).toBe(true);
  });

  test("a database that is behind is refused with what to do, and brought up to date when asked", async () => {
    const url = await emptyDatabase();
    const folder = await mkdtemp(join(tmpdir(), "tillhand-migrations-"));
    await cp(join(MIGRATIONS, "20261130000000_store"), join(folder, "20261130000000_store"), { recursive: true });
    expect(await migratePostgres(url, { folder })).toEqual(["20261130000000_store"]);
    expect(await refusalOf(url)).toMatch(
      /^The database is older than this version: it lacks 20261130000001_service, .*\. Run "npm run migrate" before starting, or set MIGRATE_ON_START to true\.$/,
    );
    await (await openAt(url, { settings: { migrateOnStart: true } })).close();
    await (await openAt(url)).close();
    await rm(folder, { recursive: true });
  });

  test("a database that is ahead of this version is none of its business", async () => {
    const url = await createStore(server());
    await run(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('later', 'x', '20991231000000_later')",
    );
    await (await openAt(url)).close();
  });

  test("a migration whose file is not the one that was applied is refused, even when migrating", async () => {
    const url = await createStore(server());
    await run(url, "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name LIKE '%till'");
    expect(await refusalOf(url, { migrateOnStart: true })).toMatch(/_till was changed after it had been applied/);
  });

  test("a user who may not create tables is told so in a sentence", async () => {
    const url = new URL(await emptyDatabase());
    await run(url.href, "CREATE ROLE clerk LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    url.username = "clerk";
    expect(await refusalOf(url.href)).toMatch(
      /cannot be prepared \(permission denied for schema public\).*DATABASE_URL/,
    );
  });

  describe("while somebody else migrates", () => {
    let url: string;
    let migrating: Client;
    beforeEach(async () => {
      url = await emptyDatabase();
      migrating = new Client({ connectionString: url });
      await migrating.connect();
      await migrating.query("SELECT pg_advisory_lock(72707369)");
    });
    afterEach(() => migrating.end());

    test("a starting process waits, and finds the work done", async () => {
      const starting = openAt(url);
      const connection = {
        exec: (script: string) => migrating.query(script),
        query: async <Row>(sql: string, parameters: unknown[]) =>
          (await migrating.query(sql, parameters)).rows as Row[],
      };
      // The lock is this session's already, so it may.
      const applied = await migrate(connection);
      await migrating.query("SELECT pg_advisory_unlock(72707369)");
      await (await starting).close();
      expect(applied.length).toBeGreaterThanOrEqual(4);
    });

    test("it does not wait for ever, and says what for", async () => {
      await expect(migratePostgres(url, { lockWaitMs: 300 })).rejects.toThrow(
        "Another process has been migrating the database for 1 seconds. Let it finish or end it, then start again.",
      );
    });
  });

  test("a migration that fails says which and why, and nothing of it is kept", async () => {
    const url = await emptyDatabase();
    const folder = await mkdtemp(join(tmpdir(), "tillhand-migrations-"));
    await mkdir(join(folder, "1_first"));
    await writeFile(join(folder, "1_first", "migration.sql"), "CREATE TABLE one (id integer); SELECT 1 / 0;");
    await expect(migratePostgres(url, { folder })).rejects.toThrow(
      "The migration 1_first failed and nothing of it was kept: division by zero.",
    );
    expect(await run(url, "SELECT to_regclass('one') AS there")).toEqual([{ there: null }]);
    await rm(folder, { recursive: true });
  });
});

describe.skipIf(!hasPostgres())("Postgres with passwords", () => {
  const server = postgresForThisFile();

  test("a wrong password is refused without being printed", async () => {
    await server().run("postgres", "CREATE ROLE shop LOGIN PASSWORD 'right'");
    await server().askPasswords();
    const error: unknown = await openAt(`postgresql://shop:s3cret@127.0.0.1:${server().port}/postgres`).catch(
      (error: unknown) => error,
    );
    expect(String(error)).toBe(
      `DatabaseError: The Postgres server at 127.0.0.1:${server().port} does not let the user shop in: check the name and the password in DATABASE_URL.`,
    );
  });
});
