// The contract of a model that calls functions: a talk and the functions it may call in, its words and calls, or the reason
// why there are none, out. Plain data both ways, so that a talk can be kept and played again.
import type { Json } from "../json.ts";
import type { Model, ModelReply, Usage } from "./model.ts";

export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote it, which need not be JSON. */
  argumentsText: string;
}

export type ToolMessage =
  | { role: "system" | "user"; text: string }
  | { role: "assistant"; text: string; calls: ToolCall[] }
  /** What one call gave. */
  | { role: "tool"; callId: string; text: string };

export interface Tool {
  /** Letters, digits, "_" and "-". */
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: { [keyword: string]: Json };
}

export interface ToolTask {
  messages: ToolMessage[];
  tools: Tool[];
}

export type ToolReply =
  /** At least one of the two is not empty. */
  | { kind: "said"; text: string; calls: ToolCall[]; usage: Usage }
  /** As of a model that writes text. What was cut off calls nothing. */
  | Exclude<ModelReply, { kind: "text" | "plan" }>;

export interface ToolModel extends Omit<Model, "write"> {
  converse(task: ToolTask, signal: AbortSignal): Promise<ToolReply>;
}
