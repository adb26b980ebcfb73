import { afterEach, expect, test } from "vitest";
import { abe, type ChatShop, dan, dora, openChatShop, STAFF_PLACE, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const READS = `answer_text = "It is green."; STATUS = "success"; ACTION = "read";`;
const HEARS = `answer_text = history.length === 0 ? "Nothing was said before." : "I remember."; STATUS = "success"; ACTION = "read";`;
const BREAKS = `throw new Error("no");`;
const OPENS_TICKET = `
await shop.openTicket({ issue: "The mirror coating peels off" });
answer_text = "A ticket is ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const CLOSES_TICKET = (id: number) => `
await shop.closeTicket({ ticketId: ${id} });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;

const open = freshStoreForEachTest();
let shop: ChatShop;
afterEach(() => shop.close());

async function openWith(...plans: string[]): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel(plans) });
}

const newestTicket = async () => {
  const [ticket] = await open.database.client.ticket.findMany({ orderBy: { id: "desc" }, take: 1 });
  if (ticket === undefined) throw new Error("there is no ticket");
  return ticket;
};
const texts = (place = "thread") => shop.discord.texts(place);
const staffTexts = () => shop.slack.texts(STAFF_PLACE);

test("B93: who wants a person is told, the staff hear of it with a link, and the assistant is silent from then on", async () => {
  await openWith(READS);
  await shop.say(dora, "I want to talk to a real person please");
  await expect.poll(() => staffTexts()).toHaveLength(1);
  await expect.poll(() => texts()).toHaveLength(1);
  const ticket = await newestTicket();
  expect(texts()[0]).toContain(`ticket ${ticket.id}`);
  expect(staffTexts()[0]).toMatch(
    new RegExp(`Ticket ${ticket.id}.*dora.*I want to talk.*https://discord.example/thread`, "s"),
  );
  expect(shop.slack.posts[0]?.reply.ticketId).toBe(ticket.id);

  await shop.say(dora, "are you still there?");
  await expect.poll(() => staffTexts()).toHaveLength(2);
  expect(staffTexts()[1]).toContain("are you still there?");
  expect(texts()).toHaveLength(1);
  expect(await open.database.client.run.count()).toBe(1);
});

test("B93: when the ticket cannot be opened, nobody is told and nothing is handed over", async () => {
  await openWith(READS);
  await open.database.client.$executeRawUnsafe("ALTER TABLE tickets ADD CONSTRAINT none CHECK (id < 0) NOT VALID");
  try {
    await shop.say(dora, "let me speak to a human");
    await expect.poll(() => texts(), { timeout: 30_000 }).toHaveLength(1);
    expect(texts()[0]).toMatch(/went wrong on our side.*Reference: run_/s);
    expect(staffTexts()).toEqual([]);
    expect(await open.database.client.conversation.count({ where: { ticketId: { not: null } } })).toBe(0);
  } finally {
    await open.database.client.$executeRawUnsafe("ALTER TABLE tickets DROP CONSTRAINT none");
  }
});

test("only what staff answer leaves for the customer, once however often it is delivered", async () => {
  await openWith();
  await shop.say(dora, "can I speak to someone from the staff");
  await expect.poll(() => staffTexts()).toHaveLength(1);
  const { id } = await newestTicket();
  const { slack } = shop.doors;
  expect(await slack.answerTicket(sue, id, "We will call you at nine.", "slack:view:1")).toMatchObject({
    kind: "say",
    text: expect.stringContaining("on its way"),
  });
  await slack.answerTicket(sue, id, "We will call you at nine.", "slack:view:1");
  await expect.poll(() => texts()).toHaveLength(2);
  expect(texts()[1]).toBe("Sue: We will call you at nine.");
  expect(await shop.doors.discord.answerTicket(dan, id, "I am the staff now", "x")).toMatchObject({
    text: expect.stringContaining("Only the staff"),
  });
  expect(await slack.answerTicket(sue, 9_999, "hello?", "y")).toMatchObject({
    text: expect.stringContaining("no conversation"),
  });
});

test("B94: a resolved case gives the conversation back, and does not haunt the next question", async () => {
  await openWith(HEARS);
  await shop.say(dora, "I need a human");
  await expect.poll(() => staffTexts()).toHaveLength(1);
  const { id } = await newestTicket();
  expect(await shop.doors.slack.resolveTicket(sue, id, "k1")).toMatchObject({ text: `Ticket ${id} is resolved.` });
  await expect.poll(() => texts()).toHaveLength(2);
  expect((await newestTicket()).status).toBe("closed");
  await expect.poll(() => staffTexts().at(-1)).toBe(`Sue has resolved ticket ${id}.`);
  expect(await shop.doors.slack.resolveTicket(sue, id, "k2")).toMatchObject({
    text: expect.stringContaining("closed already"),
  });
  await shop.say(dora, "what colour is the pouch?");
  await expect.poll(() => texts()).toHaveLength(3);
  // What the assistant said when it was given the conversation back is all there was before.
  expect(texts()[2]).toMatch(/Nothing was said before|I remember/);
  const { task } = await open.database.client.run.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  expect(JSON.stringify(task)).not.toContain("I need a human");
});

test("a request that could not be worked out opens a ticket that the staff hear of, and the talk goes on", async () => {
  await openWith(BREAKS, BREAKS, BREAKS, READS);
  await shop.say(dora, "what colour is it?");
  await expect.poll(() => staffTexts()).toHaveLength(1);
  expect(staffTexts()[0]).toContain("could not be answered");
  await shop.say(dora, "what colour is the pouch?");
  await expect.poll(() => texts()).toHaveLength(2);
  expect(texts()[1]).toBe("It is green.");
});

test("a complaint that was confirmed reaches the staff; closing its ticket by a plan gives the conversation back", async () => {
  await openWith(OPENS_TICKET);
  await shop.say(dora, "the coating peels off");
  await expect.poll(() => shop.discord.posts).toHaveLength(1);
  expect(staffTexts()).toEqual([]);
  await shop.push(dora, shop.cardIn(shop.discord, "thread").id, "confirm");
  await expect.poll(() => staffTexts()).toHaveLength(1);
  const { id } = await newestTicket();
  expect(staffTexts()[0]).toMatch(new RegExp(`Ticket ${id}.*opened a ticket.*mirror coating`, "s"));
  await shop.close();

  await openWith(CLOSES_TICKET(id));
  await shop.doors.slack.answerTicket(sue, id, "Send it back.", "k");
  await shop.say(abe, "close that ticket", { place: "staff thread" });
  await expect.poll(() => shop.slack.posts).toHaveLength(1);
  await shop.push(abe, shop.cardIn(shop.slack, "staff thread").id, "confirm");
  await expect.poll(() => open.database.client.conversation.count({ where: { ticketId: { not: null } } })).toBe(0);
});
