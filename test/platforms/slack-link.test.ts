// The connection with Slack: refused when it is wrong, made anew when it is dead, and what was missed is fetched.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
let sam: string;
let channel: string;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

async function start(given: Omit<Parameters<typeof startSlackChat>[0], "database"> = {}) {
  shop = await startSlackChat({ database, ...given });
  sam = shop.slack.addUser({ name: "sam" }).id;
  channel = shop.slack.addChannel({ name: "shop" }).id;
}

const say = (text: string, options?: { threadTs?: string }) =>
  shop.slack.say(sam, channel, `<@${shop.slack.botUserId}> ${text}`, options);
const texts = () => shop.door.messages.map(({ text }) => text);
const health = () =>
  shop.chat.platform.ping().then(
    () => "well",
    (error: Error) => error.message,
  );

describe("refused at the start, with the setting's name", () => {
  test.each([
    ["SLACK_BOT_TOKEN", { botToken: "xoxb-wrong" }],
    ["SLACK_APP_TOKEN", { appToken: "xapp-wrong" }],
  ])("a wrong %s", async (name, settings) => {
    await start({ settings: () => settings });
    await expect(shop.listen()).rejects.toThrow(new RegExp(`^Slack does not take ${name} \\(invalid_auth\\)`));
  });

  test("a bot token in place of the app token", async () => {
    await start({ settings: (slack) => ({ appToken: slack.botToken }) });
    await expect(shop.listen()).rejects.toThrow(/^Slack does not take SLACK_APP_TOKEN/);
  });

  test("a token that may not write", async () => {
    await start({ slack: { scopes: ["users:read", "im:write"] } });
    await expect(shop.listen()).rejects.toThrow(/^SLACK_BOT_TOKEN lacks the scope chat:write/);
  });

  test("Slack out of reach", async () => {
    await start({ settings: () => ({ apiUrl: "http://127.0.0.1:9/" }) });
    await expect(shop.listen()).rejects.toThrow("Slack cannot be reached (no answer).");
  });
});

describe("a socket", () => {
  test("B61 that is silent is made anew, and what is said then is heard", async () => {
    await start({ slack: { pingMs: 50 }, limits: { silenceMs: 300 } });
    await shop.listen();
    shop.slack.sockets.silence();
    await expect.poll(() => shop.slack.calls.filter(({ method }) => method === "apps.connections.open").length).toBe(2);
    await expect.poll(() => shop.slack.sockets.count).toBeGreaterThan(0);
    say("hello");
    await expect.poll(texts).toEqual(["hello"]);
  });

  test("B61 that cannot be had again turns health red, until it is back", async () => {
    await start({ slack: { pingMs: 50 }, limits: { silenceMs: 200, deadMs: 600 } });
    await shop.listen();
    expect(await health()).toBe("well");
    const refusal = shop.slack.sockets.refuse();
    shop.slack.sockets.silence();
    await expect.poll(health).toMatch(/^Slack has not been heard for \d+ s/);
    refusal.off();
    await expect.poll(health).toBe("well");
  });

  test("a quiet one that answers to pings stays", async () => {
    await start({ slack: { pingMs: 50 }, limits: { silenceMs: 300 } });
    await shop.listen();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(shop.slack.calls.filter(({ method }) => method === "apps.connections.open")).toHaveLength(1);
  });

  test.each(["cut", "warning", "refresh_requested"] as const)(
    "that Slack ends (%s) is made anew at once, and nothing is lost or doubled",
    async (how) => {
      await start();
      await shop.listen();
      say("before");
      if (how === "cut") shop.slack.sockets.cut();
      else shop.slack.sockets.disconnect(how, 50);
      say("between");
      await shop.slack.settled();
      say("after");
      await expect.poll(() => texts().toSorted()).toEqual(["after", "before", "between"]);
    },
  );

  test("a revoked token is told by health", async () => {
    await start();
    await shop.listen();
    shop.slack.revoke();
    expect(await health()).toMatch(/^Slack does not take SLACK_BOT_TOKEN \(token_revoked\)/);
  });

  test("at the end, what is under way is taken, and nothing more", async () => {
    await start();
    const ear = await shop.listen();
    await expect.poll(() => shop.door.heard.length).toBe(1);
    shop.door.takesMs = 300;
    say("hello");
    await expect.poll(() => shop.slack.calls.some(({ method }) => method === "users.info")).toBe(true);
    await ear.close();
    expect(texts()).toEqual(["hello"]);
    await expect.poll(() => shop.slack.sockets.count).toBe(0);
    expect(shop.door.heard).toHaveLength(2);
  });
});

describe("calls by HTTP", () => {
  const body = JSON.stringify({ type: "event_callback", team_id: "T1", event: { type: "message" } });

  test("forged, old and future ones are refused and counted; genuine ones are taken", async () => {
    await start({ over: "http" });
    await shop.listen();
    const { slack } = shop;
    expect(await slack.deliverSigned(body, { secret: "wrong" })).toBe(401);
    expect(await slack.deliverSigned(body, { timestampOffsetS: -400 })).toBe(401);
    expect(await slack.deliverSigned(body, { timestampOffsetS: 400 })).toBe(401);
    expect(await slack.deliverSigned(body, { headers: { "x-slack-signature": "v0=" } })).toBe(401);
    expect([await shop.turnedAway("signature"), await shop.turnedAway("timestamp")]).toEqual([2, 2]);
    say("hello");
    await expect.poll(texts).toEqual(["hello"]);
  });

  test("a smuggled event beside ssl_check is not taken", async () => {
    await start({ over: "http" });
    await shop.listen();
    const form = `ssl_check=1&payload=${encodeURIComponent(body)}`;
    const contentType = "application/x-www-form-urlencoded";
    expect(await shop.slack.deliverSigned(form, { secret: "wrong", contentType })).toBe(200);
    expect(texts()).toEqual([]);
  });

  test("nonsense comes to nothing, and the process lives", async () => {
    await start({ over: "http" });
    await shop.listen();
    expect(await shop.slack.deliverSigned("{nonsense")).toBe(400);
    say("hello");
    await expect.poll(texts).toEqual(["hello"]);
  });

  test("with a socket beside, either way in is heard", async () => {
    await start({ over: "both" });
    const ear = await shop.listen();
    expect(ear.http?.path).toBe("/slack/events");
    say("by socket");
    await expect.poll(texts).toEqual(["by socket"]);
  });
});

describe("what was missed", () => {
  const minute = 60_000;

  test("mentions, direct messages and threads that are talked in are taken once, in order; other talk is not", async () => {
    await start({ slack: { socketWaitMs: 0, retryDelaysMs: [] } });
    const { slack, door } = shop;
    const early = slack.say(sam, channel, "lunch?");
    const talk = say("what is in stock?");
    slack.say(sam, channel, "and the round ones?", { threadTs: talk.ts });
    slack.say(sam, channel, `<@${slack.botUserId}> in here`, { threadTs: early.ts });
    slack.say(sam, slack.im(sam), "hello");
    slack.botSays(channel, "beep", { webhook: "hook" });
    await slack.settled();
    expect(texts()).toEqual([]);
    door.missed = { since: new Date(Date.now() - minute), places: [`${slack.teamId}/${channel}/${talk.ts}`] };
    await shop.listen();
    await expect
      .poll(() => texts().toSorted())
      .toEqual(["and the round ones?", "hello", "in here", "what is in stock?"]);
    expect(texts().indexOf("and the round ones?")).toBeGreaterThan(texts().indexOf("what is in stock?"));
    expect(door.messages.every(({ writtenAt }) => Math.abs(writtenAt.getTime() - Date.now()) < minute)).toBe(true);
  });

  test("nothing is fetched by one who never listened before, and nothing from before", async () => {
    await start({ slack: { socketWaitMs: 0, retryDelaysMs: [] } });
    say("long ago");
    await shop.slack.settled();
    await shop.listen();
    shop.door.missed = { since: new Date(Date.now() + minute), places: [] };
    say("hello");
    await expect.poll(texts).toEqual(["hello"]);
  });

  test("one conversation that fails is tried again, and does not hold up the others", async () => {
    await start({ slack: { socketWaitMs: 0, retryDelaysMs: [] } });
    const { slack, door } = shop;
    say("hello");
    slack.say(sam, slack.im(sam), "hello you");
    await slack.settled();
    slack.failCalls({ kind: "rate-limited", retryAfterS: 1 }, { method: "conversations.history", channel, times: 1 });
    door.missed = { since: new Date(Date.now() - minute), places: [] };
    await shop.listen();
    await expect.poll(() => texts().toSorted()).toEqual(["hello", "hello you"]);
  });

  test("how far it was heard is noted while it is heard", async () => {
    await start({ limits: { catchUp: { ...readConfig({}).chat.catchUp, noteMs: 50 } } });
    await shop.listen();
    await expect.poll(() => shop.door.heard.length).toBeGreaterThan(1);
  });

  test("and at once, for the first process may die soon", async () => {
    await start({ limits: { catchUp: { ...readConfig({}).chat.catchUp, noteMs: 3_600_000 } } });
    await shop.listen();
    await expect.poll(() => shop.door.heard.length).toBe(1);
  });
});
