// What a model that calls functions can answer, played by a real server on a local port and read through the real client.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Tool, ToolMessage, ToolModel, ToolReply } from "../../src/model/tool-model.ts";
import {
  asksForPatience,
  callsTools,
  createModelApi,
  fails,
  type ModelApi,
  rejectsParameter,
  resetsConnection,
  says,
  sendsJson,
  stallsBeforeHeaders,
  streamsRaw,
} from "../support/model-api.ts";
import { createTestToolModel } from "./ask-model.ts";

let api: ModelApi;
beforeEach(async () => {
  api = await createModelApi();
});
afterEach(() => api.close());

const lookUp: Tool = {
  name: "look_up",
  description: "Finds an item.",
  parameters: { type: "object", properties: { name: { type: "string" } } },
};
const question: ToolMessage[] = [
  { role: "system", text: "You call functions." },
  { role: "user", text: "How many Moon are there?" },
];

function converse(model: ToolModel, messages = question, tools = [lookUp]): Promise<ToolReply> {
  return model.converse({ messages, tools }, new AbortController().signal);
}

const call = (id: string, argumentsText: string) => ({ id, name: "look_up", argumentsText });

describe("what a model says and calls", () => {
  test("comes back to the letter, with its ids, the tokens the server counted and their price", async () => {
    const usage = { prompt: 1_000, cached: 400, completion: 50 };
    const calls = [
      { name: "look_up", args: { name: "Moon, the round one" } },
      { name: "look_up", args: { name: "Grüße 👓" } },
    ];
    api.next(callsTools(calls, { text: "Let me look.", usage }));
    expect(await converse(createTestToolModel(api))).toEqual({
      kind: "said",
      text: "Let me look.",
      calls: [call("call-2-0", '{"name":"Moon, the round one"}'), call("call-2-1", '{"name":"Grüße 👓"}')],
      usage: {
        promptTokens: 1_000,
        cachedTokens: 400,
        completionTokens: 50,
        costUsd: (600 * 2 + 400 * 0.5 + 50 * 10) / 1_000_000,
      },
    });
  });

  test("is asked for with the whole talk and the functions, in the words of the API", async () => {
    api.next(says("Ten."));
    const calls = [call("a", '{"name":"Moon"}'), call("b", "{ broken")];
    const said: ToolMessage[] = [
      { role: "assistant", text: "", calls },
      { role: "tool", callId: "a", text: "10" },
      { role: "tool", callId: "b", text: "no JSON" },
    ];
    expect(await converse(createTestToolModel(api), [...question, ...said])).toMatchObject({ kind: "said", calls: [] });
    expect(api.requests[0]?.body).toEqual({
      model: "test-model",
      messages: [
        { role: "system", content: "You call functions." },
        { role: "user", content: "How many Moon are there?" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "look_up", arguments: '{"name":"Moon"}' } },
            // Servers that parse it would refuse the talk.
            { id: "b", type: "function", function: { name: "look_up", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "10" },
        { role: "tool", tool_call_id: "b", content: "no JSON" },
      ],
      tools: [{ type: "function", function: { ...lookUp } }],
      max_completion_tokens: 500,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("is read from a server that does not stream", async () => {
    api.next(rejectsParameter("stream"), callsTools([{ name: "look_up", args: { name: "Moon" } }]));
    expect(await converse(createTestToolModel(api))).toMatchObject({ calls: [call("call-2-0", '{"name":"Moon"}')] });
    expect(api.requests[1]?.body.stream).toBeUndefined();
  });

  test("is read from servers that number no calls, and from those that give them no id", async () => {
    const whole = (id: string | null, name: string) => ({
      ...(id === null ? {} : { id }),
      function: { name: "look_up", arguments: JSON.stringify({ name }) },
    });
    const chunk = (tool_calls: object[]) => JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] });
    const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    api.next(
      streamsRaw(chunk([whole("x", "Moon")]), chunk([whole("y", "Classic")]), end),
      streamsRaw(chunk([whole(null, "Moon"), whole(null, "Classic")]), end),
    );
    const model = createTestToolModel(api);
    expect(await converse(model)).toMatchObject({
      calls: [call("x", '{"name":"Moon"}'), call("y", '{"name":"Classic"}')],
    });
    expect(await converse(model)).toMatchObject({
      calls: [call("call_1", '{"name":"Moon"}'), call("call_2", '{"name":"Classic"}')],
    });
  });

  test("is counted here where the server reports no usage, the calls and the functions too", async () => {
    const args = { name: "a name of some length ".repeat(20) };
    api.next(
      callsTools([{ name: "look_up", args }], { usage: null }),
      callsTools([{ name: "look_up" }], { usage: null }),
    );
    const model = createTestToolModel(api);
    const [long, short] = [await converse(model), await converse(model)];
    if (long.kind !== "said" || short.kind !== "said") throw new Error("nothing was said");
    expect(long.usage.completionTokens).toBeGreaterThan(short.usage.completionTokens + 50);
    expect(long.usage.promptTokens).toBeGreaterThan(40);
  });
});

describe("endings without a call are values", () => {
  const moon = [{ name: "look_up", args: { name: "Moon" } }];

  test("calls that may lack their end are cut off, and call nothing", async () => {
    api.next(callsTools(moon, { finishReason: "length" }), callsTools(moon, { finishReason: null }));
    const model = createTestToolModel(api);
    expect(await converse(model)).toEqual({ kind: "cut-off", text: "", usage: expect.anything() });
    expect(await converse(model)).toEqual({ kind: "cut-off", text: "", usage: expect.anything() });
  });

  test("a refusal, a filtered question and an empty reply", async () => {
    api.next(
      says("", { refusal: "I cannot." }),
      fails(400, { message: "filtered", code: "content_filter" }),
      says(" "),
    );
    const model = createTestToolModel(api);
    expect(await converse(model)).toMatchObject({ kind: "refused" });
    expect(await converse(model)).toMatchObject({ kind: "refused" });
    expect(await converse(model)).toMatchObject({ kind: "empty" });
  });

  test("a model that knows no functions is unavailable, and the operator reads why", async () => {
    api.next(fails(400, { message: "this model does not support tools", code: "unsupported_value", param: "tools" }));
    expect(await converse(createTestToolModel(api))).toEqual({
      kind: "unavailable",
      reason: "The model's address rejected the request with status 400 (unsupported_value).",
      retryAfterMs: null,
    });
    expect(api.requests).toHaveLength(1);
  });

  test("a refused temperature is left out from then on, and a reset connection is tried again", async () => {
    api.next(rejectsParameter("temperature"), resetsConnection(), callsTools(moon), callsTools(moon));
    const model = createTestToolModel(api, { temperature: 0.2, pauses: { firstMs: 1, longestMs: 1 } });
    expect(await converse(model)).toMatchObject({ kind: "said" });
    expect(await converse(model)).toMatchObject({ kind: "said" });
    expect(api.requests.map(({ body }) => body.temperature)).toEqual([0.2, undefined, undefined, undefined]);
  });

  test("a server that is too busy says when to come back; one that is silent ends at our own budget", async () => {
    api.next(asksForPatience("60"), stallsBeforeHeaders());
    expect(await converse(createTestToolModel(api))).toMatchObject({ kind: "unavailable", retryAfterMs: 60_000 });
    expect(await converse(createTestToolModel(api, { budgetMs: 300 }))).toEqual({
      kind: "unavailable",
      reason: "The model did not finish its answer within 0.3 s.",
      retryAfterMs: null,
    });
  });

  test("an abort from outside rejects with its reason", async () => {
    api.next(stallsBeforeHeaders());
    const stop = new AbortController();
    const asked = createTestToolModel(api).converse({ messages: question, tools: [lookUp] }, stop.signal);
    await expect.poll(() => api.requests).toHaveLength(1);
    stop.abort(new Error("stopping"));
    await expect(asked).rejects.toThrow("stopping");
  });

  test("a call that has another shape is no reply", async () => {
    const body = { choices: [{ index: 0, message: { content: null, tool_calls: [{ function: "look_up" }] } }] };
    api.next(sendsJson(200, body));
    expect(await converse(createTestToolModel(api))).toMatchObject({ kind: "unavailable" });
  });
});
