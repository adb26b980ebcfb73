import { afterEach, beforeEach, expect, test } from "vitest";
import { directPlanner } from "../../../src/agent/planners/direct.ts";
import { readDirectReply } from "../../../src/agent/planners/direct-reply.ts";
import type { Person } from "../../../src/requester.ts";
import { readDetail } from "../../../src/run-detail.ts";
import { createTestModel } from "../../model/ask-model.ts";
import { createModelApi, type ModelApi, says } from "../../support/model-api.ts";
import { alice, bruno, freshStoreForEachTest, openShop, type Shop, sam } from "../../support/shop.ts";

const open = freshStoreForEachTest();
let api: ModelApi;
let shop: Shop;

beforeEach(async () => {
  api = await createModelApi();
});
afterEach(async () => {
  await shop?.close();
  await api.close();
});

async function askWith(reply: string, person: Person = alice) {
  shop = await openShop({ ...open, model: directPlanner(createTestModel(api)) });
  api.next(says(reply));
  const answered = await shop.ask(person, "two moon please");
  const run = await readDetail(open.database.client, answered.report.runId);
  if (run === null) throw new Error("the run was not stored");
  const prompt = api.requests.at(-1)?.body.messages.find(({ role }) => role === "user")?.content ?? "";
  return { ...answered, run, prompt };
}

const HELLO = JSON.stringify({ answer_text: "Hello!", STATUS: "success", calls: [] });

test("every row that the requester may see is in the prompt, and no other", async () => {
  const { prompt, run } = await askWith(HELLO, bruno);
  const { client } = open.database;
  for (const { itemId } of await client.item.findMany()) expect(prompt).toContain(`"itemId":"${itemId}","name"`);
  for (const { id, customerId } of await client.order.findMany()) {
    expect(prompt.includes(`{"id":${id},"customerId"`)).toBe(customerId === bruno.customerId);
  }
  expect(prompt).not.toContain("TXN001");
  expect(prompt).not.toContain("rows are given");
  expect(run.attemptList[0]?.hostCalls.map(({ name }) => name)).toContain("db.orders.findMany");
  await shop.close();
  expect((await askWith(HELLO, sam)).prompt).toContain("TXN001");
});

test("where a table has more rows than fit, the prompt says so and holds the latest", async () => {
  const { client } = open.database;
  await client.ticket.createMany({
    data: Array.from({ length: 450 }, (_, index) => ({
      id: 1_000 + index,
      customerId: 1,
      issue: `worry ${index}`,
      status: "open" as const,
      createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000),
    })),
  });
  const { prompt } = await askWith(HELLO);
  expect(prompt).toContain("Of tickets only 400 rows are given, the latest where rows have a time.");
  expect(prompt).toContain('"worry 449"');
  expect(prompt).not.toContain('"worry 7"');
});

test.each([
  ["words alone", "We have ten Moon."],
  ["JSON that breaks off", '{"answer_text": "Hello!", "STATUS": "succ'],
  ["another shape", '{"answer": "Hello!"}'],
  ["a STATUS that is none", HELLO.replace("success", "done")],
  [
    "a plan in code",
    '<execute_javascript>\nanswer_text = "Hello!"; STATUS = "success"; ACTION = "read";\n</execute_javascript>',
  ],
])("%s is no answer: one attempt, nothing changes, and staff get a ticket", async (_, reply) => {
  const { report } = await askWith(reply);
  expect(report).toMatchObject({ status: "failed", attempts: 1, error: { code: "UNREADABLE" }, changes: [] });
  expect(api.requests).toHaveLength(1);
  expect(await open.database.client.ticket.count({ where: { runId: report.runId } })).toBe(1);
});

test("an operation that the role does not have, or that nobody has, is not within rights", async () => {
  const calling = (name: string) =>
    JSON.stringify({
      answer_text: "Ready.",
      STATUS: "success",
      calls: [{ name, args: { itemId: "SG006", quantity: 5 } }],
    });
  for (const name of ["shop.restock", "shop.dropTables", "db.transactions.findMany"]) {
    const { report } = await askWith(calling(name));
    expect(report).toMatchObject({ status: "failed", error: { code: "NOT_WITHIN_RIGHTS" }, changes: [] });
    await shop.close();
  }
});

test("one refused call voids the others", async () => {
  const reply = JSON.stringify({
    answer_text: "There are only 10 Moon.",
    STATUS: "insufficient_stock",
    calls: [
      { name: "shop.purchase", args: { itemId: "SG001", quantity: 1 } },
      { name: "purchase", args: { itemId: "SG006", quantity: 50 } },
    ],
  });
  const { report } = await askWith(reply);
  expect(report).toMatchObject({ status: "insufficient_stock", changes: [], approval: null, error: null });
});

test("JSON is found bare, in a fence, between words and behind thoughts", () => {
  const limits = { answerChars: 600, replyChars: 10_000 };
  const found = { kind: "answer", answer: { answer_text: "Hello!", STATUS: "success" }, calls: [] };
  const fenced = `\`\`\`json\n${HELLO}\n\`\`\``;
  const replies = [
    HELLO,
    fenced,
    `Here:\n${fenced}\nThat is all.`,
    `Here: ${HELLO} Bye.`,
    `<think>{"a":1}</think>${HELLO}`,
  ];
  for (const reply of replies) expect(readDirectReply(reply, limits)).toEqual(found);
  expect(readDirectReply(HELLO, { ...limits, replyChars: 10 })).toMatchObject({ kind: "unreadable" });
});
