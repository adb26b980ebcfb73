// People of Slack talk with the shop: what reaches it, once, and whom it listens to.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { card, reply, type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

const mention = (text: string) => `<@${shop.slack.botUserId}> ${text}`;

function people() {
  const { slack } = shop;
  const sam = slack.addUser({ name: "sam" });
  const channel = slack.addChannel({ name: "shop" });
  return { slack, sam: sam.id, channel: channel.id, texts: () => shop.door.messages.map(({ text }) => text) };
}

const whispers = (channel: string, user: string) =>
  shop.slack.seen(channel, { as: user }).flatMap(({ ephemeralFor, shown }) => (ephemeralFor === null ? [] : [shown]));

describe.each(["sockets", "http"] as const)("over %s", (over) => {
  beforeEach(async () => {
    shop = await startSlackChat({ database, over });
    await shop.listen();
  });

  test("a mention is answered in its thread, with a card whose button is taken", async () => {
    const { slack, sam, channel } = people();
    const { door, worker } = shop;
    const asked = slack.say(sam, channel, mention("sell 3 Wayfarer & more"));
    await expect.poll(() => door.messages.length).toBe(1);
    const place = `${slack.teamId}/${channel}/${asked.ts}`;
    const person = `slack:${slack.teamId}:${sam}`;
    expect(door.messages[0]).toMatchObject({
      key: `slack:${slack.teamId}:${channel}:${asked.ts}`,
      place,
      text: "sell 3 Wayfarer & more",
      author: { person, handle: `slack:${sam}`, role: "customer", name: "sam", language: "en" },
    });
    const id = `apr_${over}`;
    const answer = reply({ text: "3 **Wayfarer** come to $285.00.", card: card({ id }) });
    await worker.platform.post(place, { id: "out_1", reply: answer, files: [], isRepeat: false });
    const [, words, shownCard] = slack.seen(channel, { threadTs: asked.ts });
    expect(words?.shown).toBe("3 Wayfarer come to $285.00.");
    expect(shownCard?.shown).toContain("Sell 3 × Wayfarer (SG002)");
    const reaction = await slack.press(sam, channel, shownCard?.ts ?? "", { label: "Confirm" });
    expect(reaction.outcome).toBe("acked");
    await expect.poll(() => door.presses.length).toBe(1);
    expect(door.presses[0]).toMatchObject({ approvalId: id, decision: "confirm", reason: null });
    expect(door.presses[0]?.key).toMatch(new RegExp(`^slack:${slack.teamId}:press-`));
  });

  test("what the door could not take is told with its reference, and taken when Slack delivers it again", async () => {
    const { slack, sam, channel, texts } = people();
    shop.door.says = { kind: "failed", text: "Something went wrong. (Reference: ref_1)" };
    slack.say(sam, channel, mention("hello"));
    await expect.poll(() => whispers(channel, sam)).toEqual(["Something went wrong. (Reference: ref_1)"]);
    shop.door.says = { kind: "taken", isNew: true, isDelayed: false };
    await expect.poll(texts).toEqual(["hello"]);
    await slack.settled();
    expect(whispers(channel, sam)).toHaveLength(1);
  });

  test("nothing is acknowledged before it is taken", async () => {
    const { slack, sam, channel } = people();
    shop.door.takesMs = 300;
    slack.say(sam, channel, mention("hello"));
    await expect.poll(() => slack.deliveries.some(({ outcome }) => outcome?.kind === "acked")).toBe(true);
    expect(shop.door.messages).toHaveLength(1);
  });
});

describe("what is delivered twice", () => {
  test("B48 one message that is delivered four times is taken once", async () => {
    shop = await startSlackChat({ database });
    await shop.listen();
    const { slack, sam, channel, texts } = people();
    slack.failDeliveries({ kind: "duplicate", copies: 1, isMarked: true }, { times: 1 });
    slack.failDeliveries({ kind: "duplicate", copies: 2, isMarked: false }, { times: 1 });
    slack.say(sam, channel, mention("hello"));
    await slack.settled();
    expect(slack.deliveries.length).toBeGreaterThanOrEqual(4);
    expect(texts()).toEqual(["hello"]);
  });

  test.each(["mention-first", "message-first"] as const)(
    "B49 B50 a mention comes as two events, %s, and is one message",
    async (mentionOrder) => {
      shop = await startSlackChat({ database, slack: { mentionOrder } });
      await shop.listen();
      const { slack, sam, channel, texts } = people();
      slack.say(sam, channel, mention("hello"));
      await slack.settled();
      expect(slack.deliveries).toHaveLength(2);
      expect(texts()).toEqual(["hello"]);
    },
  );
});

test("B57 a message that takes four seconds to be kept is delivered again, and is one message", async () => {
  shop = await startSlackChat({ database, over: "http" });
  await shop.listen();
  const { slack, sam, channel, texts } = people();
  shop.door.takesMs = 4_000;
  slack.say(sam, slack.im(sam), "hello");
  await slack.settled();
  expect(slack.deliveries.length).toBeGreaterThan(1);
  expect(texts()).toEqual(["hello"]);
  expect(whispers(channel, sam)).toEqual([]);
});

describe("who is listened to", () => {
  beforeEach(async () => {
    shop = await startSlackChat({ database });
    await shop.listen();
  });

  test("B50 talk in a channel is none of the shop's business, until it is mentioned there", async () => {
    const { slack, sam, channel, texts } = people();
    const first = slack.say(sam, channel, "lunch?");
    slack.say(sam, channel, "soup today", { threadTs: first.ts });
    slack.say(sam, channel, mention("what is in stock?"), { threadTs: first.ts });
    await slack.settled();
    expect(texts()).toEqual(["what is in stock?"]);
    expect(shop.door.messages[0]?.place).toBe(`${slack.teamId}/${channel}/${first.ts}`);
  });

  test("whoever talks with it in a thread goes on without a mention; others do not", async () => {
    const { slack, sam, channel, texts } = people();
    const eve = slack.addUser({ name: "eve" }).id;
    slack.join(channel, eve);
    const first = slack.say(sam, channel, mention("what is in stock?"));
    await slack.settled();
    slack.say(eve, channel, "I like round ones", { threadTs: first.ts });
    slack.say(sam, channel, "and how much is it?", { threadTs: first.ts });
    await slack.settled();
    expect(texts()).toEqual(["what is in stock?", "and how much is it?"]);
  });

  test("B63 a direct message needs no mention, and is answered beside it, not in a thread", async () => {
    const { slack, sam } = people();
    const direct = slack.im(sam);
    slack.say(sam, direct, "what is in stock?");
    await expect.poll(() => shop.door.messages.length).toBe(1);
    expect(shop.door.messages[0]?.place).toBe(`${slack.teamId}/${direct}`);
    await shop.worker.platform.post(`${slack.teamId}/${direct}`, {
      id: "out_2",
      reply: reply(),
      files: [],
      isRepeat: false,
    });
    expect(slack.seen(direct).map(({ shown }) => shown)).toEqual(["what is in stock?", "There are 10."]);
    expect(slack.calls.find(({ method }) => method === "chat.postMessage")?.args).not.toHaveProperty("thread_ts");
  });

  test("B55 neither its own messages and edits, nor other apps and webhooks, are talk", async () => {
    const { slack, sam, channel, texts } = people();
    const robot = slack.addBot("robot").id;
    const asked = slack.say(sam, channel, mention("hello"));
    await slack.settled();
    const place = `${slack.teamId}/${channel}/${asked.ts}`;
    const id = "apr_loop";
    await shop.worker.platform.post(place, {
      id: "out_3",
      reply: reply({ card: card({ id }) }),
      files: [],
      isRepeat: false,
    });
    await shop.worker.platform.redraw(card({ id, state: "cancelled" }));
    await shop.worker.platform.post(`${slack.teamId}/${slack.im(sam)}`, {
      id: "out_4",
      reply: reply(),
      files: [],
      isRepeat: false,
    });
    slack.botSays(channel, mention("hello from a robot"), { userId: robot, threadTs: asked.ts });
    slack.botSays(channel, mention("hello from a hook"), { webhook: "hook" });
    await slack.settled();
    expect(texts()).toEqual(["hello"]);
    expect(shop.door.edits).toEqual([]);
  });

  test("an edit and a deletion are passed on; a preview of a link is neither", async () => {
    const { slack, sam, channel } = people();
    const asked = slack.say(sam, channel, mention("2 Aviator"));
    const key = `slack:${slack.teamId}:${channel}:${asked.ts}`;
    slack.unfurl(channel, asked.ts);
    slack.edit(sam, channel, asked.ts, mention("3 Aviator"));
    slack.remove(channel, asked.ts);
    await slack.settled();
    expect(shop.door.edits).toEqual([{ key, text: "3 Aviator" }]);
    expect(shop.door.removals).toEqual([key]);
  });

  test("names, links and signs arrive as they were typed; files are named, and what is shared is read", async () => {
    const { slack, sam, channel, texts } = people();
    const eve = slack.addUser({ name: "eve" }).id;
    const other = slack.say(sam, channel, "the round ones & <b>");
    slack.say(
      sam,
      slack.im(sam),
      `tell <@${eve}> <mailto:a@b.example|a@b.example> see <https://x.example/y|here> 3 < 4`,
      {
        files: [{ name: "receipt.pdf", bytes: Buffer.from("x") }],
        forwarded: { channelId: channel, ts: other.ts },
      },
    );
    await slack.settled();
    expect(texts()).toEqual([`tell @eve a@b.example see here (https://x.example/y) 3 < 4\nthe round ones & <b>`]);
    expect(shop.door.messages[0]?.notRead).toEqual(["receipt.pdf"]);
  });

  test("an address or a code in a direct message is for linking, not a request", async () => {
    const { slack, sam, texts } = people();
    const direct = slack.im(sam);
    slack.say(sam, direct, "link <mailto:alice@example.com|alice@example.com>");
    slack.say(sam, direct, "link 123456");
    slack.say(sam, direct, "link my order to the invoice");
    await slack.settled();
    expect(shop.door.links.map(({ words }) => words)).toEqual(["alice@example.com", "123456"]);
    expect(texts()).toEqual(["link my order to the invoice"]);
    expect(slack.seen(direct).filter(({ shown }) => shown === "A code is on its way.")).toHaveLength(2);
  });

  test("what the door has to say at once is said privately, and a kept message is told to be late", async () => {
    const { slack, sam, channel } = people();
    shop.door.says = { kind: "say", text: "Please wait a minute <!channel>." };
    slack.say(sam, channel, mention("hello"));
    await expect.poll(() => whispers(channel, sam)).toEqual(["Please wait a minute <!channel>."]);
    shop.door.says = { kind: "taken", isNew: true, isDelayed: true };
    slack.say(sam, slack.im(sam), "hello");
    await expect
      .poll(() => slack.seen(slack.im(sam)).map(({ shown }) => shown))
      .toEqual(["hello", "It is kept; the answer comes a little later."]);
    expect(slack.pings(channel).filter(({ isFromBot }) => isFromBot)).toEqual([]);
  });
});
