// What a model shall read, stage and say in, the replies by which each planner's model would do that out.
import type { PlannerChoice } from "../../src/agent/planner.ts";
import { codePlanner } from "../../src/agent/planners/code.ts";
import { directPlanner } from "../../src/agent/planners/direct.ts";
import { toolsPlanner } from "../../src/agent/planners/tools.ts";
import { createTestModel, createTestToolModel } from "../model/ask-model.ts";
import { callsTools, type ModelApi, type ModelApiAnswer, says } from "./model-api.ts";

interface Play {
  /** Operations by name with their arguments. */
  stage: { name: string; args: object }[];
  answer: { answer_text: string; STATUS: string; pending?: object };
}

export interface PlannerScript {
  name: string;
  choice(api: ModelApi): PlannerChoice;
  replies(play: Play): ModelApiAnswer[];
}

/** No second try, and no waiting for it. */
const IMPATIENT = { retries: 0 };

export const planScript: PlannerScript = {
  name: "plan",
  choice: (api) => codePlanner(createTestModel(api, IMPATIENT)),
  replies: ({ stage, answer }) => {
    const calls = stage.map(({ name, args }) => `await shop.${name}(${JSON.stringify(args)});`);
    const set = Object.entries(answer).map(([name, value]) => `${name} = ${JSON.stringify(value)};`);
    const action = `ACTION = "${stage.length > 0 ? "mutate" : "read"}";`;
    const reads = "await db.inventory.findMany();";
    const code = [reads, ...calls, ...set, action].join("\n");
    return [says(`<execute_javascript>\n${code}\n</execute_javascript>`)];
  },
};

export const toolsScript: PlannerScript = {
  name: "tools",
  choice: (api) => toolsPlanner(createTestToolModel(api, IMPATIENT)),
  replies: ({ stage, answer }) => [
    callsTools([{ name: "read_inventory", args: { method: "findMany" } }]),
    ...(stage.length > 0 ? [callsTools(stage)] : []),
    callsTools([{ name: "answer", args: answer }]),
  ],
};

export const directScript: PlannerScript = {
  name: "direct",
  choice: (api) => directPlanner(createTestModel(api, IMPATIENT)),
  replies: ({ stage, answer }) => {
    const calls = stage.map(({ name, args }) => ({ name: `shop.${name}`, args }));
    return [says(`\`\`\`json\n${JSON.stringify({ ...answer, calls }, null, 2)}\n\`\`\``)];
  },
};
