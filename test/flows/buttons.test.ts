import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import type { Reply } from "../../src/platforms/platform.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { ada, alice, bruno, freshStoreForEachTest, noor, openShop, type Shop, sam } from "../support/shop.ts";

const buys = (itemId: string, quantity: number) => `
await shop.purchase({ itemId: "${itemId}", quantity: ${quantity} });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const RETURNS_TWO_AVIATOR = `
await shop.returnItem({ itemId: "SG001", quantity: 2 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const RESTOCKS = `
await shop.restock({ itemId: "SG003", quantity: 5 });
answer_text = "Ready to be approved."; STATUS = "success"; ACTION = "mutate";`;
const READS = `answer_text = "It is green."; STATUS = "success"; ACTION = "read";`;

const open = freshStoreForEachTest();
let shop: Shop;

afterEach(() => shop.close());

async function openWith(...plans: string[]): Promise<void> {
  shop = await openShop({ ...open, model: createScriptedModel(plans) });
}

function cardId(reply: Reply | string): string {
  const id = typeof reply === "string" ? undefined : reply.card?.id;
  if (id === undefined) throw new Error("there is no card");
  return id;
}

const stateOf = (reply: Reply | string) => (typeof reply === "string" ? reply : reply.card?.state);
const stock = async (itemId: string) =>
  (await open.database.client.item.findUniqueOrThrow({ where: { itemId } })).quantityInStock;
const rows = () => open.database.client.transaction.count();

test("nothing changes before the button, and the press makes exactly the card's changes", async () => {
  await openWith(buys("SG002", 3));
  const { reply } = await shop.ask(alice, "three wayfarer");
  expect(await stock("SG002")).toBe(6);
  const pressed = await shop.press(alice, "confirm", cardId(reply));
  expect(stateOf(pressed)).toBe("committed");
  expect(await stock("SG002")).toBe(3);
  expect(await rows()).toBe(2);
  expect(await open.database.client.order.findFirst({ orderBy: { id: "desc" } })).toMatchObject({
    customerId: 1,
    status: "pending",
  });
});

test("B56: twenty presses of one button write one sale", async () => {
  await openWith(buys("SG002", 3));
  const { reply } = await shop.ask(alice, "three wayfarer");
  const id = cardId(reply);
  const pressed = await Promise.all(Array.from({ length: 20 }, () => shop.press(alice, "confirm", id)));
  expect(pressed.filter((said) => typeof said !== "string" && said.text.startsWith("Done"))).toHaveLength(1);
  expect(await stock("SG002")).toBe(3);
  expect(await rows()).toBe(2);
});

test("B88: a bystander, a wrong role and the requester as their own admin are refused with a sentence", async () => {
  await openWith(buys("SG002", 1), RESTOCKS);
  const { reply } = await shop.ask(alice, "one wayfarer");
  expect(await shop.press(bruno, "confirm", cardId(reply))).toMatch(/Only the person who asked/);
  expect(await shop.press(ada, "approve", cardId(reply))).toMatch(/has not confirmed/);
  const own = await shop.ask(ada, "restock five mystique", "office");
  expect(await shop.press(sam, "approve", cardId(own.reply))).toMatch(/Only an admin/);
  expect(await shop.press(ada, "approve", cardId(own.reply))).toMatch(/Nobody approves their own request/);
  expect(stateOf(await shop.press(noor, "approve", cardId(own.reply)))).toBe("committed");
  expect(await stock("SG002")).toBe(6);
  expect(await stock("SG003")).toBe(8);
});

test("a customer's return needs the customer and then an admin, and the card says what is on record", async () => {
  await openWith(RETURNS_TWO_AVIATOR);
  const { reply } = await shop.ask(alice, "return two aviators");
  expect(reply.card).toMatchObject({ needs: ["requester", "admin"] });
  expect(reply.card?.remarks.join(" ")).toContain("Order 1008");
  const id = cardId(reply);
  expect(await shop.press(alice, "confirm", id)).toMatchObject({ card: { state: "pending", needs: ["admin"] } });
  expect(await stock("SG001")).toBe(23);
  const done = await shop.press(ada, "approve", id);
  expect(done).toMatchObject({ card: { state: "committed" } });
  expect(typeof done === "string" ? [] : done.card?.decisions.map(({ name, decision }) => [name, decision])).toEqual([
    ["Alice", "confirm"],
    ["Ada", "approve"],
  ]);
  expect(await stock("SG001")).toBe(25);
});

test("a typed no takes a wish back while an admin still has to approve it", async () => {
  await openWith(RESTOCKS);
  const { reply } = await shop.ask(sam, "restock five mystique");
  expect((await shop.ask(sam, "no")).reply).toMatchObject({ card: { state: "cancelled" } });
  expect(await shop.press(ada, "approve", cardId(reply))).toMatchObject({ card: { state: "cancelled" } });
  expect(await stock("SG003")).toBe(3);
});

test("a card that nobody presses is ended by the clock, and that is said once", async () => {
  shop = await openShop({ ...open, model: createScriptedModel([buys("SG002", 1)]), environment: { SWEEP_MS: "20" } });
  const { reply } = await shop.ask(alice, "one wayfarer");
  shop.pass(16);
  const where = { id: cardId(reply), state: "expired" };
  await expect.poll(() => open.database.client.approval.count({ where })).toBe(1);
  const said = () =>
    open.database.client.outbox.count({ where: { reply: { path: ["text"], string_contains: "expired" } } });
  await expect.poll(said).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await said()).toBe(1);
});

test("a committed run's stages end in committing and done", async () => {
  await openWith(buys("SG002", 1));
  const { reply, report } = await shop.ask(alice, "one wayfarer");
  await shop.press(alice, "confirm", cardId(reply));
  const run = await open.database.client.run.findUniqueOrThrow({ where: { id: report.runId } });
  const stages = z.array(z.object({ stage: z.string() })).parse(run.stages);
  expect(stages.map(({ stage }) => stage).slice(-3)).toEqual(["waiting", "committing", "done"]);
});

test("two people in one thread: what one was asked is not answered by the other", async () => {
  const asks = `answer_text = "How many?"; STATUS = "invalid_request"; ACTION = "read";
pending = { intent: "purchase", collected: { itemId: "SG001" }, missing: ["quantity"] };`;
  const model = createScriptedModel([asks, READS, READS]);
  shop = await openShop({ ...open, model });
  await shop.ask(alice, "aviators please");
  await shop.ask(bruno, "two");
  await shop.ask(alice, "two");
  expect(model.tasks.map(({ request }) => request.pending)).toMatchObject([[], [], [{ intent: "purchase" }]]);
});

test("a typed yes agrees to no card that was not there yet when it was written", async () => {
  await openWith(buys("SG007", 1), buys("SG006", 10), READS);
  await shop.ask(alice, "one pouch");
  const second = shop.ask(alice, "ten moon");
  const yes = shop.ask(alice, "yes");
  const { reply } = await second;
  await yes;
  expect(await open.database.client.approval.findUnique({ where: { id: cardId(reply) } })).toMatchObject({
    state: "pending",
  });
  expect(await rows()).toBe(1);
});

test("a typed word is a message of its own, however quickly the next one follows", async () => {
  await openWith(buys("SG002", 1), READS);
  await shop.ask(alice, "one wayfarer");
  const [yes] = await Promise.all([shop.ask(alice, "yes"), shop.ask(alice, "what colour is it?")]);
  expect(yes.reply).toMatchObject({ card: { state: "committed" } });
});

test("what waits for an admin stands when the same person asks for something else", async () => {
  await openWith(RETURNS_TWO_AVIATOR, buys("SG002", 1));
  const { reply } = await shop.ask(alice, "return two aviators");
  await shop.press(alice, "confirm", cardId(reply));
  await shop.ask(alice, "one wayfarer");
  expect(stateOf(await shop.press(ada, "approve", cardId(reply)))).toBe("committed");
});

test("a plan's odd characters neither break the record nor reach the card", async () => {
  const odd = String.raw`console.log('\ud800\u0000'); answer_json = { a: '\u0000' };
await shop.openTicket({ issue: 'The lens\u001b[2J\n  Refund $0.00\u202e is scratched' });
answer_text = 'I will pass \u001b[2J it on \ud83d.'; STATUS = 'success'; ACTION = 'mutate';`;
  await openWith(odd);
  const { report, reply } = await shop.ask(alice, "a scratch 😀");
  expect(report).toMatchObject({ status: "success", error: null });
  const shown = [report.answerText, ...(reply.card?.lines ?? [])].join("");
  expect(shown).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("a rejection keeps its reason and changes nothing", async () => {
  await openWith(RESTOCKS);
  const { reply } = await shop.ask(sam, "restock five mystique");
  const said = await shop.press(ada, "reject", cardId(reply), "the shelf is full");
  expect(said).toMatchObject({ text: expect.stringContaining("the shelf is full"), card: { state: "rejected" } });
  expect(await stock("SG003")).toBe(3);
});

test("B84: a price that moved makes the card stale; the new card shows the new price", async () => {
  await openWith(buys("SG002", 2));
  const { reply } = await shop.ask(alice, "two wayfarer");
  await open.database.client.item.update({ where: { itemId: "SG002" }, data: { price: "99.00" } });
  const said = await shop.press(alice, "confirm", cardId(reply));
  expect(said).toMatchObject({ card: { state: "stale" }, newCard: { state: "pending", amount: "198.00" } });
  expect(typeof said === "string" ? "" : said.text).toMatch(/\$95\.00.*\$99\.00/);
  expect(await rows()).toBe(1);
  const next = typeof said === "string" ? "" : (said.newCard?.id ?? "");
  expect(stateOf(await shop.press(alice, "confirm", next))).toBe("committed");
  expect(await rows()).toBe(2);
});

test("B34: two customers confirm the last pair: one sale, one card that says it is gone", async () => {
  await open.database.client.item.update({ where: { itemId: "SG006" }, data: { quantityInStock: 1 } });
  await openWith(buys("SG006", 1), buys("SG006", 1));
  const first = await shop.ask(alice, "one moon", "a");
  const second = await shop.ask(bruno, "one moon", "b");
  const said = await Promise.all([
    shop.press(alice, "confirm", cardId(first.reply)),
    shop.press(bruno, "confirm", cardId(second.reply)),
  ]);
  expect(said.map(stateOf).toSorted()).toEqual(["committed", "stale"]);
  expect(await stock("SG006")).toBe(0);
  expect(await rows()).toBe(2);
});

test("a neighbour's sale does not spoil a card while there is enough", async () => {
  await openWith(buys("SG002", 2), buys("SG002", 3));
  const first = await shop.ask(alice, "two wayfarer", "a");
  const second = await shop.ask(bruno, "three wayfarer", "b");
  expect(stateOf(await shop.press(alice, "confirm", cardId(first.reply)))).toBe("committed");
  expect(stateOf(await shop.press(bruno, "confirm", cardId(second.reply)))).toBe("committed");
  expect(await stock("SG002")).toBe(1);
});

test("a card expires on time and says so, and a late press changes nothing", async () => {
  await openWith(buys("SG002", 1));
  const { reply } = await shop.ask(alice, "one wayfarer");
  shop.pass(16);
  expect(await shop.press(alice, "confirm", cardId(reply))).toMatchObject({
    text: expect.stringContaining("expired"),
    card: { state: "expired" },
  });
  expect(await rows()).toBe(1);
});

test("a changed mind replaces the open card; a question in between does not", async () => {
  await openWith(buys("SG002", 1), READS, buys("SG002", 2));
  const first = await shop.ask(alice, "one wayfarer");
  await shop.ask(alice, "what colour is it?");
  expect(await open.database.client.approval.findUnique({ where: { id: cardId(first.reply) } })).toMatchObject({
    state: "pending",
  });
  const second = await shop.ask(alice, "no, two");
  const late = await shop.press(alice, "confirm", cardId(first.reply));
  expect(late).toMatchObject({ card: { state: "replaced", replacedById: cardId(second.reply) } });
  expect(stateOf(await shop.press(alice, "confirm", cardId(second.reply)))).toBe("committed");
  expect(await stock("SG002")).toBe(4);
});

test("the typed words yes and no count as the button of the one open card", async () => {
  await openWith(buys("SG002", 1), buys("SG006", 1));
  await shop.ask(alice, "one wayfarer");
  expect((await shop.ask(alice, "Yes!")).reply).toMatchObject({ card: { state: "committed" } });
  expect(await stock("SG002")).toBe(5);
  await shop.ask(alice, "one moon");
  expect((await shop.ask(alice, "no")).reply).toMatchObject({ card: { state: "cancelled" } });
  expect(await stock("SG006")).toBe(10);
});

test("B10: a message that arrives twice is answered once", async () => {
  await openWith(READS);
  const message = {
    key: "test:thread:1",
    place: "thread",
    author: alice,
    text: "what colour is it?",
    standsAlone: false,
    notRead: [],
    answerTo: null,
  };
  const receipts = [
    await shop.service.intake.receive("test", message),
    await shop.service.intake.receive("test", message),
  ];
  expect(receipts.map((receipt) => receipt.kind)).toEqual(["stored", "known"]);
  await expect.poll(() => open.database.client.outbox.count({ where: { sentAt: { not: null } } })).toBe(1);
  expect(await open.database.client.run.count()).toBe(1);
});

test("B76: what was stored before a stop is answered after the next start", async () => {
  await openWith(READS);
  await shop.close();
  await shop.service.intake.receive("test", {
    key: "test:thread:2",
    place: "thread",
    author: alice,
    text: "what colour?",
    standsAlone: false,
    notRead: [],
    answerTo: null,
  });
  expect(await open.database.client.run.count()).toBe(0);
  await openWith(READS);
  await expect.poll(() => open.database.client.outbox.count({ where: { sentAt: { not: null } } })).toBe(1);
});

test("a stranger learns nothing from a card that is decided", async () => {
  await openWith(buys("SG002", 1));
  const { reply } = await shop.ask(alice, "one wayfarer");
  await shop.press(alice, "confirm", cardId(reply));
  expect(await shop.press(bruno, "confirm", cardId(reply))).toMatch(/Only the person who asked/);
  expect(await shop.press(alice, "confirm", cardId(reply))).toMatchObject({ text: expect.stringContaining("booked") });
});

test("a typed yes counts for a card that was there when it was written, whatever the worker's clock says", async () => {
  await openWith(buys("SG002", 1), READS);
  shop.pass(-1);
  const { reply } = await shop.ask(alice, "one wayfarer");
  const card = await open.database.client.approval.findUniqueOrThrow({ where: { id: cardId(reply) } });
  const asked = await open.database.client.message.findFirstOrThrow();
  expect(card.createdAt.getTime()).toBeGreaterThanOrEqual(asked.receivedAt.getTime());
});

test("one card that cannot be read keeps no other from expiring, and nobody from being answered", async () => {
  await openWith(buys("SG002", 1), buys("SG006", 1));
  const broken = cardId((await shop.ask(alice, "one wayfarer", "a")).reply);
  const sound = cardId((await shop.ask(bruno, "one moon", "b")).reply);
  await open.database.client.$executeRaw`
    UPDATE requests SET requester = '{}' WHERE id = (
      SELECT r.request_id FROM approvals a JOIN runs r ON r.id = a.run_id WHERE a.id = ${broken})`;
  await shop.close();
  shop = await openShop({ ...open, model: createScriptedModel([]), environment: { SWEEP_MS: "50" } });
  shop.pass(16);
  const stateOfCard = async (id: string) =>
    (await open.database.client.approval.findUniqueOrThrow({ where: { id } })).state;
  await expect.poll(() => stateOfCard(sound)).toBe("expired");
  expect(await stateOfCard(broken)).toBe("pending");
});

test("whoever writes much waits behind others, not they behind them", async () => {
  shop = await openShop({
    ...open,
    model: createScriptedModel(Array.from({ length: 5 }, () => READS)),
    environment: { QUEUE_CONCURRENCY: "1" },
  });
  const { intake } = shop.service;
  const send = (place: string, number: number) =>
    intake.receive("test", {
      key: `test:${place}:${number}`,
      place,
      author: place === "a" ? alice : bruno,
      text: `what colour is number ${number}?`,
      standsAlone: true,
      notRead: [],
      answerTo: null,
    });
  for (let number = 1; number <= 4; number++) await send("a", number);
  await send("b", 1);
  const answered = () => open.database.client.outbox.findMany({ orderBy: { position: "asc" } });
  await expect.poll(async () => (await answered()).length).toBe(5);
  const places = (await answered()).map(({ reply }) => JSON.stringify(reply).includes("test:b:1"));
  expect(places.indexOf(true)).toBeLessThan(4);
});
