import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createMailer, type MailCode } from "../../src/mail.ts";
import { abe, ann, type ChatShop, dan, dora, openChatShop, STAFF_PLACE, sue } from "../support/chat-shop.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const BUYS = `
await shop.purchase({ itemId: "SG007", quantity: 1 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const REFUNDS = `
await shop.refund({ orderId: 1001 });
answer_text = "Ready to be confirmed."; STATUS = "success"; ACTION = "mutate";`;
const ASKS = `
const orders = await db.orders.findMany({});
answer_text = "You have " + orders.length + " orders."; STATUS = "success"; ACTION = "read";`;
const NOT_YOURS = `answer_text = "Only staff can restock."; STATUS = "unsupported_intent"; ACTION = "read";`;

const open = freshStoreForEachTest();
const mails: { address: string; code: string }[] = [];
const mailCode: MailCode = async ({ address }, code) => void mails.push({ address, code });
let shop: ChatShop;

afterEach(async () => {
  mails.length = 0;
  await shop.close();
});

async function openWith(plans: string[], environment: { [name: string]: string } = {}): Promise<void> {
  shop = await openChatShop({ ...open, model: createScriptedModel(plans), mailCode, environment });
}

const said = async (heard: Promise<object>) => ((await heard) as { text?: string }).text ?? "";
const link = (person: typeof dora, words: string) => said(shop.doors.discord.link(person, words));
const texts = () => shop.discord.texts("thread");
const alicesAddress = async () => (await open.database.client.customer.findUniqueOrThrow({ where: { id: 1 } })).email;

test("somebody unknown may look, buys nothing, and is told how to link", async () => {
  await openWith([ASKS, BUYS, NOT_YOURS]);
  await shop.say(dora, "how many orders have I?");
  await expect.poll(texts).toHaveLength(1);
  expect(texts()[0]).toBe("You have 0 orders.");
  await shop.say(dora, "one pouch");
  await expect.poll(texts).toHaveLength(2);
  expect(texts()[1]).toMatch(/know who you are.*Link your account/s);
  expect(shop.discord.posts[1]?.reply.card).toBeNull();
  expect(await open.database.client.approval.count()).toBe(0);
  await shop.say(dora, "restock 5 pouches");
  await expect.poll(texts).toHaveLength(3);
  expect(texts()[2]).toMatch(/^Only staff can restock. Link your account/);
});

test("a code that was mailed to the address on file links the account that asked for it, once", async () => {
  await openWith([BUYS]);
  expect(await link(dora, (await alicesAddress()).toUpperCase())).toContain("a code is on its way");
  expect(mails).toHaveLength(1);
  const { address, code } = mails[0] ?? { address: "", code: "" };
  expect(address).toBe(await alicesAddress());
  // Another account cannot use it.
  expect(await link(dan, code)).toContain("expired");
  expect(await link(dora, code === "000000" ? "000001" : "000000")).toContain("not the code");
  expect(await link(dora, code)).toContain("Thank you, Alice");
  // Used up; heard a second time, it is told how it stands.
  expect(await link(dora, code)).toContain("Thank you, Alice");
  expect(await link({ ...dan, handle: "discord:9" }, code)).toContain("expired");
  await shop.say(dora, "one pouch");
  await expect.poll(texts).toHaveLength(1);
  const card = shop.cardIn(shop.discord, "thread");
  expect(card.requester.name).toBe("Alice");
  await shop.push(dora, card.id, "confirm");
  await expect.poll(texts).toHaveLength(2);
  expect(await open.database.client.order.findFirst({ orderBy: { id: "desc" } })).toMatchObject({ customerId: 1 });
  expect(await link(dora, "off")).toContain("linked to nobody");
});

test("nobody learns which addresses the shop has, and codes cannot be guessed or sent without end", async () => {
  await openWith([]);
  const known = await link(dora, await alicesAddress());
  const unknown = await link(dan, "nobody@example.com");
  expect(unknown).toBe(known);
  expect(mails).toHaveLength(1);
  expect(await link(dora, await alicesAddress())).toContain("a moment ago");
  for (let tries = 0; tries < 5; tries++) {
    expect(await link(dora, mails[0]?.code === "111111" ? "222222" : "111111")).toContain("not the code");
  }
  expect(await link(dora, mails[0]?.code ?? "")).toContain("too often");
  expect(await open.database.client.account.count()).toBe(0);
});

test("one customer's mailbox gets a few codes an hour, however many accounts ask", async () => {
  await openWith([]);
  const address = await alicesAddress();
  for (let id = 10; id < 20; id++) await link({ ...dora, handle: `discord:${id}` }, address);
  expect(mails).toHaveLength(5);
});

test("staff link a customer's account; customers cannot", async () => {
  await openWith([]);
  const { slack, discord } = shop.doors;
  expect(await said(discord.linkOther(dan, "discord:2", "1"))).toContain("Only the staff");
  expect(await said(slack.linkOther(sue, "discord:2", "99"))).toContain("no customer 99");
  expect(await said(slack.linkOther(sue, "dan", "2"))).toContain("no account");
  expect(await said(slack.linkOther(sue, "discord:2", "2"))).toContain("linked to Bruno");
  expect(await open.database.client.account.findMany()).toMatchObject([
    { handle: "discord:2", customerId: 2, linkedBy: sue.person },
  ]);
});

test("an admin who is the customer too does not approve their own refund from the other platform", async () => {
  await openWith([REFUNDS]);
  const { slack } = shop.doors;
  await slack.linkOther(sue, dora.handle, "1");
  await slack.linkOther(sue, abe.handle, "1");
  await shop.say(dora, "refund order 1001");
  await expect.poll(texts).toHaveLength(1);
  const { id } = shop.cardIn(shop.discord, "thread");
  await shop.push(dora, id, "confirm");
  await expect.poll(() => shop.slack.texts(STAFF_PLACE)).toHaveLength(1);
  expect(await said(shop.push(abe, id, "approve"))).toContain("Nobody approves their own request");
  await shop.push(ann, id, "approve");
  await expect.poll(() => shop.discord.redrawn.at(-1)?.state).toBe("committed");
});

test("whoever is blocked is not answered; whoever writes too much is told so once", async () => {
  await openWith([ASKS], { BLOCKED_PEOPLE: "discord:2", MAX_MESSAGES_PER_MINUTE: "3", BURST_MS: "1000" });
  expect(await shop.say(dan, "hello")).toEqual({ kind: "ignore" });
  expect(await shop.push(dan, "apr_x", "confirm")).toEqual({ kind: "ignore" });
  const heard = [];
  for (let number = 0; number < 6; number++) heard.push(await shop.say(dora, `message ${number}`));
  expect(heard.map(({ kind }) => kind)).toEqual(["taken", "taken", "taken", "say", "ignore", "ignore"]);
  expect(await open.database.client.message.count()).toBe(3);
});

test("codes go out by SMTP, to the address on file, and say what to do with them", async () => {
  await openWith([]);
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      let text = "";
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      stream.on("end", () => {
        received.push(text);
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: "Shop <shop@example.com>", timeoutMs: 5_000 });
  await mailer.check();
  await mailer({ address: "alice@example.com", name: "Alice" }, "123456", 15);
  expect(received[0]).toMatch(/From: Shop <shop@example.com>/);
  expect(received[0]).toMatch(/To: Alice <alice@example.com>/);
  expect(received[0]).toMatch(/Subject: 123456 is your code/);
  expect(received[0]).toMatch(/link 123456/);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
