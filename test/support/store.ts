// Fresh seeded stores for tests: one PGlite a test file, put back to the demo store before each test; and calls applied
// to one as a plan's would be.
import { tmpdir } from "node:os";
import { readDemoStore, type Store, seedStore } from "../../prisma/seed.ts";
import { createHost, type RunRecord } from "../../src/changeset/host.ts";
import type { Database } from "../../src/database/database.ts";
import { emptyStore, openDemoCopy } from "../../src/evaluation/fresh-store.ts";
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
export function openStore(): Promise<Database> {
  return openDemoCopy(tmpdir(), LIMITS);
}

/** Back to the demo store, or to another one; the service's records are emptied too. */
export async function resetStore(database: Database, store?: Store): Promise<void> {
  const fresh = store ?? (await readDemoStore());
  await database.transaction(async (tx) => {
    await emptyStore(tx);
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
