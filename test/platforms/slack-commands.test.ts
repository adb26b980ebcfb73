// The slash command: a talk that begins with it, accounts and tickets, and an acknowledgement in time whatever happens.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Opening } from "../../src/platforms/platform.ts";
import { reply, type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

function people() {
  const { slack } = shop;
  const sam = slack.addUser({ name: "sam" }).id;
  return { slack, sam, channel: slack.addChannel({ name: "shop" }).id };
}

const seenBy = (channel: string, user: string) => shop.slack.seen(channel, { as: user }).map(({ shown }) => shown);

async function asked(sam: string, channel: string, text: string): Promise<{ place: string; opening: Opening }> {
  await shop.slack.command(sam, channel, "/shop", text);
  const message = shop.door.messages.at(-1);
  if (message === undefined) throw new Error("the command did not come through");
  const { author, answerTo, place } = message;
  return { place, opening: { person: { ...author, customerId: null }, text: message.text, answerTo } };
}

describe.each(["sockets", "http"] as const)("over %s", (over) => {
  beforeEach(async () => {
    shop = await startSlackChat({ database, over });
    await shop.listen();
  });

  test("B58 a command opens a thread in its channel, in which the answer stands and the talk goes on", async () => {
    const { slack, sam, channel } = people();
    const { place, opening } = await asked(sam, channel, "restock *all* @channel 3 < 4 > 2 & <b> more");
    expect(place).toMatch(new RegExp(`^${slack.teamId}/${channel}/~`));
    expect(shop.door.messages[0]).toMatchObject({ standsAlone: true, key: expect.stringContaining(`${channel}:cmd-`) });
    const { platform } = shop.worker;
    const opened = await platform.open(place, opening);
    expect(await platform.open(place, opening)).toBe(opened);
    const [, , thread] = opened.split("/");
    await platform.post(opened, { id: "out_1", reply: reply(), files: [], isRepeat: false });
    expect(seenBy(channel, sam)).toEqual([
      "Got it. I answer in a thread, and you can go on there.",
      "sam asks: restock *all* @channel 3 < 4 > 2 & <b> more",
    ]);
    expect(slack.seen(channel, { threadTs: thread ?? "" }).map(({ shown }) => shown)).toEqual([
      "sam asks: restock *all* @channel 3 < 4 > 2 & <b> more",
      "There are 10.",
    ]);
    expect(slack.pings(channel)).toEqual([]);
    // Further words in that thread are for the shop without a mention; here the door knows the place as the opened one.
    shop.door.talksIn = async (where) => where === opened;
    slack.say(sam, channel, "and the round ones?", { threadTs: thread ?? "" });
    await expect.poll(() => shop.door.messages.at(-1)?.text).toBe("and the round ones?");
  });

  test("should the process die just after it opened the thread, the next one goes on there", async () => {
    const { slack, sam, channel } = people();
    const { place, opening } = await asked(sam, channel, "restock 5 Mystique");
    slack.failCalls({ kind: "done-but-reset" }, { method: "chat.postMessage", times: 1 });
    await expect(shop.worker.platform.open(place, opening)).rejects.toThrow();
    const opened = await shop.chat.platform.open(place, opening);
    const roots = slack.seen(channel).filter(({ isBot, ephemeralFor }) => isBot && ephemeralFor === null);
    expect(roots.map(({ ts }) => ts)).toEqual([opened.split("/")[2]]);
  });

  test("B57 a command is acknowledged in time though the shop takes four seconds, and is taken once", async () => {
    const { slack, sam, channel } = people();
    shop.door.takesMs = 4_000;
    const reaction = await slack.command(sam, channel, "/shop", "what is in stock?");
    expect(reaction.outcome).toBe("acked");
    expect(reaction.ackMs).toBeLessThan(3_000);
    expect(seenBy(channel, sam)).toEqual(["One moment, this takes a little longer. I go on with it."]);
    await expect.poll(() => shop.door.messages.length).toBe(1);
    await expect.poll(() => seenBy(channel, sam)).toHaveLength(2);
    await slack.settled();
    expect(shop.door.messages).toHaveLength(1);
  });

  test("a command that failed is told, as is one that the door has a word about", async () => {
    const { slack, sam, channel } = people();
    shop.door.says = { kind: "failed", text: "Something went wrong. (Reference: ref_1)" };
    await slack.command(sam, channel, "/shop", "what is in stock?");
    expect(seenBy(channel, sam)).toEqual(["Something went wrong. (Reference: ref_1)"]);
  });
});

describe("by its words", () => {
  beforeEach(async () => {
    shop = await startSlackChat({ database });
    await shop.listen();
  });

  test("B58 help says how a talk goes on, which is not by commands", async () => {
    const { slack, sam, channel } = people();
    for (const text of ["", "help", " HELP "]) await slack.command(sam, channel, "/shop", text);
    const [first, ...others] = seenBy(channel, sam);
    expect(first).toContain("Go on in that thread in plain words: Slack has no commands in threads");
    expect(others).toEqual([first, first]);
    expect(shop.door.messages).toEqual([]);
  });

  test("accounts are linked for oneself and, by staff, for others", async () => {
    const { slack, sam, channel } = people();
    const eve = slack.addUser({ name: "eve" }).id;
    for (const text of ["link alice@example.com", "link off", "link"]) await slack.command(sam, channel, "/shop", text);
    expect(shop.door.links.map(({ words }) => words)).toEqual(["alice@example.com", "off", ""]);
    await slack.command(sam, channel, "/shop", `link <@${eve}|eve> 3`);
    await slack.command(sam, channel, "/shop", "link discord:123456 <mailto:bruno@example.com|bruno@example.com>");
    expect(shop.door.otherLinks).toEqual([
      { who: `slack:${eve}`, customer: "3" },
      { who: "discord:123456", customer: "bruno@example.com" },
    ]);
  });

  test("tickets are answered and resolved; an unfinished answer says what is missing", async () => {
    const { slack, sam, channel } = people();
    await slack.command(sam, channel, "/shop", "answer 12 It is on its way & paid.");
    await slack.command(sam, channel, "/shop", "resolve #12");
    await slack.command(sam, channel, "/shop", "answer 13");
    await slack.command(sam, channel, "/shop", "answer me: what is in stock?");
    expect(shop.door.answers).toMatchObject([{ ticketId: 12, text: "It is on its way & paid." }]);
    expect(shop.door.resolved).toMatchObject([{ ticketId: 12 }]);
    expect(seenBy(channel, sam)[2]).toBe("Write the answer behind the number: /shop answer 13 TEXT.");
    expect(shop.door.messages.map(({ text }) => text)).toEqual(["answer me: what is in stock?"]);
  });
});

describe("where the bot may not write", () => {
  beforeEach(async () => {
    shop = await startSlackChat({ database });
    await shop.listen();
  });

  test("it joins a public channel when it is asked there", async () => {
    const { slack, sam } = people();
    const channel = slack.addChannel({ name: "lobby", withBot: false }).id;
    const { place, opening } = await asked(sam, channel, "what is in stock?");
    expect(await shop.worker.platform.open(place, opening)).toMatch(new RegExp(`^${slack.teamId}/${channel}/\\d`));
  });

  test("it answers in a direct message, and says so, when a private channel is closed to it", async () => {
    const { slack, sam } = people();
    const channel = slack.addChannel({ name: "secret", kind: "private", withBot: false }).id;
    const { place, opening } = await asked(sam, channel, "what is in stock?");
    const opened = await shop.worker.platform.open(place, opening);
    expect(opened).toMatch(new RegExp(`^${slack.teamId}/${slack.im(sam)}/\\d`));
    expect(seenBy(channel, sam).at(-1)).toBe("I cannot write in that channel, so I answer you in a direct message.");
    expect(seenBy(slack.im(sam), sam)[0]).toContain("sam asks: what is in stock?");
  });
});
