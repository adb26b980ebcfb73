// What the settings ask for, less what this server has rejected: the optional parameters of the next chat request.
import { APIError } from "openai";
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import type { ModelApiSettings } from "./chat-client.ts";

type ChatOptions = Partial<
  Pick<ChatCompletionCreateParams, "max_completion_tokens" | "max_tokens" | "temperature" | "stream" | "stream_options">
>;
type OptionName = keyof ChatOptions;

export interface ChatParameters {
  next(): ChatOptions;
  /**
   * True where the error says that one of the parameters just sent is not taken here. It is never sent again by this
   * instance, so each true makes the next request smaller.
   */
  learn(error: unknown, sent: ChatOptions): boolean;
}

export function createChatParameters(settings: ModelApiSettings): ChatParameters {
  const rejected = new Set<OptionName>();
  const takes = (name: OptionName) => !rejected.has(name);

  return {
    next: () => {
      const options: ChatOptions = {};
      if (takes("max_completion_tokens")) options.max_completion_tokens = settings.maxOutputTokens;
      else if (takes("max_tokens")) options.max_tokens = settings.maxOutputTokens;
      if (settings.temperature !== null && takes("temperature")) options.temperature = settings.temperature;
      // OpenAI streams some models only to verified organisations.
      if (takes("stream")) {
        options.stream = true;
        if (takes("stream_options")) options.stream_options = { include_usage: true };
      }
      return options;
    },
    learn: (error, sent) => {
      const name = rejectedName(error, Object.keys(sent) as OptionName[]);
      if (name === null) return false;
      rejected.add(name);
      return true;
    },
  };
}

// The one place where a server's words are matched: OpenAI gives a code and a `param`, Azure and most of the compatible
// servers only a sentence, each its own. A value that is merely too large is none of these and stays an error.
const rejectionWords =
  /unsupported|n[o']t support|unrecogni[sz]ed|unknown|unexpected|extra_forbidden|not permitted|not allowed|deprecated|must be verified/i;

function rejectedName(error: unknown, sent: OptionName[]): OptionName | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  if (!rejectionWords.test(`${error.code} ${error.message}`)) return null;
  const param = String(error.param).split(".")[0];
  // Sentences like to list alternatives after the culprit, so without a `param` the first name counts.
  return sent.find((name) => name === param) ?? firstNamed(error.message, sent);
}

function firstNamed(text: string, names: OptionName[]): OptionName | null {
  const found = names
    .map((name) => ({ name, at: text.search(new RegExp(`\\b${name}\\b`)) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  return found[0]?.name ?? null;
}
