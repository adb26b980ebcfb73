import { once } from "node:events";
import { readdirSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { migratePostgres } from "../../src/database/postgres-schema.ts";
import { type MainProcess, runMain, startMain } from "../support/main-process.ts";
import { createStore } from "../support/postgres-server.ts";
import { hasServers, serversForThisFile } from "../support/server-shop.ts";

const NOBODY_LISTENS = 1;
const STARTERS = 5;
const MIGRATIONS = join(import.meta.dirname, "../../prisma/migrations");
const NAMES = readdirSync(MIGRATIONS).toSorted();
const LAST = NAMES.at(-1) ?? "";

/** One sentence (or two) on stderr, nothing else, and exit code 1. */
async function refusalOf(
  environment: { [name: string]: string },
  words: string[] = [],
  expectedCode = 1,
): Promise<string> {
  const usual = { DATA_DIR: `${tmpdir()}/not-to-be-made`, LOG_LEVEL: "info" };
  const { code, stdout, stderr } = await runMain(words, { ...usual, ...environment });
  const lines = stderr.trim().split("\n").length;
  expect({ code, stdout, lines }).toEqual({ code: expectedCode, stdout: "", lines: 1 });
  expect(stderr).not.toMatch(/^\s+at |Error:/m);
  return stderr.trim();
}

describe.skipIf(!hasServers())("on Postgres and Redis", () => {
  const servers = serversForThisFile();
  const started: MainProcess[] = [];
  afterEach(() => {
    for (const { child } of started.splice(0)) child.kill("SIGKILL");
  });
  const environment = async () => ({ DATABASE_URL: await createStore(servers.postgres), REDIS_URL: servers.redis.url });

  test("half of the servers is refused, and the sentence names the setting that is missing", async () => {
    const { DATABASE_URL, REDIS_URL } = await environment();
    const refusals = await Promise.all([refusalOf({ DATABASE_URL }), refusalOf({ REDIS_URL })]);
    expect(refusals[0]).toMatch(/DATABASE_URL is set and REDIS_URL is not/);
    expect(refusals[1]).toMatch(/REDIS_URL is set and DATABASE_URL is not/);
  });

  test("one half of the service without servers, and a word for no half, are refused", async () => {
    const [worker, intake, unknown] = await Promise.all(
      ["worker", "intake", "wroker"].map((word) => refusalOf({}, [word], 2)),
    );
    for (const refusal of [worker, intake]) expect(refusal).toMatch(/needs DATABASE_URL and REDIS_URL/);
    expect(unknown).toMatch(/no part "wroker".*intake, worker/);
  });

  test("servers that cannot be reached are refused, each under its setting's name", async () => {
    const { DATABASE_URL, REDIS_URL } = await environment();
    const refusals = await Promise.all(
      [
        { DATABASE_URL: `postgresql://postgres@127.0.0.1:${NOBODY_LISTENS}/tillhand`, REDIS_URL },
        { DATABASE_URL: servers.postgres.url("nowhere"), REDIS_URL },
        { DATABASE_URL, REDIS_URL: `redis://127.0.0.1:${NOBODY_LISTENS}` },
      ].map((given) => refusalOf(given, ["worker"])),
    );
    expect(refusals).toEqual([
      expect.stringMatching(/cannot be reached.*DATABASE_URL/),
      expect.stringMatching(/no database nowhere.*DATABASE_URL/),
      expect.stringMatching(/REDIS_URL.*cannot be reached/),
    ]);
  });

  test("an address that is none is refused under its setting's name, and without its password", async () => {
    const { DATABASE_URL, REDIS_URL } = await environment();
    const refusals = await Promise.all([
      refusalOf({ DATABASE_URL, REDIS_URL: "redis://:hush@host:port" }, ["worker"]),
      refusalOf({ DATABASE_URL: "postgresql://me:hush@host:port/x", REDIS_URL }, ["worker"]),
    ]);
    expect(refusals).toEqual([expect.stringContaining("REDIS_URL"), expect.stringContaining("DATABASE_URL")]);
    expect(refusals.join("")).not.toContain("hush");
  });

  test("servers that take the connection and say nothing are refused too", async () => {
    const { DATABASE_URL, REDIS_URL } = await environment();
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const [redis, postgres] = await Promise.all([
      refusalOf({ DATABASE_URL, REDIS_URL: `redis://127.0.0.1:${port}` }, ["worker"]),
      refusalOf({ DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/tillhand`, REDIS_URL }, ["worker"]),
    ]);
    silent.close();
    expect(redis).toMatch(/REDIS_URL/);
    expect(postgres).toMatch(/DATABASE_URL/);
  });

  test("B08: a Redis that may drop what it was given is refused", async () => {
    const given = await environment();
    await servers.redis.run("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    try {
      expect(await refusalOf(given, ["worker"])).toMatch(/REDIS_URL.*allkeys-lru.*noeviction/);
    } finally {
      await servers.redis.run("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
  });

  test("B36: more connections than the server admits during a rolling deploy are refused", async () => {
    const refusal = await refusalOf({ ...(await environment()), DATABASE_POOL: "20", PROCESSES: "4" });
    expect(refusal).toMatch(/DATABASE_POOL=20 and PROCESSES=4 come to 168 connections.*max_connections/);
  });

  test("a schema that is behind is refused, and brought up to date where the setting says so", async () => {
    const DATABASE_URL = await servers.postgres.createDatabase("behind");
    const folder = await mkdtemp(join(tmpdir(), "tillhand-migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true, filter: (path) => !path.endsWith(LAST) });
    await migratePostgres(DATABASE_URL, { folder });
    await rm(folder, { recursive: true });
    const given = { DATABASE_URL, REDIS_URL: servers.redis.url };
    expect(await refusalOf(given, ["worker"])).toMatch(new RegExp(`${LAST}.*npm run migrate.*MIGRATE_ON_START`));
    const worker = await startMain("worker", { ...given, MIGRATE_ON_START: "true" });
    started.push(worker);
    expect((await fetch(`${worker.url}/health`)).status).toBe(200);
  });

  test("five workers started at once on an empty database all come up, and each migration is applied once", async () => {
    const DATABASE_URL = await servers.postgres.createDatabase("empty");
    const given = { DATABASE_URL, REDIS_URL: servers.redis.url, DATABASE_POOL: "4", SANDBOX_PROCESSES: "1" };
    const workers = await Promise.all(Array.from({ length: STARTERS }, () => startMain("worker", given)));
    started.push(...workers);
    const healths = await Promise.all(workers.map(async ({ url }) => (await fetch(`${url}/health`)).status));
    expect(healths).toEqual(workers.map(() => 200));
    const rows = "SELECT migration_name AS name, count(*)::int AS times FROM _prisma_migrations GROUP BY 1 ORDER BY 1";
    const all = NAMES.map((name) => ({ name, times: 1 }));
    expect(await servers.postgres.run("empty", rows)).toEqual(all);
  });
});
