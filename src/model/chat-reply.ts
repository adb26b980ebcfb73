// A chat response, streamed or in one body, in; what the model said, which functions it calls, and how it ended out.
import { APIError, type OpenAI } from "openai";
import { Stream } from "openai/streaming";
import { z } from "zod";
import type { TokenCounts } from "./token-usage.ts";
import type { ToolCall } from "./tool-model.ts";

export interface Said {
  kind: "said";
  text: string;
  calls: ToolCall[];
  isRefusal: boolean;
  /** null: the stream stopped without saying that it was done. */
  finishReason: string | null;
  /** null: the server reported none. */
  tokens: TokenCounts | null;
}

/** After some text came an error, or something that is no reply. The text is worth nothing. */
export interface BrokeOff {
  kind: "broke-off";
  error: unknown;
}

/** The answer is not a chat completion at all. */
export class UnreadableReply extends Error {
  override name = "UnreadableReply";
}

const Count = z.number().int().min(0);
const Tokens = z
  .object({
    prompt_tokens: Count,
    completion_tokens: Count,
    prompt_tokens_details: z.object({ cached_tokens: Count.nullish() }).nullish(),
  })
  .transform((usage) => ({
    promptTokens: usage.prompt_tokens,
    cachedTokens: Math.min(usage.prompt_tokens_details?.cached_tokens ?? 0, usage.prompt_tokens),
    completionTokens: usage.completion_tokens,
  }));
/** Of a stream: the first piece of a call has its id and name, the others more of its arguments. */
const CallPiece = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const Words = z
  .object({
    content: z.string().nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(CallPiece).nullish(),
  })
  .nullish();
const Choice = z.object({
  index: z.number().nullish(),
  delta: Words,
  message: Words,
  finish_reason: z.string().nullish(),
});
/** One chunk of a stream, or a whole body: they differ in `delta` and `message`. The last chunk may be usage alone. */
const Piece = z
  .object({ choices: z.array(Choice).nullish(), usage: Tokens.nullish().catch(null) })
  .refine(({ choices, usage }) => choices != null || usage != null);

/** Rejects, with what the connection or the client threw, as long as nothing was said; and when `signal` aborts. */
export async function readReply(client: OpenAI, response: Response, signal: AbortSignal): Promise<Said | BrokeOff> {
  const isOneBody = response.headers.get("content-type")?.includes("json") ?? false;
  const values = isOneBody ? wholeBody(response) : streamed(client, response);
  const calls = new Map<number, ToolCall>();
  const heard: Said = { kind: "said", text: "", calls: [], isRefusal: false, finishReason: null, tokens: null };
  try {
    for await (const piece of piecesOf(values)) {
      heard.tokens = piece.usage ?? heard.tokens;
      const choice = piece.choices?.find(({ index }) => (index ?? 0) === 0);
      const words = choice?.delta ?? choice?.message;
      heard.text += words?.content ?? "";
      for (const call of words?.tool_calls ?? []) addToCall(calls, call);
      heard.calls = [...calls.values()];
      heard.isRefusal ||= Boolean(words?.refusal);
      heard.finishReason = choice?.finish_reason ?? heard.finishReason;
    }
    // The client's stream ends without a word when it is aborted.
    if (heard.finishReason === null) signal.throwIfAborted();
    // A body that parsed is whole, so its end was seen.
    if (isOneBody) heard.finishReason ??= "stop";
    return heard;
  } catch (error) {
    // It had said all; what went wrong afterwards takes nothing back.
    if (heard.finishReason !== null) return heard;
    if (signal.aborted || (heard.text === "" && heard.calls.length === 0)) throw error;
    const isWorthless = error instanceof APIError || error instanceof UnreadableReply;
    return isWorthless ? { kind: "broke-off", error } : heard;
  }
}

/** Some servers number nothing and send each call whole; some give no id, which an answer to it must name. */
function addToCall(calls: Map<number, ToolCall>, { index, id, function: called }: z.infer<typeof CallPiece>): void {
  const beginsCall = Boolean(called?.name);
  const place = index ?? (beginsCall || calls.size === 0 ? calls.size : calls.size - 1);
  const known = calls.get(place);
  calls.set(place, {
    id: known?.id ?? (id || `call_${place + 1}`),
    name: known?.name || (called?.name ?? ""),
    argumentsText: (known?.argumentsText ?? "") + (called?.arguments ?? ""),
  });
}

async function* piecesOf(values: AsyncIterable<unknown>): AsyncGenerator<z.infer<typeof Piece>> {
  let pieces = 0;
  for await (const value of values) {
    const piece = Piece.safeParse(value);
    if (!piece.success) throw new UnreadableReply("A piece of the answer has another shape.");
    pieces += 1;
    yield piece.data;
  }
  if (pieces === 0) throw new UnreadableReply("The answer has no pieces.");
}

/** Throws an APIError for a chunk that is an error, and so does `wholeBody`. */
async function* streamed(client: OpenAI, response: Response): AsyncGenerator<unknown> {
  try {
    yield* Stream.fromSSEResponse<unknown>(response, new AbortController(), client);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableReply("A chunk of the stream is not JSON.");
    throw error;
  }
}

const ErrorBody = z.object({ error: z.union([z.looseObject({}), z.string()]) });

async function* wholeBody(response: Response): AsyncGenerator<unknown> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new UnreadableReply("The body is not JSON.");
  }
  const hidden = ErrorBody.safeParse(body);
  if (hidden.success) throw new APIError(undefined, Object(hidden.data.error), undefined, response.headers);
  yield body;
}
