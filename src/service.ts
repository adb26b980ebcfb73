// The parts in, a running service out. Wiring by arguments, and the order in which things start and stop.
import { createStoreReader } from "./agent/store-now.ts";
import { createDryRun } from "./changeset/dry-run.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import { createIntake, type Intake } from "./intake.ts";
import type { Model } from "./model/model.ts";
import type { Platform } from "./platforms/platform.ts";
import type { Queue } from "./queue/queue.ts";
import { forgetBefore } from "./records/retention.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Log } from "./telemetry/log.ts";
import { sweep } from "./worker/sweep.ts";
import { createWorker } from "./worker/work-conversation.ts";
import type { WorkerParts } from "./worker/worker.ts";

const DAY_MS = 86_400_000;

export interface ServiceParts {
  config: Config;
  database: Database;
  queue: Queue;
  model: Model;
  sandbox: Sandbox;
  platforms: Platform[];
  clock: () => Date;
  log: Log;
  handsOver: boolean;
  /** Whether work that others left behind is taken up; a command works its own conversation only. */
  sweeps: boolean;
}

export interface Service extends ServiceParts {
  intake: Intake;
  /** Takes no new work, lets running work end, closes every part. */
  close(): Promise<void>;
}

export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, database, queue, sandbox, platforms, log } = parts;
  const workerParts: WorkerParts = {
    ...parts,
    dryRun: createDryRun({ database, sandbox, limits: config.sandbox }),
    readStore: createStoreReader(database.client),
    onProgress: (about, mark) => {
      for (const platform of platforms) platform.progress(about, mark);
    },
  };
  queue.consume(createWorker(workerParts));
  if (parts.sweeps) await sweep(workerParts, queue);
  const sweeper = setInterval(() => {
    if (!parts.sweeps) return;
    sweep(workerParts, queue).catch((error) => log.error({ err: error }, "sweep failed; the next one tries again"));
  }, config.sweepMs);
  sweeper.unref();

  const forget = async () => {
    const { days, requestsAtOnce } = config.retention;
    const day = new Date(parts.clock().getTime() - days * DAY_MS);
    // In bites, so that nobody waits long; each one makes the rest smaller.
    while ((await database.transaction((tx) => forgetBefore(tx, day, requestsAtOnce))) === requestsAtOnce);
  };
  const forgetOrLog = () => {
    forget().catch((error) => log.error({ err: error }, "forgetting old talk failed; the next round tries again"));
  };
  if (parts.sweeps) forgetOrLog();
  const forgetter = setInterval(forgetOrLog, config.retention.everyMs);
  forgetter.unref();

  return {
    ...parts,
    intake: createIntake(database, queue, config.request),
    close: async () => {
      clearInterval(sweeper);
      clearInterval(forgetter);
      await queue.close();
      for (const platform of platforms) await platform.close();
      await sandbox.close();
      await database.close();
    },
  };
}
