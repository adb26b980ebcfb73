// Slow, silent, busy and broken servers, played on a local port; how long we wait and what the operator is told.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  asksForPatience,
  createModelApi,
  fails,
  hidesErrorInBody,
  hidesErrorInStream,
  type ModelApi,
  resetsConnection,
  says,
  stallsBeforeHeaders,
  stallsInBody,
} from "../support/model-api.ts";
import { ask, createTestModel, millisecondsOf, plan, task } from "./ask-model.ts";

let api: ModelApi;
beforeEach(async () => {
  api = await createModelApi();
});
afterEach(() => api.close());

describe("time", () => {
  test.each([
    ["B38: a body that stalls after its headers", stallsInBody()],
    ["B38: a body that stalls in the middle of the plan", stallsInBody("<execute_javascript>\nansw")],
    ["a server that never sends headers", stallsBeforeHeaders()],
    ["a stream that goes on drop by drop", says("drop ".repeat(2_000), { pauseMs: 100 })],
  ])("%s ends at our own budget, and the connection is given up", async (_, answer) => {
    api.next(answer);
    const model = createTestModel(api, { budgetMs: 400 });
    const reply = await ask(model);
    expect(reply).toEqual({
      kind: "unavailable",
      reason: "The model did not finish its answer within 0.4 s.",
      retryAfterMs: null,
    });
    await expect.poll(() => api.requests[0]?.wasLeft).toBe(true);
    expect(api.requests).toHaveLength(1);
  });

  test("B39: a provider that keeps failing costs one budget, not one for each retry", async () => {
    const dead = await createModelApi(stallsBeforeHeaders());
    const model = createTestModel(dead, { budgetMs: 500, retries: 5 });
    expect(await millisecondsOf(ask(model))).toBeLessThan(2_000);
    await dead.close();
  });

  test("an address where nobody listens is given up after the retries", async () => {
    const gone = await createModelApi();
    await gone.close();
    expect(await ask(createTestModel(gone, { retries: 1 }))).toEqual({
      kind: "unavailable",
      reason: "The model's address could not be reached (ECONNREFUSED): check OPENAI_BASE_URL.",
      retryAfterMs: null,
    });
  });

  test("the caller's abort rejects with the caller's reason, so that the job can be put back", async () => {
    api.next(stallsInBody("half"), asksForPatience("5"));
    const model = createTestModel(api);
    const stop = new AbortController();
    const inBody = model.write(task, stop.signal);
    const inPause = model.write(task, stop.signal);
    await expect.poll(() => api.requests.length).toBe(2);
    stop.abort(new Error("The service is stopping."));
    await expect(inBody).rejects.toThrow("The service is stopping.");
    await expect(inPause).rejects.toThrow("The service is stopping.");
    await expect(model.write(task, stop.signal)).rejects.toThrow("The service is stopping.");
    expect(api.requests).toHaveLength(2);
  });
});

describe("a server that is busy or ill", () => {
  test("B40: a long Retry-After is not waited for; the caller learns when to come back", async () => {
    api.next(asksForPatience("120"));
    expect(
      await millisecondsOf(ask(createTestModel(api)).then((reply) => expect(reply).toMatchObject(comeBackIn(120_000)))),
    ).toBeLessThan(5_000);
    expect(api.requests).toHaveLength(1);
  });

  test("B40: a Retry-After may be a date", async () => {
    api.next(asksForPatience(new Date(Date.now() + 120_000).toUTCString()));
    const reply = await ask(createTestModel(api));
    if (reply.kind !== "unavailable") throw new Error(reply.kind);
    expect(reply.retryAfterMs).toBeGreaterThan(60_000);
    expect(reply.retryAfterMs).toBeLessThanOrEqual(120_000);
  });

  test("a short Retry-After is waited for", async () => {
    api.next(asksForPatience("1"), says(plan));
    const reply = ask(createTestModel(api));
    expect(await millisecondsOf(reply)).toBeGreaterThan(1_000);
    expect(await reply).toMatchObject({ kind: "text", text: plan });
  });

  test.each([
    ["a 500", fails(500)],
    ["a 408", fails(408)],
    ["a connection reset before the answer", resetsConnection()],
    ["a connection reset between headers and text", resetsConnection("")],
    ["an error hidden in a 200's body", hidesErrorInBody({ message: "upstream is down", code: 502 })],
    ["an error hidden at the start of a 200's stream", hidesErrorInStream({ message: "overloaded" })],
  ])("%s is asked again, and the answer counts", async (_, trouble) => {
    api.next(trouble, says(plan));
    expect(await ask(createTestModel(api))).toMatchObject({ kind: "text", text: plan });
    expect(api.requests).toHaveLength(2);
  });

  test("one that fails every time is asked once more than the retries allow, and no further", async () => {
    api.next(fails(503), fails(503), fails(503), says(plan));
    expect(await ask(createTestModel(api))).toEqual({
      kind: "unavailable",
      reason: "The model's address failed with status 503.",
      retryAfterMs: null,
    });
    expect(api.requests).toHaveLength(3);
  });

  test("an account without quota is not asked again, although its status is that of a busy one", async () => {
    api.next(fails(429, { message: "You exceeded your current quota", code: "insufficient_quota" }));
    expect(await ask(createTestModel(api))).toMatchObject({
      reason: "The model's account has used up its quota: check its billing.",
    });
    expect(api.requests).toHaveLength(1);
  });

  test.each([
    [401, "The model's address refused the API key: check OPENAI_API_KEY."],
    [403, "The model's address does not let this key use the model: check OPENAI_API_KEY and MODEL."],
    [404, "The model's address does not know the model or the path: check MODEL and OPENAI_BASE_URL."],
    [400, "The model's address rejected the request with status 400 (context_length_exceeded)."],
  ])("a %i is said to the operator once, without key or body", async (status, reason) => {
    api.next(fails(status, { message: "Incorrect key sk-very-secret", code: "context_length_exceeded" }));
    expect(await ask(createTestModel(api))).toEqual({ kind: "unavailable", reason, retryAfterMs: null });
    expect(api.requests).toHaveLength(1);
  });
});

describe("ping", () => {
  test("is content with a list of models, or with a server that has none", async () => {
    await createTestModel(api).ping();
    api.models(fails(404));
    await createTestModel(api).ping();
  });

  test.each([
    ["a refused key", fails(401), "The model's address refused the API key: check OPENAI_API_KEY."],
    ["a failing server", fails(500), "The model's address failed with status 500."],
    ["a silent server", stallsBeforeHeaders(), "The model's address did not answer within 0.3 s."],
  ])("rejects with a sentence for %s", async (_, answer, sentence) => {
    api.models(answer);
    await expect(createTestModel(api, { budgetMs: 300 }).ping()).rejects.toThrow(sentence);
  });
});

function comeBackIn(retryAfterMs: number) {
  return { kind: "unavailable", reason: "The model's address asks for fewer requests.", retryAfterMs };
}
