// A talk and the functions on offer in, the same in the words of the chat API out.
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { ToolCall, ToolMessage, ToolTask } from "./tool-model.ts";

export type ChatQuestion = Pick<ChatCompletionCreateParams, "messages" | "tools">;

export function chatQuestion({ messages, tools }: ToolTask): ChatQuestion {
  const asked = messages.map(chatMessage);
  // An empty list is refused.
  if (tools.length === 0) return { messages: asked };
  return { messages: asked, tools: tools.map((tool) => ({ type: "function", function: { ...tool } })) };
}

/** Everything that a server reads, for counting. */
export function wordsOf({ messages, tools }: ToolTask): string[] {
  const said = messages.map((message) =>
    message.role === "assistant" && message.calls.length > 0 ? JSON.stringify(chatMessage(message)) : message.text,
  );
  return [...said, ...tools.map((tool) => JSON.stringify(tool))];
}

function chatMessage(message: ToolMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.text };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.text };
    case "assistant": {
      const { text, calls } = message;
      if (calls.length === 0) return { role: "assistant", content: text };
      return { role: "assistant", content: text === "" ? null : text, tool_calls: calls.map(chatCall) };
    }
  }
}

function chatCall({ id, name, argumentsText }: ToolCall) {
  // Some servers parse what their model wrote, and refuse the whole talk over it; what was wrong is told in the result.
  return { type: "function" as const, id, function: { name, arguments: isJson(argumentsText) ? argumentsText : "{}" } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
