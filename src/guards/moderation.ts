// What a person wrote in; what an OpenAI-compatible endpoint for moderation holds against it out. It never holds anybody
// up for long: one that does not answer lets the text pass.
import type { Config } from "../config.ts";
import type { Log } from "../telemetry/log.ts";

/** The flagged categories; none where it may pass. */
export type Moderate = (text: string) => Promise<string[]>;

export async function createModeration(settings: Config["moderation"], log: Log): Promise<Moderate> {
  if (settings === null) return async () => [];
  const { url, apiKey, timeoutMs } = settings;
  // Only where it is used: the package takes 25 MB.
  const { default: OpenAI } = await import("openai");
  const client = new OpenAI({
    apiKey,
    baseURL: url,
    organization: null,
    project: null,
    adminAPIKey: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: timeoutMs,
  });
  return async (input) => {
    try {
      // The package's own timeout ends with the headers; this one with the body.
      const { results } = await client.moderations.create({ input }, { signal: AbortSignal.timeout(timeoutMs) });
      return results.filter(({ flagged }) => flagged).flatMap(({ categories }) => flaggedIn(categories));
    } catch (error) {
      log.warn({ err: error }, "the moderation endpoint did not answer; the request passes");
      return [];
    }
  };
}

/** Never empty: what is flagged without a category is flagged. */
function flaggedIn(categories: object): string[] {
  const named = Object.entries(categories).flatMap(([category, isFlagged]) => (isFlagged === true ? [category] : []));
  return named.length === 0 ? ["flagged"] : named;
}
