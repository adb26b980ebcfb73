// The contract of a planner: a request with the store as it stands in, an accepted run or the reason why there is none out.
// What it stages and says takes the same road, whichever one it is.
import type { DryRunPlan } from "../changeset/dry-run.ts";
import type { RehearseCalls } from "../changeset/rehearse-calls.ts";
import type { DrawChart } from "../chart/chart.ts";
import type { Config } from "../config.ts";
import type { Model, PlanRequest } from "../model/model.ts";
import type { Stage } from "../report.ts";
import type { Attempt, LoopOutcome } from "./loop.ts";
import type { StoreNow } from "./store-now.ts";

export interface PlannerTask {
  request: PlanRequest;
  store: StoreNow;
  runId: string;
}

export interface PlannerWatch {
  onStage(stage: Stage, attempt: number): void;
  /** As soon as the model has replied for the first time: what it goes on to cost is added to the same object. */
  onAttempt(attempt: Attempt): void;
  signal: AbortSignal;
}

/** Rejects only when the world is broken or the signal was aborted. */
export type Planner = (task: PlannerTask, watch: PlannerWatch) => Promise<LoopOutcome>;

/** What a shop lets its planner use. */
export interface PlannerShop {
  dryRun: DryRunPlan;
  drawChart: DrawChart;
  rehearseCalls: RehearseCalls;
  limits: Config["request"];
}

type CreatePlanner = (shop: PlannerShop) => Planner;

/** What is kept with every run, and whether it can be had. */
export type AskedModel = Pick<Model, "name" | "parameters" | "ping">;

/** One way to plan: whom it asks, in which wording, and the planner itself once there is a shop. */
export interface PlannerChoice {
  model: AskedModel;
  promptVersion: string;
  planner: CreatePlanner;
}
