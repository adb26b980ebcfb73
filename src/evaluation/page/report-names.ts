// Reports in, a short name for each out: the planner's, with as much more as it takes to tell them apart. Pure.
import type { EvaluationReport } from "../evaluation.ts";
import { moment } from "./figure-words.ts";

export function namesOf(reports: EvaluationReport[]): string[] {
  const forms: ((report: EvaluationReport) => string)[] = [
    ({ planner }) => planner,
    ({ planner, model }) => `${planner}, ${model}`,
    ({ planner, model, startedAt }) => `${planner}, ${model}, ${moment(startedAt)}`,
  ];
  for (const form of forms) {
    const names = reports.map(form);
    if (new Set(names).size === names.length) return names;
  }
  return reports.map(({ planner, model }, index) => `${index + 1}: ${planner}, ${model}`);
}
