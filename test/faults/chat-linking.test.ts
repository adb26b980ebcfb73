// Accounts under attack: codes that are asked for without end, addresses with signs of a pattern, one word taken twice.
import { afterEach, expect, test } from "vitest";
import type { MailCode } from "../../src/mail.ts";
import { type ChatShop, dan, dora, openChatShop, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const open = freshStoreForEachTest();
const mails: { address: string; code: string }[] = [];
const mailCode: MailCode = async ({ address }, code) => void mails.push({ address, code });
let shop: ChatShop;

afterEach(async () => {
  mails.length = 0;
  await shop.close();
});

async function start(): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel([]), mailCode });
}

const said = async (heard: Promise<object>) => ((await heard) as { text?: string }).text ?? "";
const link = (person: typeof dora, words: string) => said(shop.doors.discord.link(person, words));
const addressOf = async (id: number) =>
  (await open.database.client.customer.findUniqueOrThrow({ where: { id } })).email;
/** As if so much time had passed since every code was asked for. */
const age = (minutes: number) =>
  open.database.client.$executeRaw`
    UPDATE link_codes SET created_at = created_at - ${minutes}::int * interval '1 minute'`;

test("one customer's mailbox gets a few codes an hour, also from one account that asks again and again", async () => {
  await start();
  const [alices, brunos] = [await addressOf(1), await addressOf(2)];
  for (let times = 0; times < 9; times++) {
    await link(dora, alices);
    await age(2);
    await link(dora, brunos);
    await age(2);
  }
  expect(mails.filter(({ address }) => address === alices)).toHaveLength(5);
  expect(mails.filter(({ address }) => address === brunos)).toHaveLength(5);
  await age(60);
  await link(dora, alices);
  expect(mails).toHaveLength(11);
});

test("one customer's mailbox gets a few codes an hour, also when many accounts ask at the same moment", async () => {
  await start();
  const address = await addressOf(1);
  await Promise.all(Array.from({ length: 20 }, (_, id) => link({ ...dora, handle: `discord:${id + 10}` }, address)));
  expect(mails).toHaveLength(5);
});

test("asking again within the minute uses up none of the codes that others may have", async () => {
  await start();
  const address = await addressOf(1);
  for (let times = 0; times < 10; times++) await link(dora, address);
  await link(dan, address);
  expect(mails).toHaveLength(2);
});

test("an address is taken as it is written, and never for a pattern that fits somebody else's", async () => {
  await start();
  const { customer } = open.database.client;
  await customer.update({ where: { id: 1 }, data: { email: "anna.xlee@example.com" } });
  await customer.update({ where: { id: 2 }, data: { email: "anna._lee@example.com" } });
  await link(dora, "anna._lee@example.com");
  await link(dan, "%@example.com");
  await link({ ...dora, handle: "discord:7" }, "Anna.\\_Lee@example.com");
  expect(mails.map(({ address }) => address)).toEqual(["anna._lee@example.com"]);
  expect(await said(shop.doors.slack.linkOther(sue, "discord:9", "%@%"))).toContain("no customer");
  expect(await said(shop.doors.slack.linkOther(sue, "discord:9", "ANNA._LEE@example.com"))).toContain("Bruno");
});

test("a word that two processes take at once is answered by both as if there were one", async () => {
  await start();
  await link(dora, await addressOf(1));
  const code = mails[0]?.code ?? "";
  const both = await Promise.all([link(dora, code), link(dora, code)]);
  for (const text of both) expect(text).toMatch(/linked.*Alice|Alice.*linked/);
  const ended = await Promise.all([link(dora, "off"), link(dora, "off")]);
  expect(new Set(ended).size).toBe(1);
  expect(ended[0]).toContain("linked to nobody");
  // Somebody else's old code says nothing of the link.
  expect(await link(dan, code)).not.toContain("Alice");
});

test("words that no database can keep are not a fault of ours", async () => {
  await start();
  for (const words of ["a\0b@example.com", "\ud800@example.com", "\0", "link \u202e"]) {
    expect(await link({ ...dora, handle: `discord:${words.length}${words.charCodeAt(0)}` }, words)).not.toContain(
      "Reference",
    );
    expect(await said(shop.doors.slack.linkOther(sue, "discord:9", words))).toContain("no customer");
  }
});
