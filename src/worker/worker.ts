// The contract of the worker: what it needs, and the one thing it does.
import type { AskedModel, Planner } from "../agent/planner.ts";
import type { ReadStore } from "../agent/store-now.ts";
import type { DrawChart } from "../chart/chart.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Moderate } from "../guards/moderation.ts";
import type { Platform, ProgressOf } from "../platforms/platform.ts";
import type { WorkAgain } from "../queue/queue.ts";
import type { Spent } from "../records/spending.ts";
import type { StaffPlace } from "../records/staff.ts";
import type { StageMark } from "../report.ts";
import type { Person } from "../requester.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Which of today's caps on what the model may cost is reached. */
export type ReachedCap = "customer" | "service";

export interface WorkerParts {
  config: Config;
  database: Database;
  /** What `plan` asks, and in which wording. */
  model: AskedModel;
  promptVersion: string;
  plan: Planner;
  /** Checked charts as pictures. */
  drawChart: DrawChart;
  readStore: ReadStore;
  reachedCap(who: Person, spentToday: Spent): Promise<ReachedCap | null>;
  /** What is held against a text; nothing where no endpoint is set, or it does not answer. */
  moderate: Moderate;
  platforms: Platform[];
  clock: () => Date;
  log: Log;
  metrics: Metrics;
  /** Whether a spent budget opens a ticket for staff; a developer's own plan does not. */
  handsOver: boolean;
  onProgress(about: ProgressOf, mark: StageMark): void;
  /** Where the staff hear of tickets and of cards that wait for an admin. */
  staffPlaces: StaffPlace[];
  /** These conversations have something to post; should it get lost, the sweeper finds it. */
  wake(conversationIds: string[]): void;
}

/** Works all that waits in one conversation; rejects when it should be tried again later. */
export type WorkConversation = (conversationId: string, signal: AbortSignal) => Promise<WorkAgain>;
