// The parts in, a running service out. Wiring by arguments, and the order in which things start and stop.
import type { PlannerChoice } from "./agent/planner.ts";
import { createStoreReader } from "./agent/store-now.ts";
import { createDryRun } from "./changeset/dry-run.ts";
import { createRehearseCalls } from "./changeset/rehearse-calls.ts";
import type { DrawChart } from "./chart/chart.ts";
import { createCharts } from "./chart/create-charts.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import { createModeration } from "./guards/moderation.ts";
import { createIntake, type Intake } from "./intake.ts";
import type { Platform } from "./platforms/platform.ts";
import type { Queue } from "./queue/queue.ts";
import { readBacklog } from "./records/backlog.ts";
import type { StaffPlace } from "./records/staff.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Log } from "./telemetry/log.ts";
import type { Metrics } from "./telemetry/metrics.ts";
import { tracedSandbox } from "./telemetry/traced-sandbox.ts";
import { startHousekeeping } from "./worker/housekeeping.ts";
import { createSpendingCaps } from "./worker/spending-caps.ts";
import { createWorker } from "./worker/work-conversation.ts";
import type { WorkerParts } from "./worker/worker.ts";

export interface ServiceParts extends PlannerChoice {
  config: Config;
  database: Database;
  queue: Queue;
  sandbox: Sandbox;
  platforms: Platform[];
  clock: () => Date;
  log: Log;
  metrics: Metrics;
  handsOver: boolean;
  /** Whether this process answers; one that only takes messages in leaves that to others. */
  works: boolean;
  /** Whether work that others left behind is taken up; a command works its own conversation only. */
  sweeps: boolean;
}

export interface Service extends ServiceParts {
  intake: Intake;
  /** Sees to it that what is written for these conversations is posted soon. */
  wake(conversationIds: string[]): void;
  /** Of a stored answer: its picture and what it shows as a table. */
  drawChart: DrawChart;
  /** Takes no new work, lets running work end, closes every part. */
  close(): Promise<void>;
}

export function staffPlacesOf(platforms: Platform[]): StaffPlace[] {
  return platforms.flatMap(({ name, staffPlace }) =>
    staffPlace === null ? [] : [{ platform: name, place: staffPlace }],
  );
}

export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, database, queue, sandbox, platforms, log, metrics } = parts;
  const wake = (conversationIds: string[]) => {
    for (const id of conversationIds) {
      queue.wake(id).catch((error) => log.warn({ conversationId: id, err: error }, "a wake-up is left to the sweeper"));
    }
  };
  metrics.watch({ waiting: () => readBacklog(database.client), pool: () => database.pool() });
  const staff = { staffPlaces: staffPlacesOf(platforms), wake };
  const drawChart = createCharts(config.chart);
  const workerParts: WorkerParts = {
    ...parts,
    ...staff,
    drawChart,
    plan: parts.planner({
      dryRun: createDryRun({ database, sandbox: tracedSandbox(sandbox, metrics), limits: config.sandbox }),
      rehearseCalls: createRehearseCalls(database, config.sandbox),
      drawChart,
      limits: config.request,
    }),
    readStore: createStoreReader(database.client),
    reachedCap: createSpendingCaps({ ...parts, ...staff }),
    moderate: await createModeration(config.moderation, log),
    onProgress: (about, mark) => {
      for (const platform of platforms) platform.progress(about, mark);
    },
  };
  if (parts.works) queue.consume(createWorker(workerParts));
  const stopHousekeeping = parts.sweeps ? await startHousekeeping(workerParts, queue) : async () => {};

  return {
    ...parts,
    wake,
    drawChart,
    intake: createIntake({ database, queue, metrics, log, limits: config.request }),
    close: async () => {
      await stopHousekeeping();
      await queue.close();
      for (const platform of platforms) await platform.close();
      await sandbox.close();
      await database.close();
    },
  };
}
