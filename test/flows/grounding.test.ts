import { afterEach, expect, test } from "vitest";
import { readDetail } from "../../src/run-detail.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { alice, freshStoreForEachTest, openShop, type Shop } from "../support/shop.ts";

const open = freshStoreForEachTest();
let shop: Shop;
afterEach(() => shop.close());

async function askWith(text: string, ...plans: string[]) {
  const model = createScriptedModel(plans);
  shop = await openShop({ ...open, model });
  const answered = await shop.ask(alice, text);
  model.assertSpent();
  const trace = await readDetail(open.database.client, answered.report.runId);
  if (trace === null) throw new Error("the run was not stored");
  const told = (call: number) => model.tasks[call]?.turns.at(-1)?.text ?? "";
  return { ...answered, trace, told };
}

const reads = (answer: string) => `
const item = await db.inventory.findFirst({ where: { search: "moon" } });
answer_text = ${answer}; STATUS = "success"; ACTION = "read";`;
const buys = (answer: string) => `
const item = await db.inventory.findFirst({ where: { search: "moon" } });
const done = await shop.purchase({ itemId: item.itemId, quantity: 2 });
answer_text = ${answer}; STATUS = "success"; ACTION = "mutate";`;
const counted = async (guard: string) => {
  const { body } = await shop.service.metrics.text();
  return Number(new RegExp(`tillhand_guards_total\\{guard="${guard}"\\} (\\d+)`).exec(body)?.[1]);
};

test("an invented price never reaches the person: the model is told, and the true one is", async () => {
  const invented = reads('"The Moon is $99.00."');
  const { reply, trace, told } = await askWith(
    "how much is the moon?",
    invented,
    reads('"The Moon is " + money(item.price) + "."'),
  );
  expect(reply.text).toBe("The Moon is $120.00.");
  expect(told(1)).toContain('"$99.00"');
  expect(trace.attemptList[0]?.failure?.code).toBe("UNGROUNDED_FIGURE");
  expect(await counted("answer-figure")).toBe(1);
});

test("a sale that waits for its button is never called booked", async () => {
  const { reply, report, trace, told } = await askWith(
    "two moon please",
    buys('"I have booked 2 Moon for " + money(done.total)'),
    buys('"2 Moon for " + money(done.total) + " are ready to be confirmed."'),
  );
  expect(reply.text).toBe("2 Moon for $240.00 are ready to be confirmed.");
  expect(report.approval?.state).toBe("pending");
  expect(trace.attemptList[0]?.failure?.code).toBe("CLAIM_AS_DONE");
  expect(told(1)).toContain("waits for a button");
  expect(await counted("answer-claim")).toBe(1);
});

test("a ticket that nobody opened is not promised: the staff get a true one", async () => {
  const promises = 'answer_text = "I have opened a ticket for you."; STATUS = "success"; ACTION = "read";';
  const { reply, report } = await askWith("my glasses broke", promises, promises, promises);
  expect(report).toMatchObject({ status: "failed", error: { code: "CLAIM_NOT_STAGED" }, changes: [] });
  const [ticket] = await open.database.client.ticket.findMany({ where: { runId: report.runId } });
  expect(reply.text).toContain(`ticket ${ticket?.id}`);
});

test("a model that goes on inventing is not quoted: the card is there, in the words of the record", async () => {
  const invents = buys('"2 Moon at the special price of $199.00 are ready to be confirmed."');
  const { reply, report, trace } = await askWith("two moon please", invents, invents, invents);
  expect(reply.text).toContain("2 × Moon (SG006)");
  expect(reply.text).toContain("$240.00");
  expect(reply.text).not.toContain("199");
  expect(report).toMatchObject({ status: "success", action: "mutate", error: null, attempts: 3 });
  expect(trace.warnings).toEqual(["the answer of the model broke UNGROUNDED_FIGURE and was replaced"]);
  const pressed = await shop.press(alice, "confirm", report.approval?.id ?? "");
  expect(pressed).toMatchObject({ text: "Done: it is booked.", card: { state: "committed", amount: "240.00" } });
});

test("a model that goes on inventing about what it read is not quoted either", async () => {
  const invents = reads('"The Moon is $99.00."');
  const { reply, report } = await askWith("how much is the moon?", invents, invents, invents);
  expect(reply.text).toBe("This is what the shop has on record: Moon (SG006), $120.00, 10 in stock.");
  expect(report).toMatchObject({ status: "success", action: "read", changes: [] });
  expect(await open.database.client.ticket.count({ where: { runId: report.runId } })).toBe(0);
});

test("the record speaks the language in which it was asked", async () => {
  const invents = reads('"Die Moon kostet 99,00 $."');
  const { reply } = await askWith("Was kostet die Moon, bitte? Ich möchte das wissen.", invents, invents, invents);
  expect(reply.text).toMatch(/^Das steht in den Unterlagen.*Moon \(SG006\), \$120\.00, 10 auf Lager\.$/);
});

test("the last draft whose words alone were wrong counts, also when the others did not run", async () => {
  const throws = 'throw new Error("no");';
  const { reply } = await askWith("how much is the moon?", throws, reads('"It is $99.00."'), throws);
  expect(reply.text).toContain("Moon (SG006), $120.00");
});

test("a day that nobody read goes out and is noted with the run", async () => {
  const { reply, report, trace } = await askWith(
    "when will the moon come?",
    reads('"The Moon will be here on 24 December, I hope."'),
  );
  expect(reply.text).toContain("24 December");
  expect(report.attempts).toBe(1);
  expect(trace.warnings).toEqual(['the day "24 December" is none that was read']);
  expect(await counted("answer-doubt")).toBe(1);
});
