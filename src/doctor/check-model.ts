// The settings in; whether what writes the plans can be had out.
import type { Config } from "../config.ts";
import { createChatClient, type ModelApiSettings } from "../model/chat-client.ts";
import { modelOf } from "../presets/model-of.ts";
import { type Finding, fail, ok, warn } from "./doctor.ts";

const WHAT = "Model";

export async function checkModel(config: Config): Promise<Finding[]> {
  const { modelApi } = config;
  if (modelApi === null) {
    return [ok(WHAT, "the built-in planner, English only; OPENAI_API_KEY or OPENAI_BASE_URL brings a model.")];
  }
  const model = await modelOf(config);
  try {
    await model.ping();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fail(WHAT, `${reason} (OPENAI_BASE_URL is ${modelApi.baseUrl}.)`)];
  }
  const names = await namesAt(modelApi);
  if (names !== null && !names.includes(modelApi.model)) {
    return [warn(WHAT, `${modelApi.baseUrl} answers, but does not list ${modelApi.model}: look at MODEL.`)];
  }
  return [ok(WHAT, `${modelApi.baseUrl} answers${names === null ? "" : ` and has ${modelApi.model}`}.`)];
}

/** null: the address tells no list, as not every compatible one does. */
async function namesAt(settings: ModelApiSettings): Promise<string[] | null> {
  try {
    const signal = AbortSignal.timeout(settings.pingMs);
    const { data } = await createChatClient(settings).models.list({ signal });
    return data.length === 0 ? null : data.map(({ id }) => id);
  } catch {
    return null;
  }
}
