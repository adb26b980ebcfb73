// A model behind any OpenAI-compatible address: turns in, the text of a plan or the reason why there is none out. How it is
// asked, and what becomes of its troubles, stands in openai-compatible-tools.ts.
import type { ModelApiSettings } from "./chat-client.ts";
import type { Model } from "./model.ts";
import { createOpenAiCompatibleToolModel } from "./openai-compatible-tools.ts";

export function createOpenAiCompatibleModel(settings: ModelApiSettings): Model {
  const { name, parameters, converse, ping } = createOpenAiCompatibleToolModel(settings);
  return {
    name,
    parameters,
    ping,
    write: async ({ turns }, signal) => {
      const messages = turns.map(({ role, text }) =>
        role === "assistant" ? { role, text, calls: [] } : { role, text },
      );
      const reply = await converse({ messages, tools: [] }, signal);
      if (reply.kind !== "said") return reply;
      const { text, usage } = reply;
      // Whoever calls functions that nobody offered has said nothing.
      return text.trim() === "" ? { kind: "empty", usage } : { kind: "text", text, usage };
    },
  };
}
