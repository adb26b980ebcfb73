// The settings in, the model that writes the plans out.
import type { Config } from "../config.ts";
import type { Model } from "../model/model.ts";
import type { ToolModel } from "../model/tool-model.ts";
import { tracedModel } from "../telemetry/traced-model.ts";

/** Only the one that is used is loaded: the API's client alone takes 25 MB. */
export async function modelOf(config: Config): Promise<Model> {
  if (config.modelApi === null) return (await import("../model/built-in.ts")).createBuiltInPlanner();
  const { createOpenAiCompatibleModel } = await import("../model/openai-compatible.ts");
  return tracedModel(createOpenAiCompatibleModel(config.modelApi), "openai");
}

/** The same model, asked for calls of functions in place of plans. */
export async function toolModelOf(api: NonNullable<Config["modelApi"]>): Promise<ToolModel> {
  return (await import("../model/openai-compatible-tools.ts")).createOpenAiCompatibleToolModel(api);
}
