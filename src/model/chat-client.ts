// Settings in, the `openai` package's client out, with the package's own timeouts, retries, log and environment put out
// of action: those are ours (decided in openai-compatible.ts).
import OpenAI from "openai";
import type { Config } from "../config.ts";

export type ModelApiSettings = NonNullable<Config["modelApi"]>;

export function createChatClient(settings: ModelApiSettings): OpenAI {
  return new OpenAI({
    apiKey: settings.apiKey,
    baseURL: settings.baseUrl,
    // Left out, these four would come from environment variables that are no settings of ours.
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: settings.budgetMs,
    fetch: createCappedFetch(frameBytes + settings.maxOutputTokens * bytesPerToken),
  });
}

/** Thrown into the body of an answer that goes on and on. */
export class OversizedAnswer extends Error {
  override name = "OversizedAnswer";
}

// A streamed token arrives as 200 to 400 bytes of JSON, and hidden reasoning may be sent along: nothing honest is cut.
const bytesPerToken = 2_048;
const frameBytes = 64 * 1_024;

/** The package buffers without limit, be it one line without an end; here the body breaks off instead. */
function createCappedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let bytes = 0;
    const capped = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) controller.enqueue(chunk);
        else controller.error(new OversizedAnswer(`The answer is longer than ${maxBytes} bytes.`));
      },
    });
    return new Response(response.body.pipeThrough(capped), response);
  };
}
