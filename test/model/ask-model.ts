// The model under test, pointed at a played server, and one question for it.
import type { ModelApiSettings } from "../../src/model/chat-client.ts";
import type { Model, ModelReply, PlanTask } from "../../src/model/model.ts";
import { createOpenAiCompatibleModel } from "../../src/model/openai-compatible.ts";
import { createOpenAiCompatibleToolModel } from "../../src/model/openai-compatible-tools.ts";
import type { ToolModel } from "../../src/model/tool-model.ts";
import type { ModelApi } from "../support/model-api.ts";

export const plan = "<execute_javascript>\nanswer_text = `Grüße, \\`👓\\``;\n</execute_javascript>";

export const task: PlanTask = {
  turns: [
    { role: "system", text: "You plan for a shop's assistant." },
    { role: "user", text: "How many aviators are there?" },
  ],
  request: {
    user_request: "How many aviators are there?",
    history: [],
    requester: { role: "customer", customerId: 1, name: "Ann" },
    now: "2026-01-01T00:00:00.000Z",
    pending: null,
  },
};

export function createTestModel(api: ModelApi, changes: Partial<ModelApiSettings> = {}): Model {
  return createOpenAiCompatibleModel(testSettings(api, changes));
}

export function createTestToolModel(api: ModelApi, changes: Partial<ModelApiSettings> = {}): ToolModel {
  return createOpenAiCompatibleToolModel(testSettings(api, changes));
}

function testSettings(api: ModelApi, changes: Partial<ModelApiSettings>): ModelApiSettings {
  return {
    apiKey: "sk-very-secret",
    baseUrl: api.baseUrl,
    model: "test-model",
    temperature: null,
    budgetMs: 20_000,
    maxOutputTokens: 500,
    pauses: { firstMs: 500, longestMs: 8_000 },
    pingMs: 5_000,
    retries: 2,
    usdPerMillion: { input: 2, cachedInput: 0.5, output: 10 },
    ...changes,
  };
}

export const ask = (model: Model): Promise<ModelReply> => model.write(task, new AbortController().signal);

export async function millisecondsOf(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work;
  return performance.now() - start;
}
