import { afterEach, expect, test } from "vitest";
import { abe, ann, type ChatShop, dan, dora, openChatShop, STAFF_PLACE, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const BUYS = `
await shop.purchase({ itemId: "SG007", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const RETURNS = `
await shop.returnItem({ itemId: "SG001", quantity: 1, orderId: 1001 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const RESTOCKS = `
await shop.restock({ itemId: "SG003", quantity: 5 });
answer_text = "Ready to be approved."; STATUS = "success"; ACTION = "mutate";`;
const ECHOES = `answer_text = user_request; STATUS = "success"; ACTION = "read";`;

const open = freshStoreForEachTest();
let shop: ChatShop;
afterEach(() => shop.close());

async function openWith(plans: string[], environment: { [name: string]: string } = {}): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel(plans), environment });
  await shop.doors.slack.linkOther(sue, dora.handle, "1");
  await shop.doors.slack.linkOther(sue, dan.handle, "2");
}

const texts = (place = "thread") => shop.discord.texts(place);

test("what staff ask for is shown where the admins read, and both cards say who decided", async () => {
  await openWith([RESTOCKS]);
  await shop.say(sue, "restock five", { place: "T/C1/~cmd", standsAlone: true });
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  const copy = shop.cardIn(shop.slack, STAFF_PLACE);
  expect(copy).toMatchObject({ id: shop.cardIn(shop.slack, "T/C1/opened-cmd").id, needs: ["admin"] });
  await shop.push(abe, copy.id, "approve");
  await expect
    .poll(() => shop.slack.redrawn.at(-1))
    .toMatchObject({
      id: copy.id,
      state: "committed",
      decisions: [{ name: "Abe", decision: "approve" }],
    });
  expect(shop.discord.redrawn.at(-1)?.id).toBe(copy.id);
  expect(shop.slack.texts("T/C1/opened-cmd").at(-1)).toBe("Done: it is booked.");
});

test("a customer's return goes to the admins when the customer has confirmed it, and is decided on the other platform", async () => {
  await openWith([RETURNS]);
  await shop.say(dora, "I send one back");
  await expect.poll(() => texts()).toHaveLength(1);
  expect(shop.slack.posts).toEqual([]);
  const { id } = shop.cardIn(shop.discord, "thread");
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  await shop.push(abe, id, "reject", { reason: "too late" });
  await expect.poll(() => texts().at(-1)).toMatch(/An admin declined this: too late/);
  await expect.poll(() => shop.slack.redrawn.at(-1)?.state).toBe("rejected");
  // Whoever pressed elsewhere hears of it there.
  expect(shop.slack.answers.at(-1)).toMatchObject({ answerTo: "slack:U2-privately" });
});

test("B56: of two admins who press at once one decides, and the other is told so privately", async () => {
  await openWith([RESTOCKS]);
  await shop.say(sue, "restock five", { place: "talk" });
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  const { id } = shop.cardIn(shop.slack, STAFF_PLACE);
  await Promise.all([shop.push(abe, id, "approve"), shop.push(ann, id, "approve")]);
  await expect.poll(() => shop.slack.answers.filter(({ reply }) => reply.to === "asker")).toHaveLength(1);
  const told = shop.slack.answers.find(({ reply }) => reply.to === "asker");
  expect(told?.reply.text).toContain("decided already");
  expect(["slack:U2-privately", "slack:U3-privately"]).toContain(told?.answerTo);
  expect(shop.slack.texts("talk").filter((text) => text.startsWith("Done"))).toHaveLength(1);
  expect(shop.slack.texts("talk").filter((text) => text.includes("decided already"))).toEqual([]);
});

test("B78: another customer's press is refused at the door, changes nothing, and is counted", async () => {
  await openWith([BUYS]);
  await shop.say(dora, "one pouch");
  await expect.poll(() => texts()).toHaveLength(1);
  const { id } = shop.cardIn(shop.discord, "thread");
  expect(await shop.push(dan, id, "confirm")).toMatchObject({
    kind: "say",
    text: expect.stringContaining("Only the person"),
  });
  expect(await shop.push(dora, "apr_nothere", "confirm")).toMatchObject({
    text: expect.stringContaining("no such card"),
  });
  expect(await shop.push(sue, id, "approve")).toMatchObject({ text: expect.stringContaining("Only an admin") });
  expect((await shop.service.metrics.text()).body).toContain('tillhand_turned_away_total{reason="press"} 3');
  expect(await open.database.client.press.count()).toBe(0);
});

test("a card whose place a newer one took is drawn anew, without its buttons", async () => {
  await openWith([BUYS, BUYS]);
  await shop.say(dora, "one pouch");
  await expect.poll(() => texts()).toHaveLength(1);
  const first = shop.cardIn(shop.discord, "thread");
  await shop.say(dora, "no, another pouch");
  await expect.poll(() => shop.discord.redrawn.at(-1)).toMatchObject({ id: first.id, state: "replaced" });
});

test("a reply that can never be posted is kept with the reason and holds up nothing behind it", async () => {
  await openWith([ECHOES, ECHOES]);
  shop.discord.lose("gone");
  await shop.say(dora, "hello", { place: "gone" });
  await expect
    .poll(() => open.database.client.outbox.findFirst({ where: { refused: { not: null } } }))
    .toMatchObject({ refused: "That channel is gone." });
  await shop.say(dora, "still here", { place: "thread" });
  await expect.poll(() => texts()).toEqual(["still here"]);
});

test("B70: an edit before anybody works on a message is what is answered; a later one changes nothing", async () => {
  await openWith([ECHOES], { BURST_MS: "1500" });
  await shop.say(dora, "one lamp", { key: "discord:g:c:1" });
  await shop.doors.discord.edited("discord:g:c:1", "two lamps");
  await expect.poll(() => texts()).toEqual(["two lamps"]);
  await shop.doors.discord.edited("discord:g:c:1", "three lamps");
  await shop.doors.discord.removed("discord:g:c:1");
  expect((await open.database.client.message.findFirstOrThrow({ where: { key: "discord:g:c:1" } })).text).toBe(
    "two lamps",
  );
});

test("a message that was taken back before anybody works on it is not answered", async () => {
  await openWith([ECHOES], { BURST_MS: "1500" });
  await shop.say(dora, "never mind", { key: "discord:g:c:1" });
  await shop.doors.discord.removed("discord:g:c:1");
  await shop.say(dora, "what colour?", { place: "other" });
  await expect.poll(() => texts("other")).toEqual(["what colour?"]);
  expect(texts()).toEqual([]);
});

test("what came with a message and was not read is named", async () => {
  await openWith([ECHOES]);
  await shop.say(dora, "see here", { notRead: ["receipt.pdf", "photo.png"] });
  await expect
    .poll(() => texts())
    .toEqual(["see here I have not read receipt.pdf and photo.png: I cannot read files."]);
  expect(await shop.say(dora, "", { notRead: ["photo.png"] })).toMatchObject({
    kind: "say",
    text: expect.stringContaining("cannot read files"),
  });
});

test("B76: what was written too long ago gets one apology and is not done", async () => {
  await openWith([]);
  const writtenAt = new Date(Date.now() - 3 * 3_600_000);
  await shop.say(dora, "buy one pouch", { writtenAt, key: "discord:g:c:1" });
  await shop.say(dora, "and one classic", { writtenAt, key: "discord:g:c:2" });
  await shop.say(dora, "buy one pouch", { writtenAt, key: "discord:g:c:1" });
  await expect.poll(() => texts()).toHaveLength(1);
  expect(texts()[0]).toContain("I was away");
  expect(texts()).toHaveLength(1);
  expect(await open.database.client.approval.count()).toBe(0);
});

test("only admins see the plan behind a card, and what people think of an answer is kept with its run", async () => {
  await openWith([BUYS, ECHOES]);
  await shop.say(dora, "one pouch");
  await expect.poll(() => texts()).toHaveLength(1);
  const { id } = shop.cardIn(shop.discord, "thread");
  expect(await shop.doors.slack.planOf(abe, id)).toMatchObject({
    kind: "shown",
    code: expect.stringContaining("shop.purchase"),
  });
  expect(await shop.doors.slack.planOf(sue, id)).toMatchObject({
    kind: "say",
    text: expect.stringContaining("Only admins"),
  });
  await shop.say(dora, "hello");
  await expect.poll(() => texts()).toHaveLength(2);
  const runId = shop.discord.posts[1]?.reply.runId ?? "";
  await shop.doors.discord.feedback(dora, runId, "down");
  await shop.doors.discord.feedback(dora, runId, "up");
  expect(await open.database.client.feedback.findMany()).toMatchObject([{ runId, person: dora.person, verdict: "up" }]);
});

test("what an adapter has to fetch after it was away begins where it last listened", async () => {
  await openWith([ECHOES]);
  const { discord } = shop.doors;
  expect(await discord.missedSince()).toBeNull();
  await shop.say(dora, "hello", { place: "g/c/t" });
  const heard = new Date(Date.now() - 600_000);
  await discord.heardUntil(heard);
  await discord.heardUntil(new Date(heard.getTime() - 60_000));
  const missed = await discord.missedSince();
  expect(missed?.since.getTime()).toBeLessThanOrEqual(heard.getTime());
  expect(missed?.since.getTime()).toBeGreaterThan(heard.getTime() - 120_000);
  expect(missed?.places).toContain("g/c/t");
  expect(await discord.talksIn("g/c/t", dora)).toBe(true);
  expect(await discord.talksIn("g/c/t", dan)).toBe(false);
});

test("who asked as staff and is none any more cannot confirm it, but may take it back", async () => {
  await openWith([BUYS]);
  await shop.say(sue, "one pouch", { place: "talk" });
  await expect.poll(() => shop.slack.posts).toHaveLength(1);
  const { id } = shop.cardIn(shop.slack, "talk");
  const dismissed = { ...sue, role: "customer" as const };
  expect(await shop.push(dismissed, id, "confirm")).toMatchObject({ text: expect.stringContaining("Only the person") });
  await shop.push(dismissed, id, "cancel");
  await expect.poll(() => shop.slack.texts("talk").at(-1)).toBe("Cancelled: nothing was changed.");
});
