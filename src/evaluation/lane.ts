// A suite and a model in; a shop of its own, in which one trial after the other is held, out.
import { join } from "node:path";
import { writeHistory } from "../../prisma/history.ts";
import { seedStore } from "../../prisma/seed.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Suite } from "./evaluation.ts";
import { emptyStore, keepAside, openDemoCopy } from "./fresh-store.ts";
import type { PlannerAt } from "./planner-at.ts";

export interface Lane {
  config: Config;
  database: Database;
  sandbox: Sandbox;
  /** When every trial begins; null for now. */
  now: string | null;
  plannerAt: PlannerAt;
  /** The suite's store as every trial finds it. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function openLane(
  suite: Suite,
  { config, sandbox, plannerAt }: Pick<Lane, "config" | "sandbox" | "plannerAt">,
): Promise<Lane> {
  const database = await openDemoCopy(join(config.dataDir, "evaluations"), config.transaction);
  try {
    const { store, historyDays, now } = suite;
    if (store !== null) {
      await database.transaction(async (tx) => {
        await emptyStore(tx);
        await seedStore(tx, store);
      });
    }
    if (historyDays > 0) {
      const until = dayBefore(now === null ? Date.now() : Date.parse(now));
      await database.transaction((tx) => writeHistory(tx, { days: historyDays, until }));
    }
    const restore = await keepAside(database);
    return { config, database, sandbox, now, plannerAt, restore, close: database.close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const DAY_MS = 24 * 60 * 60_000;

function dayBefore(atMs: number): string {
  return new Date(atMs - DAY_MS).toISOString().slice(0, 10);
}
