// A throwaway Postgres cluster out, in a directory and on a port of its own; and databases of the demo store on it.
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll } from "vitest";
import { readDemoStore, seedStore } from "../../prisma/seed.ts";
import { type Config, readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { openPostgres } from "../../src/database/postgres.ts";
import type { PostgresSettings } from "../../src/database/postgres-settings.ts";
import { findPort } from "./server-port.ts";

export interface PostgresServer {
  port: number;
  url(database: string): string;
  /** Resolves with its address. From a template it takes tenths of a second. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** One statement as the superuser, beside everything that is tested. */
  run(database: string, sql: string): Promise<Record<string, unknown>[]>;
  /** "fast" ends sessions, "immediate" is a crash. The files stay. */
  halt(mode: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  restart(mode: "fast" | "immediate"): Promise<void>;
  /** From now on nobody gets in over the network without their password. */
  askPasswords(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const READY_MS = 30_000;
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

/** For `describe.skipIf(!hasPostgres())`. Never false in CI: there a missing server is a failure. */
export function hasPostgres(): boolean {
  return process.env.CI !== undefined || binaries() !== null;
}

export async function startPostgres(settings: { [name: string]: string | number } = {}): Promise<PostgresServer> {
  const bin = binaries();
  if (bin === null) throw new Error("No Postgres programs were found: install them, or put their folder on the PATH.");
  const owner = ownerOfFiles();
  const parent = await mkdtemp(join(tmpdir(), "tillhand-postgres-"));
  if ("uid" in owner) await chown(parent, owner.uid, owner.gid);
  const data = join(parent, "data");
  // Takes seconds, in which other servers of the test start too.
  await promisify(execFile)(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...owner, cwd: parent },
  );
  const port = await findPort();
  const options = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: parent,
    fsync: "off",
    shared_buffers: "32MB",
    max_connections: 60,
    // A second is the default, and tests make deadlocks on purpose.
    deadlock_timeout: "50ms",
    ...settings,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let child: ChildProcess | null = null;
  const killWithUs = () => child?.kill("SIGQUIT");
  process.once("exit", killWithUs);

  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    child = spawn(join(bin ?? "", "postgres"), ["-D", data, ...flags], { ...owner, cwd: parent, stdio: "ignore" });
    const deadline = Date.now() + READY_MS;
    while (!(await answers(url("postgres")))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error("Postgres did not start");
      await sleep(30);
    }
  }

  async function halt(mode: "fast" | "immediate"): Promise<void> {
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill(SIGNALS[mode]);
    await ended;
  }

  async function run(database: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  await start();
  return {
    port,
    url,
    run,
    createDatabase: async (name, template = "template1") => {
      await run("postgres", `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
      return url(name);
    },
    halt,
    start,
    restart: async (mode) => {
      await halt(mode);
      await start();
    },
    askPasswords: async () => {
      await writeFile(join(data, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
      await run("postgres", "SELECT pg_reload_conf()");
    },
    stop: async () => {
      await halt("immediate");
      process.removeListener("exit", killWithUs);
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** One server for a test file, started before its tests and gone after them. */
export function postgresForThisFile(settings: { [name: string]: string | number } = {}): () => PostgresServer {
  let server: PostgresServer | null = null;
  beforeAll(async () => {
    server = await startPostgres(settings);
  });
  afterAll(() => server?.stop());
  return () => {
    if (server === null) throw new Error("used before beforeAll");
    return server;
  };
}

export interface OpenOptions {
  settings?: Partial<PostgresSettings>;
  limits?: Partial<Config["transaction"]>;
  onConflict?: () => void;
}

/** With the settings' defaults where `options` says nothing. */
export function openAt(databaseUrl: string, options: OpenOptions = {}): Promise<Database> {
  const { servers, transaction } = readConfig({ DATABASE_URL: databaseUrl, REDIS_URL: "redis://127.0.0.1:1" });
  if (servers === null) throw new Error("no servers");
  return openPostgres(
    { ...servers, ...options.settings },
    { ...transaction, ...options.limits },
    options.onConflict ?? (() => {}),
  );
}

const templates = new WeakMap<PostgresServer, Promise<string>>();
let stores = 0;

/** The address of a new database with the demo store. */
export async function createStore(server: PostgresServer): Promise<string> {
  const template = templates.get(server) ?? createTemplate(server);
  templates.set(server, template);
  return server.createDatabase(`store_${++stores}`, await template);
}

/** A demo store of its own; `resetStore` of store.ts puts it back. */
export async function openPostgresStore(server: PostgresServer, options: OpenOptions = {}): Promise<Database> {
  return openAt(await createStore(server), options);
}

async function createTemplate(server: PostgresServer): Promise<string> {
  const name = "demo_store";
  const database = await openAt(await server.createDatabase(name));
  await database.transaction(async (tx) => seedStore(tx, await readDemoStore()));
  await database.close();
  return name;
}

/** Where the server's programs are: on the PATH, or where Debian puts them, the newest first. */
function binaries(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((version) => join(root, version, "bin"))];
  return folders.find((bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb"))) ?? null;
}

/** Postgres refuses to run as root. */
function ownerOfFiles(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
