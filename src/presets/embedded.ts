// The settings in, the parts of a shop on one machine out: PGlite, wake-ups in memory, the model's API or the built-in
// planner. Nothing but wiring.
import { readDemoStore, seedStore } from "../../prisma/seed.ts";
import type { PlannerChoice } from "../agent/planner.ts";
import { codePlanner } from "../agent/planners/code.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { openPglite } from "../database/pglite.ts";
import type { Model } from "../model/model.ts";
import type { Platform } from "../platforms/platform.ts";
import { createInProcessQueue } from "../queue/in-process.ts";
import { createSandbox } from "../sandbox/pool.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { startService } from "../service.ts";
import type { Log } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { type ChatService, createChats } from "./chats.ts";
import { modelOf } from "./model-of.ts";

export interface EmbeddedOptions {
  platforms: Platform[];
  /** Whether the chats that the settings name are served too. */
  chats?: boolean;
  log: Log;
  /** An open database, where the caller had to look into it first. */
  database?: Database;
  /** Running already, where the caller starts several services one after the other. */
  sandbox?: Sandbox;
  clock?: () => Date;
  /** In place of the model that the settings name. */
  model?: Model;
  /** In place of the one that has a model write code. */
  planner?: PlannerChoice;
  handsOver?: boolean;
  sweeps?: boolean;
}

/** Closes what it opened when it cannot start, a database of the caller's too. */
export async function startEmbedded(config: Config, options: EmbeddedOptions): Promise<ChatService> {
  const database = options.database ?? (await openSeeded(config));
  const sandbox = options.sandbox ?? createSandbox(config.sandbox);
  try {
    const metrics = createMetrics();
    const clock = options.clock ?? (() => new Date());
    const chats = options.chats ? await createChats(config, { database, log: options.log, metrics, clock }) : [];
    const service = await startService({
      config,
      database,
      sandbox,
      queue: createInProcessQueue(config.queue),
      ...(options.planner ?? codePlanner(options.model ?? (await modelOf(config)))),
      platforms: [...options.platforms, ...chats.map(({ platform }) => platform)],
      clock,
      log: options.log,
      metrics,
      handsOver: options.handsOver ?? true,
      works: true,
      sweeps: options.sweeps ?? true,
    });
    return { ...service, chats };
  } catch (error) {
    await sandbox.close();
    await database.close();
    throw error;
  }
}

/** The database of the data directory, with the demo store where it was empty. */
export async function openSeeded(config: Config): Promise<Database> {
  const database = await openPglite(config.dataDir, config.transaction);
  try {
    await seedIfEmpty(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function seedIfEmpty({ client, transaction }: Database): Promise<void> {
  if ((await client.item.count()) > 0) return;
  const store = await readDemoStore();
  await transaction((tx) => seedStore(tx, store));
}
