// A model that writes code in; the planner of this shop out: prompt, plan, dry run, checks, repair.
import type { Model } from "../../model/model.ts";
import { runLoop } from "../loop.ts";
import type { Planner, PlannerChoice, PlannerShop } from "../planner.ts";
import { promptVersion, writePrompt } from "../prompt.ts";

export function codePlanner(model: Model): PlannerChoice {
  return { model, promptVersion, planner: (shop) => createCodePlanner({ ...shop, model }) };
}

function createCodePlanner({
  model,
  dryRun,
  drawChart,
  limits,
}: Omit<PlannerShop, "rehearseCalls"> & { model: Model }): Planner {
  return ({ request, store, runId }, watch) =>
    runLoop(request, writePrompt(request, store), {
      ...watch,
      model,
      limits,
      drawChart,
      dryRun: (code) => dryRun({ code, request, runId, now: new Date(request.now) }),
    });
}
