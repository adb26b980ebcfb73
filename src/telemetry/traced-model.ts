// A model in, the same model out whose answers are spans by the conventions for generative AI. Counts and reasons only:
// neither the prompt nor the answer is ever part of a trace.
import type { Model, ModelReply } from "../model/model.ts";
import { inSpan } from "./tracing.ts";

/** `provider` as the conventions name it: "openai" for everything that speaks its API. */
export function tracedModel(model: Model, provider: string): Model {
  const { temperature, maxOutputTokens } = model.parameters;
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": model.name,
    ...(typeof temperature === "number" ? { "gen_ai.request.temperature": temperature } : {}),
    ...(typeof maxOutputTokens === "number" ? { "gen_ai.request.max_tokens": maxOutputTokens } : {}),
  };
  return {
    name: model.name,
    parameters: model.parameters,
    ping: () => model.ping(),
    write: (task, signal) =>
      inSpan(`chat ${model.name}`, { kind: "client", attributes }, async (span) => {
        const reply = await model.write(task, signal);
        span.note({ "tillhand.model.reply": reply.kind });
        if (reply.kind === "unavailable") {
          span.failed("unavailable");
          return reply;
        }
        const { promptTokens, cachedTokens, completionTokens, costUsd } = reply.usage;
        span.note({
          "gen_ai.response.finish_reasons": [finishReason(reply)],
          "gen_ai.usage.input_tokens": promptTokens,
          "gen_ai.usage.cache_read.input_tokens": cachedTokens,
          "gen_ai.usage.output_tokens": completionTokens,
          "tillhand.model.cost_usd": costUsd,
        });
        return reply;
      }),
  };
}

/** In the words of the API; a reply that is cut off may have lost its end on the way too. */
function finishReason(reply: Exclude<ModelReply, { kind: "unavailable" }>): string {
  switch (reply.kind) {
    case "text":
    case "plan":
    case "empty":
      return "stop";
    case "cut-off":
      return "length";
    case "refused":
      return "content_filter";
  }
}
