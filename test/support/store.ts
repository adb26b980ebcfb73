// Fresh seeded stores for tests: one PGlite a test file, put back to the demo store before each test; and calls applied
// to one as a plan's would be.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDemoStore, type Store, seedStore } from "../../prisma/seed.ts";
import { createHost, type RunRecord } from "../../src/changeset/host.ts";
import type { Database } from "../../src/database/database.ts";
import { openPglite } from "../../src/database/pglite.ts";
import type { Json } from "../../src/json.ts";
import type { Requester } from "../../src/requester.ts";
import type { HostResult } from "../../src/sandbox/sandbox.ts";

const LIMITS = { maxWaitMs: 60_000, timeoutMs: 20_000 };

export const alice: Requester = { role: "customer", customerId: 1, name: "Alice" };
export const bruno: Requester = { role: "customer", customerId: 2, name: "Bruno" };
export const elif: Requester = { role: "customer", customerId: 5, name: "Elif" };
export const guest: Requester = { role: "customer", customerId: null, name: null };
export const staff: Requester = { role: "staff", customerId: null, name: "Sam" };
export const admin: Requester = { role: "admin", customerId: null, name: "Ada" };

/** Open one a file, in beforeAll; closing removes its files. */
export async function openStore(): Promise<Database> {
  const parent = await mkdtemp(join(tmpdir(), "tillhand-store-"));
  const directory = join(parent, "data");
  await cp(await templateStore(), directory, { recursive: true });
  const database = await openPglite(directory, LIMITS);
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(parent, { recursive: true });
    },
  };
}

/**
 * A seeded store on disk, made once a machine for each state of the migrations and the seed: to create one takes
 * seconds, to open a copy tenths.
 */
async function templateStore(): Promise<string> {
  const prisma = join(import.meta.dirname, "../../prisma");
  const hash = createHash("sha256").update(process.version);
  for (const name of (await readdir(prisma, { recursive: true })).toSorted()) {
    if (/\.(?:sql|ts|json)$/.test(name)) hash.update(name).update(await readFile(join(prisma, name)));
  }
  const template = join(tmpdir(), `tillhand-template-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(template)) return template;
  const fresh = await mkdtemp(join(tmpdir(), "tillhand-template-"));
  const database = await openPglite(fresh, LIMITS);
  await database.transaction(async (tx) => seedStore(tx, await readDemoStore()));
  await database.close();
  // Whole or not at all; when another test file was faster, its template is as good.
  await rename(fresh, template).catch(() => rm(fresh, { recursive: true }));
  return template;
}

/** Back to the demo store, or to another one; the service's records are emptied too. */
export async function resetStore(database: Database, store?: Store): Promise<void> {
  const fresh = store ?? (await readDemoStore());
  await database.transaction(async (tx) => {
    // The ledger refuses to be emptied; replicas' triggers stay silent.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`TRUNCATE inventory, customers, orders, order_lines, tickets, transactions, conversations,
      spending, notices CASCADE`;
    await tx.$executeRaw`SET LOCAL session_replication_role = origin`;
    await seedStore(tx, fresh);
  });
}

export type PlanCall = [name: string, args: Json];

export interface Staged extends RunRecord {
  results: HostResult[];
}

/** One run's calls, taken back at the end like every dry run. */
export function stage(
  database: Database,
  requester: Requester,
  calls: PlanCall[],
  now = new Date("2025-10-04T12:00:00Z"),
): Promise<Staged> {
  return database.rehearse(async (tx) => {
    const host = createHost(tx, { requester, now, runId: "run-test" }, { rowsPerRead: 200 });
    const results: HostResult[] = [];
    for (const [name, args] of calls) results.push(await host.onCall(name, args));
    return { ...(await host.finish()), results };
  });
}

/** The value of the run's last call, or its error's code. */
export async function lastResult(database: Database, requester: Requester, calls: PlanCall[]): Promise<Json> {
  const { results } = await stage(database, requester, calls);
  const last = results.at(-1);
  if (last === undefined) return null;
  return last.ok ? last.value : last.error.code;
}
