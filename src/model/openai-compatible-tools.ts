// A model behind any OpenAI-compatible address: a talk in, what the model said and which functions it calls, or the reason
// why there is nothing, out. One that only writes text asks through here too.
//
// Every ending that a server can cause is a value. `converse` rejects in two cases only: the caller's signal aborted (with
// that signal's reason, so that the worker can put the job back), or there is a mistake in our own code.
//
// One budget covers connecting, waiting for headers, a stalled body, pauses and repetitions. We ask again only where
// nothing was said yet: connection refused or reset, 408, 409, 429, 5xx, or an error hidden in a 200. A server that wants
// to be left alone for longer than half of the time left is left alone: the caller learns for how long.
import { setTimeout as sleep } from "node:timers/promises";
import { APIError } from "openai";
import { createChatClient, type ModelApiSettings } from "./chat-client.ts";
import { describeFailure, isContentFilter } from "./chat-failure.ts";
import { type ChatQuestion, chatQuestion, wordsOf } from "./chat-messages.ts";
import { createChatParameters } from "./chat-parameters.ts";
import { readReply, type Said } from "./chat-reply.ts";
import type { Usage } from "./model.ts";
import { startTimeBudget, type TimeBudget } from "./time-budget.ts";
import { estimateTokens, priceTokens, type TokenCounts } from "./token-usage.ts";
import type { ToolModel, ToolReply, ToolTask } from "./tool-model.ts";

export function createOpenAiCompatibleToolModel(settings: ModelApiSettings): ToolModel {
  const client = createChatClient(settings);
  const parameters = createChatParameters(settings);
  const priced = (tokens: TokenCounts) => priceTokens(tokens, settings.usdPerMillion);

  async function askWithRetries(task: ToolTask, budget: TimeBudget, retriesLeft: number): Promise<ToolReply> {
    try {
      return await ask(task, budget.signal);
    } catch (error) {
      budget.signal.throwIfAborted();
      if (isContentFilter(error)) return { kind: "refused", usage: priced(nothingSpent) };
      const failure = describeFailure(error);
      const pauseMs = nextPauseMs(settings.retries - retriesLeft, failure.retryAfterMs, settings.pauses);
      if (!failure.isPassing || retriesLeft === 0 || pauseMs > budget.leftMs() / 2) {
        return { kind: "unavailable", reason: failure.reason, retryAfterMs: failure.retryAfterMs };
      }
      await sleep(pauseMs, undefined, { signal: budget.signal });
      return askWithRetries(task, budget, retriesLeft - 1);
    }
  }

  async function ask(task: ToolTask, signal: AbortSignal): Promise<ToolReply> {
    const heard = await readReply(client, await send(chatQuestion(task), signal), signal);
    if (heard.kind === "broke-off") {
      return { kind: "unavailable", reason: describeFailure(heard.error).reason, retryAfterMs: null };
    }
    return judge(heard, priced(heard.tokens ?? (await estimateTokens(wordsOf(task), saidWords(heard)))));
  }

  /** Where the server rejects a parameter, sends again without it. Ends, because each round sends one less. */
  async function send(question: ChatQuestion, signal: AbortSignal): Promise<Response> {
    const sent = parameters.next();
    try {
      return await client.chat.completions
        .create({ model: settings.model, ...question, ...sent }, { signal })
        .asResponse();
    } catch (error) {
      if (parameters.learn(error, sent)) return send(question, signal);
      throw error;
    }
  }

  return {
    name: settings.model,
    parameters: { temperature: settings.temperature, maxOutputTokens: settings.maxOutputTokens },

    converse: async (task, caller) => {
      caller.throwIfAborted();
      const budget = startTimeBudget(settings.budgetMs, caller);
      try {
        return await askWithRetries(task, budget, settings.retries);
      } catch (error) {
        caller.throwIfAborted();
        if (!budget.isSpent()) throw error;
        const reason = `The model did not finish its answer within ${settings.budgetMs / 1_000} s.`;
        return { kind: "unavailable", reason, retryAfterMs: null };
      } finally {
        budget.close();
      }
    },

    ping: async () => {
      const pingMs = Math.min(settings.pingMs, settings.budgetMs);
      const budget = startTimeBudget(pingMs, null);
      try {
        const response = await client.models.list({ signal: budget.signal }).asResponse();
        await response.body?.cancel();
      } catch (error) {
        if (budget.isSpent()) throw new Error(`The model's address did not answer within ${pingMs / 1_000} s.`);
        // Not every compatible server lists its models; that it answered is enough.
        if (error instanceof APIError && [404, 405, 501].includes(error.status)) return;
        throw new Error(describeFailure(error).reason);
      } finally {
        budget.close();
      }
    },
  };
}

const nothingSpent: TokenCounts = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };

function saidWords({ text, calls }: Said): string {
  return [text, ...calls.map(({ name, argumentsText }) => `${name} ${argumentsText}`)].join("\n");
}

function judge(heard: Said, usage: Usage): ToolReply {
  if (heard.isRefusal || heard.finishReason === "content_filter") return { kind: "refused", usage };
  // "error" is a gateway's way to say that the model behind it broke off.
  const wasCut = heard.finishReason === null || ["length", "error"].includes(heard.finishReason);
  if (wasCut) return { kind: "cut-off", text: heard.text, usage };
  const { text, calls } = heard;
  return text.trim() === "" && calls.length === 0 ? { kind: "empty", usage } : { kind: "said", text, calls, usage };
}

/** Grows, and is random, so that many workers do not come back at once; on top of what the server asked for. */
function nextPauseMs(retriesDone: number, retryAfterMs: number | null, pauses: ModelApiSettings["pauses"]): number {
  const ceilingMs = Math.min(pauses.firstMs * 2 ** retriesDone, pauses.longestMs);
  return (retryAfterMs ?? 0) + ceilingMs * (0.5 + Math.random() / 2);
}
