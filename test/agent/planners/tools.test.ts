import { afterEach, beforeEach, expect, test } from "vitest";
import { toolsPlanner } from "../../../src/agent/planners/tools.ts";
import type { ToolMessage, ToolModel } from "../../../src/model/tool-model.ts";
import type { Person } from "../../../src/requester.ts";
import { readDetail } from "../../../src/run-detail.ts";
import { createTestToolModel } from "../../model/ask-model.ts";
import {
  callsTools,
  createModelApi,
  fails,
  type ModelApi,
  type ModelApiAnswer,
  says,
} from "../../support/model-api.ts";
import { alice, freshStoreForEachTest, openShop, type Shop, sam } from "../../support/shop.ts";

const open = freshStoreForEachTest();
let api: ModelApi;
let shop: Shop;

beforeEach(async () => {
  api = await createModelApi();
});
afterEach(async () => {
  await shop.close();
  await api.close();
});

async function askWith(
  replies: ModelApiAnswer[],
  {
    person = alice,
    text = "two moon please",
    environment = {},
  }: { person?: Person; text?: string; environment?: { [name: string]: string } } = {},
) {
  shop = await openShop({ ...open, model: toolsPlanner(createTestToolModel(api)), environment });
  api.next(...replies);
  const answered = await shop.ask(person, text);
  const run = await readDetail(open.database.client, answered.report.runId);
  if (run === null) throw new Error("the run was not stored");
  return { ...answered, run };
}

/** What the model was told last: the results of its calls, or what was wrong with its reply. */
function toldAt(request: number): string[] {
  const messages = api.requests[request]?.body.messages ?? [];
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).map(({ content }) => content ?? "");
}

const buys = (itemId: string, quantity: number) => ({ name: "purchase", args: { itemId, quantity } });
const answers = (answer_text: string, STATUS = "success") =>
  callsTools([{ name: "answer", args: { answer_text, STATUS } }]);
const READY = "2 Moon for $240.00 are ready to be confirmed.";
const bought = { status: "success", action: "mutate", error: null, attempts: 1 };

test("only what the requester's role has can be called", async () => {
  const namesFor = async (person: Person) => {
    api.requests.length = 0;
    await askWith([answers("Hello!")], { person });
    const names = api.requests[0]?.body.tools?.map(({ function: { name } }) => name) ?? [];
    await shop.close();
    return names;
  };
  const customer = await namesFor(alice);
  expect(customer).toEqual(expect.arrayContaining(["read_orders", "purchase", "refund", "answer"]));
  for (const name of ["read_transactions", "restock", "adjustStock"]) expect(customer).not.toContain(name);
  expect(await namesFor(sam)).toEqual(
    expect.arrayContaining(["read_transactions", "restock", "adjustStock", "answer"]),
  );
});

test("every function has a name that the API takes, and the schema of its arguments", async () => {
  await askWith([answers("Hello!")], { person: sam });
  const tools = api.requests[0]?.body.tools ?? [];
  for (const { function: tool } of tools) {
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(tool.parameters).toMatchObject({ type: "object", properties: expect.anything() });
  }
  const purchase = tools.find(({ function: { name } }) => name === "purchase");
  expect(purchase?.function.parameters).toMatchObject({
    required: ["itemId", "quantity"],
    properties: { quantity: { type: "integer", minimum: 1 } },
    additionalProperties: false,
  });
});

test("later calls see what earlier ones staged, and the whole talk is kept with the run", async () => {
  const stock = { name: "read_inventory", args: { method: "findFirst", where: { itemId: "SG006" }, take: null } };
  const { report, run } = await askWith([
    callsTools([stock], { text: "Let me look." }),
    callsTools([buys("SG006", 2)]),
    callsTools([stock]),
    answers(READY),
  ]);
  expect(report).toMatchObject(bought);
  expect(JSON.parse(toldAt(1)[0] ?? "")).toMatchObject({ name: "Moon", quantityInStock: 10 });
  expect(JSON.parse(toldAt(2)[0] ?? "")).toMatchObject({ total: 240, stockAfter: 8 });
  expect(JSON.parse(toldAt(3)[0] ?? "")).toMatchObject({ quantityInStock: 8 });
  const [attempt] = run.attemptList;
  expect(attempt?.hostCalls.map(({ name }) => name)).toEqual([
    "db.inventory.findFirst",
    "shop.purchase",
    "db.inventory.findFirst",
  ]);
  const talk = JSON.parse(attempt?.reply ?? "");
  expect(talk.map(({ role }: { role: string }) => role)).toEqual([
    "assistant",
    "tool",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "assistant",
  ]);
  expect(attempt?.usage).toMatchObject({ promptTokens: 400, completionTokens: 80 });
});

test("what is wrong with a call is told in its result, and the talk goes on", async () => {
  const wrong = [
    { name: "purchase", args: "{ broken" },
    { name: "purchase", args: '["SG006"]' },
    { name: "restock", args: { itemId: "SG006", quantity: 5 } },
    { name: "read_inventory", args: { method: "deleteMany" } },
    { name: "read_inventory", args: { method: "findMany", where: { prise: 3 } } },
    { name: "answer", args: { answer_text: READY, STATUS: "success" } },
  ];
  const { report } = await askWith([
    callsTools(wrong),
    callsTools([{ name: "answer", args: { answer_text: READY, STATUS: "done" } }]),
    callsTools([buys("SG006", 2)]),
    answers(READY),
  ]);
  const [broken, list, unknown, method, field, early] = toldAt(1);
  expect(broken).toContain("must be one JSON object");
  expect(list).toContain("must be one JSON object");
  expect(unknown).toMatch(/no function "restock"; there are .*purchase/);
  expect(method).toMatch(/must be one of findMany/);
  expect(JSON.parse(field ?? "").error).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringMatching(/price/),
  });
  expect(early).toContain("call answer alone");
  expect(toldAt(2)[0]).toContain("STATUS");
  expect(report).toMatchObject(bought);
});

test.each(["", "call_0"])("calls that a server gives one id, %j, each get their own result", async (id) => {
  const finds = (itemId: string) => JSON.stringify({ method: "findFirst", where: { itemId } });
  const calls = [finds("SG006"), "{ broken", finds("SG001")].map((argumentsText) => ({
    ...{ id, name: "read_inventory", argumentsText },
  }));
  const ends = { id, name: "answer", argumentsText: JSON.stringify({ answer_text: "Hello!", STATUS: "success" }) };
  const usage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, costUsd: 0 };
  const talks: ToolMessage[][] = [];
  const model: ToolModel = {
    ...createTestToolModel(api),
    converse: async ({ messages }) => {
      talks.push(messages);
      return { kind: "said", text: "", calls: talks.length === 1 ? calls : [ends], usage };
    },
  };
  shop = await openShop({ ...open, model: toolsPlanner(model) });
  const { report } = await shop.ask(alice, "what have you got?");
  expect(talks[1]?.slice(-3).map(({ text }) => text)).toEqual([
    expect.stringContaining('"Moon"'),
    expect.stringContaining("must be one JSON object"),
    expect.stringContaining('"Aviator"'),
  ]);
  expect(report.status).toBe("success");
});

test("a reply that calls nothing is nobody's answer: the model is told to call answer", async () => {
  const { report } = await askWith([says("We have ten Moon."), answers("We have 10 Moon in stock.")]);
  expect(toldAt(1)).toEqual([expect.stringContaining("End with the function answer")]);
  expect(report).toMatchObject({ status: "success", answerText: "We have 10 Moon in stock." });
});

test("a refused change takes back what stood beside and before it, and only what is staged anew counts", async () => {
  const { report, run, reply } = await askWith([
    callsTools([buys("SG001", 1)]),
    callsTools([buys("SG005", 1), buys("SG006", 50), buys("SG002", 1)]),
    callsTools([buys("SG006", 2)]),
    answers(READY),
  ]);
  const told = toldAt(2);
  expect(JSON.parse(told[1] ?? "").error).toMatchObject({
    code: "INSUFFICIENT_STOCK",
    facts: { available: 10 },
    STATUS: "insufficient_stock",
  });
  expect(told.at(-1)).toMatch(/Nothing is staged now.*INSUFFICIENT_STOCK/);
  expect(report).toMatchObject(bought);
  expect(reply.card?.amount).toBe("240.00");
  expect(run.changeset.calls).toEqual([{ name: "purchase", args: { itemId: "SG006", quantity: 2 } }]);
});

test("what a neighbour bought meanwhile voids what was staged, and the model hears of it", async () => {
  const soldOut: ModelApiAnswer = async (response, request) => {
    await open.database.client.item.update({ where: { itemId: "SG006" }, data: { quantityInStock: 1 } });
    await callsTools([{ name: "read_inventory", args: { method: "count" } }])(response, request);
  };
  const { report } = await askWith([
    callsTools([buys("SG006", 2)]),
    soldOut,
    answers("There is only 1 Moon left.", "insufficient_stock"),
  ]);
  expect(toldAt(2).at(-1)).toMatch(/Nothing is staged now.*INSUFFICIENT_STOCK/);
  expect(report).toMatchObject({ status: "insufficient_stock", changes: [], approval: null, error: null });
});

test("who calls and calls without end is stopped, nothing changes, and staff get a ticket", async () => {
  await api.close();
  api = await createModelApi(callsTools([buys("SG006", 1), { name: "read_inventory", args: { method: "count" } }]));
  const { report, reply, run } = await askWith([], { environment: { MAX_REQUEST_TOKENS: "1000000" } });
  expect(report).toMatchObject({ status: "failed", error: { code: "BUDGET_SPENT" }, changes: [], approval: null });
  expect(api.requests).toHaveLength(20);
  expect(reply.card).toBeNull();
  expect(run.attemptList[0]?.hostCalls).toHaveLength(40);
  const tickets = await open.database.client.ticket.findMany({ where: { runId: report.runId } });
  expect(tickets).toMatchObject([{ customerId: 1, status: "open" }]);
});

test("a model that is gone in the middle of a talk changes nothing, and what it cost is kept", async () => {
  const { report, run } = await askWith([callsTools([buys("SG006", 2)]), fails(401)]);
  expect(report).toMatchObject({ status: "failed", error: { code: "MODEL_UNAVAILABLE" }, changes: [], approval: null });
  expect(report.usage).toMatchObject({ promptTokens: 100, completionTokens: 20 });
  expect(run.attemptList[0]?.hostCalls).toMatchObject([{ name: "shop.purchase", result: { ok: true } }]);
  expect(await open.database.client.order.count({ where: { id: { gt: 1008 } } })).toBe(0);
});

test("money and tokens end a talk that time alone would not", async () => {
  const dear = callsTools([{ name: "read_inventory", args: { method: "count" } }], {
    usage: { prompt: 900, completion: 200 },
  });
  const { report } = await askWith([dear, dear, dear], { environment: { MAX_REQUEST_TOKENS: "2000" } });
  expect(report.error?.message).toContain("tokens");
  expect(api.requests).toHaveLength(2);
});

test("a reply that was cut off or refused ends the attempt, and is named", async () => {
  const cut = callsTools([buys("SG006", 2)], { finishReason: "length" });
  const { report } = await askWith([cut]);
  expect(report).toMatchObject({ status: "failed", error: { code: "CUT_OFF" }, changes: [] });
  await shop.close();
  const refused = await askWith([says("", { refusal: "I cannot help with that." })]);
  expect(refused.report).toMatchObject({ status: "failed", error: { code: "MODEL_REFUSED" } });
});

test("a result that is too long is not pasted into the talk", async () => {
  const description = "round ".repeat(2_000);
  await open.database.client.item.updateMany({ data: { description } });
  const { report } = await askWith([
    callsTools([{ name: "read_inventory", args: { method: "findMany" } }]),
    answers("Hello!"),
  ]);
  expect(toldAt(1)[0]?.slice(0, 200)).toMatch(/has \d{5} characters.*narrow it/);
  expect(report.status).toBe("success");
});
