import { afterEach, expect, test } from "vitest";
import { readDetail } from "../../src/run-detail.ts";
import { createScriptedModel, type ScriptedModel } from "../support/scripted-model.ts";
import { alice, freshStoreForEachTest, openShop, type Shop } from "../support/shop.ts";

const BUYS_TWO_MOON = `
const item = await db.inventory.findFirst({ where: { search: "moon" } });
const done = await shop.purchase({ itemId: item.itemId, quantity: 2 });
answer_text = \`2 \${item.name} for \${money(done.total)} are ready to be confirmed.\`;
STATUS = "success";
ACTION = "mutate";`;
const READS_A_FIELD_THAT_IS_NOT_THERE = BUYS_TWO_MOON.replace(
  "const done",
  "if (item.stock < 2) STATUS = 'no_match';\nconst done",
);

const open = freshStoreForEachTest();
let shop: Shop;

afterEach(() => shop.close());

async function askWith(model: ScriptedModel) {
  shop = await openShop({ ...open, model });
  const answered = await shop.ask(alice, "two moon please");
  model.assertSpent();
  const trace = await readDetail(open.database.client, answered.report.runId);
  if (trace === null) throw new Error("the run was not stored");
  return { ...answered, trace };
}

test("a run that succeeds is stored whole: plan, calls, changes, stages, and waits for its button", async () => {
  const { report, stages, trace } = await askWith(createScriptedModel([BUYS_TWO_MOON]));
  expect(report).toMatchObject({ status: "success", action: "mutate", attempts: 1, error: null });
  expect(report.answerText).toBe("2 Moon for $240.00 are ready to be confirmed.");
  expect(report.approval).toMatchObject({ state: "pending", needs: ["requester"] });
  expect(stages.map((mark) => mark.stage)).toEqual([
    "received",
    "loading",
    "planning",
    "running",
    "checking",
    "waiting",
  ]);
  expect(trace.attemptList).toMatchObject([{ number: 1, failure: null }]);
  expect(trace.attemptList[0]?.hostCalls.map((call) => call.name)).toEqual(["db.inventory.findFirst", "shop.purchase"]);
  expect(trace.changeset.calls).toEqual([{ name: "purchase", args: { itemId: "SG006", quantity: 2 } }]);
  expect(await open.database.client.item.findUnique({ where: { itemId: "SG006" } })).toMatchObject({
    quantityInStock: 10,
  });
});

test("a plan that reads item.stock is told which fields there are, and the mended one counts", async () => {
  const model = createScriptedModel([READS_A_FIELD_THAT_IS_NOT_THERE, BUYS_TWO_MOON]);
  const { report, stages, trace } = await askWith(model);
  expect(report).toMatchObject({ status: "success", action: "mutate", attempts: 2, error: null });
  expect(stages.find((mark) => mark.stage === "repairing")).toMatchObject({ attempt: 1, attempts: 2 });
  expect(trace.attemptList).toMatchObject([{ failure: { code: "RUNTIME", line: 2 } }, { failure: null }]);
  const repair = model.tasks[1]?.turns.at(-1)?.text ?? "";
  expect(repair).toContain("stock");
  expect(repair).toContain("quantityInStock");
});

test("when the budget is spent nothing changes and staff get a ticket with the run's id", async () => {
  const broken = READS_A_FIELD_THAT_IS_NOT_THERE;
  const { report, reply, trace } = await askWith(createScriptedModel([broken, broken, broken]));
  expect(report).toMatchObject({ status: "failed", action: "read", attempts: 3, changes: [], approval: null });
  expect(report.error).toMatchObject({ code: "RUNTIME", line: 2 });
  const tickets = await open.database.client.ticket.findMany({ where: { runId: report.runId } });
  expect(tickets).toMatchObject([{ customerId: 1, status: "open" }]);
  expect(reply.text).toContain(`ticket ${tickets[0]?.id}`);
  expect(tickets[0]?.issue).toContain(report.runId);
  expect(trace.attemptList).toHaveLength(3);
  expect(await open.database.client.transaction.count()).toBe(1);
});

test("an unreachable model changes nothing, says so, and 'retry' works the same request again", async () => {
  const model = createScriptedModel([
    { kind: "unavailable", reason: "It does not answer.", retryAfterMs: null },
    BUYS_TWO_MOON,
  ]);
  shop = await openShop({ ...open, model });
  const first = await shop.ask(alice, "two moon please");
  expect(first.report).toMatchObject({ status: "failed", error: { code: "MODEL_UNAVAILABLE" }, changes: [] });
  expect(first.reply.text).toMatch(/kept.*retry/);
  const second = await shop.ask(alice, "Retry");
  expect(second.report).toMatchObject({ status: "success", action: "mutate" });
  expect(model.tasks[1]?.request.user_request).toBe("two moon please");
});

test("a fault of our own is tried again, then told, and never silence", async () => {
  const model = createScriptedModel([]);
  shop = await openShop({ ...open, model });
  const { report } = await shop.ask(alice, "two moon please");
  expect(report).toMatchObject({ status: "failed", error: { code: "INTERNAL" }, attempts: 0, changes: [] });
  const outbox = await open.database.client.outbox.findMany();
  expect(outbox).toMatchObject([{ reply: { text: expect.stringContaining("went wrong on our side") } }]);
  expect(model.tasks).toHaveLength(3);
});
