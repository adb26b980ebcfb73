// Token counts, given by the server or estimated here, in; usage with its cost in USD out.
import type { Usage } from "./model.ts";

export type TokenCounts = Omit<Usage, "costUsd">;

export function priceTokens(
  tokens: TokenCounts,
  usdPerMillion: { input: number; cachedInput: number; output: number },
): Usage {
  const freshTokens = tokens.promptTokens - tokens.cachedTokens;
  const millionths =
    freshTokens * usdPerMillion.input +
    tokens.cachedTokens * usdPerMillion.cachedInput +
    tokens.completionTokens * usdPerMillion.output;
  return { ...tokens, costUsd: millionths / 1_000_000 };
}

/** For servers that report no usage, so that the budgets of tokens and money hold there too. */
export async function estimateTokens(asked: string[], reply: string): Promise<TokenCounts> {
  // Half a second and some megabytes to load, and most servers report: only those who need it pay.
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const count = (text: string) => estimateText(text, (part) => countTokens(part, { allowedSpecial: "all" }));
  const promptTokens = asked.reduce((sum, text) => sum + tokensOfTurnFrame + count(text), 0);
  return { promptTokens, cachedTokens: 0, completionTokens: count(reply) };
}

/** Role and separators around each message. */
const tokensOfTurnFrame = 4;

// The tokenizer takes quadratic time on a long run of one letter (17 s for 200,000), so it gets short parts, and of a
// very long text only the beginning, whose density then stands for the rest.
const partChars = 1_000;
const sampleChars = 100_000;

function estimateText(text: string, countPart: (part: string) => number): number {
  const sample = text.slice(0, sampleChars);
  let tokens = 0;
  for (let at = 0; at < sample.length; at += partChars) tokens += countPart(sample.slice(at, at + partChars));
  return sample.length === 0 ? 0 : Math.ceil((tokens * text.length) / sample.length);
}
