// Replies in, a model that gives them one after the other out. It fails on a call too many, and `assertSpent` on an
// answer left over.
import type { Model, ModelReply, PlanTask } from "../../src/model/model.ts";

export interface ScriptedModel extends Model {
  /** The tasks as they came. */
  tasks: PlanTask[];
  assertSpent(): void;
}

const NO_USAGE = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 };

/** A plan's code as a model would send it. */
export function planReply(code: string): ModelReply {
  return { kind: "text", text: `<execute_javascript>\n${code}\n</execute_javascript>`, usage: NO_USAGE };
}

export function createScriptedModel(replies: (ModelReply | string)[]): ScriptedModel {
  const waiting = [...replies];
  const tasks: PlanTask[] = [];
  return {
    name: "scripted",
    parameters: {},
    tasks,
    write: async (task) => {
      tasks.push(task);
      const reply = waiting.shift();
      if (reply === undefined) throw new Error(`call ${tasks.length} was not in the script`);
      return typeof reply === "string" ? planReply(reply) : reply;
    },
    ping: async () => {},
    assertSpent: () => {
      if (waiting.length > 0) throw new Error(`${waiting.length} scripted replies were not asked for`);
    },
  };
}
