// Migrations: applied once, in order, whole or not at all, and never after they were altered.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MigrationError, migrate, type SqlConnection } from "../../src/database/migrate.ts";

let engine: PGlite;
let connection: SqlConnection;
let folder: string;

beforeAll(async () => {
  engine = await PGlite.create();
  connection = {
    exec: (script) => engine.exec(script),
    query: async <Row>(sql: string, parameters: unknown[]) => (await engine.query<Row>(sql, parameters)).rows,
  };
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tillhand-migrations-"));
  await engine.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => engine.close());

async function add(name: string, script: string) {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), script);
}

test("the project's own migrations are applied once; a second start does nothing", async () => {
  await cp(join(import.meta.dirname, "../../prisma/migrations"), folder, { recursive: true });
  const applied = await migrate(connection, { folder });
  expect(applied.length).toBeGreaterThanOrEqual(3);
  expect(applied).toEqual(applied.toSorted());
  expect(await migrate(connection, { folder })).toEqual([]);
});

test("a ledger that was there before its days, weeks and months gets them, though its rows may not be changed", async () => {
  const own = join(import.meta.dirname, "../../prisma/migrations");
  const analysis = "20261204000000_analysis";
  await cp(own, folder, { recursive: true, filter: (path) => !path.includes(analysis) });
  await migrate(connection, { folder });
  await engine.exec(`
    SET timezone = 'America/New_York';
    INSERT INTO transactions (transaction_id, position, kind, amount, balance_after, summary, created_at)
      VALUES ('TXN001', 1, 'opening', 500, 500, 'Opening', '2025-11-01T00:30:00Z')`);
  await cp(join(own, analysis), join(folder, analysis), { recursive: true });
  expect(await migrate(connection, { folder })).toContain(analysis);
  const rows = await connection.query("SELECT day, week, month, year FROM transactions", []);
  expect(rows).toEqual([{ day: "2025-11-01", week: "2025-10-27", month: "2025-11", year: "2025" }]);
  await expect(engine.exec("UPDATE transactions SET amount = 0")).rejects.toThrow(/append-only/);
});

test("the record of what was applied is Prisma's own", async () => {
  await add("1_first", "CREATE TABLE one (id integer)");
  await migrate(connection, { folder });
  const rows = await connection.query("SELECT * FROM _prisma_migrations", []);
  expect(rows).toMatchObject([
    {
      migration_name: "1_first",
      checksum: "08688910e9e62881e951a7ed99bc07dbd1a6fe34e76ff060c7de2af598fbb673",
      applied_steps_count: 1,
      rolled_back_at: null,
    },
  ]);
});

test("a file that was altered after it was applied is refused, by name", async () => {
  await add("1_first", "CREATE TABLE one (id integer)");
  await migrate(connection, { folder });
  await add("1_first", "CREATE TABLE one (id bigint)");
  await expect(migrate(connection, { folder })).rejects.toThrow(MigrationError);
  await expect(migrate(connection, { folder })).rejects.toThrow(/1_first was changed after it had been applied/);
});

test("a new file is applied on top", async () => {
  await add("1_first", "CREATE TABLE one (id integer)");
  await migrate(connection, { folder });
  await add("2_second", "ALTER TABLE one ADD COLUMN name text");
  expect(await migrate(connection, { folder })).toEqual(["2_second"]);
});

test("a migration that fails half way leaves nothing and is tried again", async () => {
  await add("1_first", "CREATE TABLE one (id integer); SELECT 1 / 0;");
  await expect(migrate(connection, { folder })).rejects.toThrow(/division by zero/);
  expect(await connection.query("SELECT to_regclass('one') AS there", [])).toEqual([{ there: null }]);
  await add("1_first", "CREATE TABLE one (id integer)");
  expect(await migrate(connection, { folder })).toEqual(["1_first"]);
});
