// What a model can answer, played by a real server on a local port and read through the real client.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createModelApi,
  fails,
  hidesErrorInBody,
  hidesErrorInStream,
  type ModelApi,
  neverStops,
  resetsConnection,
  says,
  saysInOneBody,
  sends,
  sendsJson,
  streamsRaw,
} from "../support/model-api.ts";
import { ask, createTestModel, millisecondsOf, plan } from "./ask-model.ts";

let api: ModelApi;
beforeEach(async () => {
  api = await createModelApi();
});
afterEach(() => api.close());

describe("a good answer", () => {
  test("comes back to the letter, with the tokens the server counted and their price", async () => {
    api.next(says(plan, { usage: { prompt: 1_000, cached: 400, completion: 50 } }));
    expect(await ask(createTestModel(api))).toEqual({
      kind: "text",
      text: plan,
      usage: {
        promptTokens: 1_000,
        cachedTokens: 400,
        completionTokens: 50,
        costUsd: (600 * 2 + 400 * 0.5 + 50 * 10) / 1_000_000,
      },
    });
  });

  test("is asked for with the turns in order, the key, the cap, and no temperature unless one is set", async () => {
    api.next(says(plan), says(plan));
    await ask(createTestModel(api));
    await ask(createTestModel(api, { temperature: 0.2 }));
    const [without, withTemperature] = api.requests;
    expect(without?.headers.authorization).toBe("Bearer sk-very-secret");
    expect(without?.body).toEqual({
      model: "test-model",
      messages: [
        { role: "system", content: "You plan for a shop's assistant." },
        { role: "user", content: "How many aviators are there?" },
      ],
      max_completion_tokens: 500,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(withTemperature?.body.temperature).toBe(0.2);
  });

  test("may come slowly", async () => {
    api.next(says(plan, { pauseMs: 20 }));
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "text", text: plan });
  });

  test("is read from a server that ignores the wish for a stream", async () => {
    api.next(saysInOneBody(plan), saysInOneBody(plan, { finishReason: null }));
    expect(await ask(createTestModel(api))).toMatchObject({
      kind: "text",
      text: plan,
      usage: { promptTokens: 100, cachedTokens: 40 },
    });
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "text", text: plan });
  });

  test("has its tokens estimated where the server counts none, even with a tokenizer's own marks in it", async () => {
    const text = `${plan}<|endoftext|>`;
    api.next(says(text, { usage: null }));
    const reply = await ask(createTestModel(api));
    if (reply.kind !== "text") throw new Error(reply.kind);
    expect(reply.usage.promptTokens).toBeGreaterThan(10);
    expect(reply.usage.completionTokens).toBeGreaterThan(20);
    expect(reply.usage.completionTokens).toBeLessThan(60);
    expect(reply.usage.costUsd).toBeGreaterThan(0);
  });

  test("of a single letter repeated is estimated without holding up the process", async () => {
    api.next(says("a".repeat(100_000), { usage: null }));
    expect(await millisecondsOf(ask(createTestModel(api, { maxOutputTokens: 20_000 })))).toBeLessThan(3_000);
  });

  test("counts although the server talks nonsense or falls silent after its end", async () => {
    const end = JSON.stringify({ choices: [{ index: 0, delta: { content: plan }, finish_reason: "stop" }] });
    api.next(streamsRaw(end, "{ nonsense"), (response) => void response.write(`data: ${end}\n\n`));
    const model = createTestModel(api, { budgetMs: 500 });
    expect(await ask(model)).toMatchObject({ kind: "text", text: plan });
    expect(await ask(model)).toMatchObject({ kind: "text", text: plan });
  });
});

describe("B44: an answer that is no plan", () => {
  test.each([
    ["a refusal in the stream", says("", { refusal: "I cannot help with that." })],
    ["a refusal in one body", saysInOneBody("", { refusal: "I cannot help with that." })],
    ["a refusal beside text", says(plan, { refusal: "I cannot help with that." })],
    ["a text taken back by the filter", says(plan, { finishReason: "content_filter" })],
    ["a prompt that the filter rejects", fails(400, { message: "filtered", code: "content_filter" })],
  ])("%s is a refusal, and its words are not handed on", async (_, answer) => {
    api.next(answer);
    const reply = await ask(createTestModel(api));
    expect(reply.kind).toBe("refused");
    expect(JSON.stringify(reply)).not.toMatch(/cannot|answer_text/);
  });

  test.each([
    ["the token cap", says(plan, { finishReason: "length" })],
    ["the token cap before any text, as with hidden reasoning", says("", { finishReason: "length" })],
    ["the token cap in one body", saysInOneBody(plan, { finishReason: "length" })],
    ["a stream that ends without a finish reason", says(plan, { finishReason: null })],
    ["a connection that breaks in the middle", resetsConnection("<execute_javascript>\nansw")],
    ["a gateway that reports a broken model", says("<execute_javascript>\nansw", { finishReason: "error" })],
    ["an answer without an end", neverStops()],
  ])("%s means cut off", async (_, answer) => {
    api.next(answer);
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "cut-off" });
    expect(api.requests).toHaveLength(1);
  });

  test("no text is empty", async () => {
    api.next(says(" \n"), saysInOneBody(""));
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "empty" });
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "empty" });
  });

  test("an error in the middle of the stream makes the text worthless and is not asked again", async () => {
    api.next(hidesErrorInStream({ message: "worker died", code: "server_error" }, plan));
    expect(await ask(createTestModel(api))).toEqual({
      kind: "unavailable",
      reason: "The model's address reported an error in its answer (server_error).",
      retryAfterMs: null,
    });
    expect(api.requests).toHaveLength(1);
  });

  test("an error hidden in a 200 every time ends as unavailable", async () => {
    api.next(hidesErrorInBody("upstream is down"), hidesErrorInBody("upstream is down"));
    expect(await ask(createTestModel(api, { retries: 1 }))).toEqual({
      kind: "unavailable",
      reason: "The model's address reported an error in its answer.",
      retryAfterMs: null,
    });
  });

  test.each([
    ["a chunk that is not JSON", streamsRaw("{ nonsense")],
    ["a chunk of another shape", streamsRaw('{"status":"ok"}')],
    ["nonsense after some text", streamsRaw('{"choices":[{"delta":{"content":"a = 1"}}]}', "<html>")],
    ["a body of another shape", sendsJson(200, { status: "ok" })],
    ["a web page instead", sends(200, "text/html", "<h1>Hello</h1>")],
    ["a body of no length", sends(200, "application/json", "")],
  ])("%s is unavailable, with a hint at the address", async (_, answer) => {
    api.next(answer);
    expect(await ask(createTestModel(api))).toEqual({
      kind: "unavailable",
      reason: "The model's address sent something that is not a chat completion: check OPENAI_BASE_URL.",
      retryAfterMs: null,
    });
  });
});
