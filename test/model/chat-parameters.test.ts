// Servers that know other parameters than OpenAI's, each with its own words for it.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createModelApi,
  fails,
  type ModelApi,
  rejectsParameter,
  says,
  sends,
  sendsJson,
} from "../support/model-api.ts";
import { ask, createTestModel, plan } from "./ask-model.ts";

let api: ModelApi;
beforeEach(async () => {
  api = await createModelApi();
});
afterEach(() => api.close());

describe("B43: a parameter that a server rejects", () => {
  test("the token cap falls back to its old name, and the server is asked only once", async () => {
    api.next(rejectsParameter("max_completion_tokens"), says(plan), says(plan));
    const model = createTestModel(api);
    expect(await ask(model)).toMatchObject({ kind: "text" });
    expect(await ask(model)).toMatchObject({ kind: "text" });
    expect(api.requests.map(({ body }) => [body.max_completion_tokens, body.max_tokens])).toEqual([
      [500, undefined],
      [undefined, 500],
      [undefined, 500],
    ]);
  });

  test("is left out one after the other, without costing a retry", async () => {
    const all = ["max_completion_tokens", "max_tokens", "temperature", "stream_options", "stream"];
    api.next(...all.map(rejectsParameter), says(plan));
    expect(await ask(createTestModel(api, { temperature: 0, retries: 0 }))).toMatchObject({ kind: "text", text: plan });
    expect(Object.keys(api.requests.at(-1)?.body ?? {}).sort()).toEqual(["messages", "model"]);
  });

  const inWords = (message: string) => fails(400, { message, type: "invalid_request_error", param: null, code: null });
  test.each([
    ["Azure", inWords("Unrecognized request argument supplied: max_completion_tokens")],
    ["a list of alternatives", inWords("Unknown field max_completion_tokens. Known: model, stream, temperature.")],
    [
      "Mistral",
      sendsJson(422, {
        object: "error",
        message: { detail: [{ type: "extra_forbidden", loc: ["body", "max_completion_tokens"] }] },
      }),
    ],
    [
      "FastAPI",
      sendsJson(422, {
        detail: [{ loc: ["body", "max_completion_tokens"], msg: "Extra inputs are not permitted" }],
      }),
    ],
    [
      "Gemini",
      sendsJson(400, [{ error: { code: 400, message: 'Unknown name "max_completion_tokens": Cannot find field.' } }]),
    ],
    ["plain text", sends(400, "text/plain", "Unrecognized parameter: max_completion_tokens")],
    ["a bare string in the error", fails(400, "unexpected keyword argument 'max_completion_tokens'")],
  ])("is understood in the words of %s", async (_, rejection) => {
    api.next(rejection, says(plan));
    expect(await ask(createTestModel(api, { temperature: 0.5 }))).toMatchObject({ kind: "text" });
    expect(api.requests[1]?.body).toMatchObject({ max_tokens: 500, temperature: 0.5, stream: true });
  });

  test("is told from a value that is too large, which stays an error", async () => {
    api.next(fails(400, { message: "max_completion_tokens is too large: 500", param: "max_completion_tokens" }));
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "unavailable" });
    expect(api.requests).toHaveLength(1);
  });

  test("stream_options costs only the count: usage is estimated", async () => {
    api.next(rejectsParameter("stream_options"), says(plan));
    const reply = await ask(createTestModel(api));
    expect(reply).toMatchObject({ kind: "text", usage: { cachedTokens: 0 } });
    expect(api.requests[1]?.body.stream).toBe(true);
  });
});
