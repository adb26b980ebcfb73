// Whom Slack's people are to the shop, and where they are served at all: by the settings' ids alone.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

const mention = (text: string) => `<@${shop.slack.botUserId}> ${text}`;
const texts = () => shop.door.messages.map(({ text }) => text);
const whispers = (channel: string, user: string) =>
  shop.slack.seen(channel, { as: user }).flatMap(({ ephemeralFor, shown }) => (ephemeralFor === null ? [] : [shown]));

describe("where it listens, and to whom as what", () => {
  test("roles come from the settings' ids and groups; everybody else is a customer", async () => {
    const groups: string[] = [];
    shop = await startSlackChat({
      database,
      settings: (slack) => {
        const [ada, sam] = [slack.addUser({ name: "ada" }), slack.addUser({ name: "sam", isAdmin: true })];
        slack.addUser({ name: "eve", isRestricted: true });
        groups.push(ada.id, sam.id);
        return { admins: [ada.id], staff: [slack.addGroup({ handle: "staff", userIds: [sam.id] }).id] };
      },
    });
    await shop.listen();
    const { slack, door } = shop;
    const eve = slack.addUser({ name: "eve", isRestricted: true }).id;
    for (const user of [...groups, eve]) slack.say(user, slack.im(user), "I am the admin");
    await expect.poll(() => door.messages.length).toBe(3);
    const roles = new Map(door.messages.map(({ author }) => [author.person.split(":")[2], author.role]));
    expect([...groups, eve].map((user) => roles.get(user))).toEqual(["admin", "staff", "customer"]);
  });

  test("in a channel that is not on the list, a mention gets a private word, and other talk nothing", async () => {
    shop = await startSlackChat({
      database,
      settings: (slack) => ({ channels: [slack.addChannel({ name: "shop" }).id] }),
    });
    await shop.listen();
    const { slack } = shop;
    const sam = slack.addUser({ name: "sam" }).id;
    const channel = slack.addChannel({ name: "lobby" }).id;
    slack.say(sam, channel, mention("hello"));
    slack.say(sam, channel, "lunch?");
    await slack.settled();
    expect(whispers(channel, sam)).toEqual(["I do not serve this channel. Please write to me directly."]);
    expect(texts()).toEqual([]);
    expect(await shop.turnedAway("place")).toBeGreaterThanOrEqual(1);
  });

  test("people of another workspace in a shared channel are not served unless it is listed", async () => {
    shop = await startSlackChat({ database });
    await shop.listen();
    const { slack } = shop;
    const other = slack.addTeam({ name: "Other", domain: "other" });
    const eve = slack.addUser({ name: "eve", teamId: other.id }).id;
    const channel = slack.addChannel({ name: "shared", isExtShared: true }).id;
    slack.say(eve, channel, mention("hello"));
    await slack.settled();
    expect(whispers(channel, eve)).toEqual(["I serve the people of another workspace only."]);
    expect(shop.door.messages).toEqual([]);
  });
});
