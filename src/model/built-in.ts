// A request in, a plan out, without a model: rules and a small grammar, for trying, testing and as the plain baseline.
import { readPlans } from "./built-in/plan-code.ts";
import { readRequest } from "./built-in/understand.ts";
import type { Model, Usage } from "./model.ts";

const NO_USAGE: Usage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 };

export function createBuiltInPlanner(): Model {
  const codeOf = readPlans();
  return {
    name: "built-in",
    parameters: {},
    write: async ({ request }) => {
      const code = codeOf(readRequest(request));
      return { kind: "text", text: `<execute_javascript>\n${code}\n</execute_javascript>`, usage: NO_USAGE };
    },
    ping: async () => {},
  };
}
