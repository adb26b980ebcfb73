// A model in, the same model with what its calls came to, turn by turn, out.
import type { Model, ModelReply } from "../model/model.ts";
import type { ToolModel, ToolReply } from "../model/tool-model.ts";
import type { TokenSums } from "./evaluation.ts";

interface ModelCalls {
  modelCalls: number;
  usage: TokenSums;
}

export interface ModelWatch {
  writing(model: Model): Model;
  calling(model: ToolModel): ToolModel;
  /** What came since it was last taken. */
  take(): ModelCalls;
}

export const NO_TOKENS: TokenSums = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 };

export function addTokens(a: TokenSums, b: TokenSums): TokenSums {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    costUsd: a.costUsd + b.costUsd,
  };
}

export function createModelWatch(): ModelWatch {
  let seen: ModelCalls = { modelCalls: 0, usage: NO_TOKENS };
  function note<Reply extends ModelReply | ToolReply>(reply: Reply): Reply {
    const usage = reply.kind === "unavailable" ? NO_TOKENS : reply.usage;
    seen = { modelCalls: seen.modelCalls + 1, usage: addTokens(seen.usage, usage) };
    return reply;
  }
  return {
    writing: (model) => ({ ...model, write: async (task, signal) => note(await model.write(task, signal)) }),
    calling: (model) => ({ ...model, converse: async (task, signal) => note(await model.converse(task, signal)) }),
    take: () => {
      const taken = seen;
      seen = { modelCalls: 0, usage: NO_TOKENS };
      return taken;
    },
  };
}
