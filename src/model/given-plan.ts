// A plan that somebody wrote in; a model that hands over just that plan out.
import type { Model } from "./model.ts";

export const GIVEN_PLAN = "given-plan";

export function createGivenPlan(code: string): Model {
  return {
    name: GIVEN_PLAN,
    parameters: {},
    write: async () => ({
      kind: "plan",
      code,
      usage: { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 },
    }),
    ping: async () => {},
  };
}
