// A model for each trial in, for whichever planner; the planner of that trial, whose calls are watched, out.
import type { PlannerChoice } from "../agent/planner.ts";
import { codePlanner } from "../agent/planners/code.ts";
import { directPlanner } from "../agent/planners/direct.ts";
import { toolsPlanner } from "../agent/planners/tools.ts";
import type { Model } from "../model/model.ts";
import type { ReplyPlace } from "../model/recording-file.ts";
import type { ToolModel } from "../model/tool-model.ts";
import { createModelWatch, type ModelWatch } from "./watched-model.ts";

/** Where in the suite the call stands that is about to be made; asked once a call. */
export type PlaceOf = () => ReplyPlace;

export type PlannerAt = (placeOf: PlaceOf, watch: ModelWatch) => PlannerChoice;

export function codePlannerAt(modelAt: (placeOf: PlaceOf) => Model): PlannerAt {
  return (placeOf, watch) => codePlanner(watch.writing(modelAt(placeOf)));
}

export function directPlannerAt(modelAt: (placeOf: PlaceOf) => Model): PlannerAt {
  return (placeOf, watch) => directPlanner(watch.writing(modelAt(placeOf)));
}

export function toolsPlannerAt(modelAt: (placeOf: PlaceOf) => ToolModel): PlannerAt {
  return (placeOf, watch) => toolsPlanner(watch.calling(modelAt(placeOf)));
}

/** What a planner says of itself; it is asked nothing. */
export function describePlanner(plannerAt: PlannerAt): { model: string; promptVersion: string } {
  const nowhere = () => ({ caseId: "", trial: 0, turn: 0, call: 0 });
  const { model, promptVersion } = plannerAt(nowhere, createModelWatch());
  return { model: model.name, promptVersion };
}
