// The emulated Slack and the real Bolt: what a person does reaches the app, and what the app does is seen.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { asFields, type Fields } from "../support/slack/fields.ts";
import { type SampleApp, startSampleApp } from "../support/slack/sample-app.ts";
import { type SlackOptions, startSlack } from "../support/slack/slack-server.ts";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function start(options?: SlackOptions) {
  const slack = await startSlack(options);
  open.push(slack.close);
  const ada = slack.addUser({ name: "ada" }).id;
  const shop = slack.addChannel({ name: "shop" }).id;
  return { slack, ada, shop };
}

async function startWithApp(over: "http" | "sockets", options?: SlackOptions) {
  const started = await start(options);
  const sample = await startSampleApp(started.slack, over);
  open.push(sample.stop);
  return { ...started, sample };
}

const eventsOf = ({ bodies }: SampleApp) => bodies.map(({ body }) => asFields(body.event));

describe.each(["http", "sockets"] as const)("over %s", (over) => {
  test("a mention comes as two envelopes, and the answer is seen in its thread", async () => {
    const { slack, ada, shop, sample } = await startWithApp(over);
    const { ts } = slack.say(ada, shop, `<@${slack.botUserId}> how much is 3 < 4 & 5?`);
    await expect.poll(() => slack.seen(shop, { threadTs: ts }).at(-1)?.text).toBe("Ready.");
    const mentions = sample.bodies.filter(({ body }) => asFields(body.event).ts === ts);
    expect(mentions.map(({ body }) => asFields(body.event).type).toSorted()).toEqual(["app_mention", "message"]);
    expect(new Set(mentions.map(({ body }) => body.event_id)).size).toBe(2);
    expect(slack.seen(shop, { as: ada }).map((message) => message.shown)).toEqual(["@tillhand how much is 3 < 4 & 5?"]);
    // The app hears of its own doings too.
    await expect.poll(() => eventsOf(sample).map((event) => event.subtype)).toContain("message_changed");
    expect(eventsOf(sample).map((event) => event.bot_id)).toContain(slack.botId);
  });

  test("a press opens a dialog, which stays open until it is filled in well", async () => {
    const { slack, ada, shop } = await startWithApp(over);
    const { ts } = slack.say(ada, shop, `<@${slack.botUserId}> hello`);
    await expect.poll(() => slack.seen(shop, { threadTs: ts }).at(-1)?.buttons).toHaveLength(1);
    const answer = slack.seen(shop, { threadTs: ts }).at(-1)?.ts ?? "";
    await expect(slack.press(ada, shop, answer, { label: "Refuse" })).rejects.toThrow("no button");
    expect(await slack.press(ada, shop, answer, { label: "Approve" })).toMatchObject({ outcome: "acked" });
    await expect.poll(() => slack.modals(ada)).toHaveLength(1);
    const viewId = slack.modals(ada)[0]?.viewId ?? "";
    await expect(slack.submit(ada, viewId, {})).rejects.toThrow("must be filled in");
    await slack.submit(ada, viewId, { reason: "x" });
    expect(slack.modals(ada)[0]?.errors).toEqual({ reason: "Say more." });
    await slack.submit(ada, viewId, { reason: "because" });
    expect(slack.modals(ada)).toEqual([]);
  });

  test("a command is answered, fails before the person's eyes when nobody acknowledges, and not in a thread", async () => {
    const { slack, ada, shop } = await startWithApp(over, { ackMs: 1000, retryDelaysMs: [] });
    const bob = slack.addUser({ name: "bob" }).id;
    slack.join(shop, bob);
    expect(await slack.command(ada, shop, "/shop", "orders")).toMatchObject({ outcome: "acked" });
    expect(slack.seen(shop, { as: ada }).at(-1)).toMatchObject({ shown: "You said: orders", ephemeralFor: ada });
    expect(slack.seen(shop, { as: bob })).toEqual([]);
    expect(await slack.command(ada, shop, "/shop", "silence")).toMatchObject({ outcome: "failed" });
    expect(slack.seen(shop, { as: ada }).at(-1)?.shown).toContain("operation_timeout");
    const { ts } = slack.say(ada, shop, "a root");
    expect(await slack.command(ada, shop, "/shop", "orders", { threadTs: ts })).toMatchObject({ outcome: "failed" });
  });

  test("marked and unmarked duplicates arrive, and what is dropped does not", async () => {
    const { slack, ada, shop, sample } = await startWithApp(over);
    slack.failDeliveries({ kind: "duplicate", copies: 1, isMarked: true }, { times: 1 });
    slack.failDeliveries({ kind: "duplicate", copies: 2, isMarked: false }, { times: 1 });
    slack.failDeliveries({ kind: "drop" }, { times: 1 });
    for (const text of ["one", "two", "three", "four"]) slack.say(ada, shop, text);
    await expect.poll(() => sample.bodies.length).toBe(6);
    await slack.settled();
    const texts = eventsOf(sample).map((event) => event.text);
    expect(texts.toSorted()).toEqual(["four", "one", "one", "two", "two", "two"]);
    expect(sample.bodies.filter(({ retryNum }) => retryNum === 1)).toHaveLength(1);
  });

  test("deliveries can come in the wrong order", async () => {
    const { slack, ada, shop, sample } = await startWithApp(over);
    slack.failDeliveries({ kind: "reorder", among: 3 }, { times: 3 });
    for (const text of ["one", "two", "three"]) slack.say(ada, shop, text);
    await expect.poll(() => eventsOf(sample).map((event) => event.text)).toEqual(["three", "two", "one"]);
  });

  test("a 429 is waited out by the real client", async () => {
    const { slack, shop, sample } = await startWithApp(over);
    const fault = slack.failCalls({ kind: "rate-limited", retryAfterS: 1 }, { method: "chat.postMessage", times: 1 });
    await sample.app.client.chat.postMessage({ channel: shop, text: "hello" });
    expect(fault.hits).toBe(1);
    expect(slack.calls.filter(({ method }) => method === "chat.postMessage").map(({ status }) => status)).toEqual([
      429, 200,
    ]);
    expect(slack.seen(shop)).toHaveLength(1);
  });
});

test("a forged or old signature is refused by Bolt, a good one taken", async () => {
  const { slack } = await startWithApp("http");
  const body = JSON.stringify({ type: "event_callback", event: { type: "message" } });
  expect(await slack.deliverSigned(body, { secret: "guessed" })).toBe(401);
  expect(await slack.deliverSigned(body, { timestampOffsetS: -600 })).toBe(401);
  expect(await slack.deliverSigned(body)).toBe(200);
});

test("an event that nobody acknowledges is repeated three times", async () => {
  const { slack, ada, shop } = await startWithApp("http", { retryDelaysMs: [1, 1, 1] });
  const { url, stop } = await startDeaf();
  open.push(stop);
  await slack.deliverTo(url);
  slack.say(ada, shop, "hello");
  await slack.settled();
  expect(slack.deliveries.map(({ attempt }) => attempt)).toEqual([
    { num: 0, reason: "" },
    { num: 1, reason: "http_error" },
    { num: 2, reason: "http_error" },
    { num: 3, reason: "http_error" },
  ]);
});

test.each(["refresh_requested", "warning"] as const)(
  "after a %s the app comes back and hears what was said",
  async (reason) => {
    const { slack, ada, shop, sample } = await startWithApp("sockets");
    slack.sockets.disconnect(reason);
    await expect.poll(() => slack.sockets.count, { interval: 5 }).toBe(0);
    slack.say(ada, shop, "in the gap");
    await expect.poll(() => eventsOf(sample).map((event) => event.text)).toContain("in the gap");
    expect(slack.sockets.count).toBe(1);
  },
);

test("a socket that falls silent or breaks is replaced, and what was sent there comes again", async () => {
  const { slack, ada, shop, sample } = await startWithApp("sockets", { ackMs: 300, retryDelaysMs: [200, 1000, 3000] });
  slack.sockets.silence();
  slack.say(ada, shop, "into the void");
  await expect.poll(() => eventsOf(sample).map((event) => event.text)).toContain("into the void");
  slack.sockets.cut();
  slack.say(ada, shop, "after the cut");
  await expect.poll(() => eventsOf(sample).map((event) => event.text)).toContain("after the cut");
});

test("several sockets share one stream", async () => {
  const { slack, ada, shop, sample } = await startWithApp("sockets");
  const second = await startSampleApp(slack, "sockets");
  open.push(second.stop);
  for (let n = 1; n <= 40; n += 1) slack.say(ada, shop, `word ${n}`);
  await slack.settled();
  await expect.poll(() => sample.bodies.length + second.bodies.length).toBe(40);
  expect(Math.min(sample.bodies.length, second.bodies.length)).toBeGreaterThan(0);
});

test("payloads have the shape of recorded ones", async () => {
  const { slack, ada, shop, sample } = await startWithApp("sockets", { mentionOrder: "message-first" });
  const { client } = sample.app;
  const { ts } = slack.say(ada, shop, `<@${slack.botUserId}> how many orders today?`);
  await expect.poll(() => slack.seen(shop, { threadTs: ts }).at(-1)?.buttons).toHaveLength(1);
  const answer = slack.seen(shop, { threadTs: ts }).at(-1)?.ts ?? "";
  await slack.press(ada, shop, answer, { label: "Approve" });
  await expect.poll(() => slack.modals(ada)).toHaveLength(1);
  await slack.submit(ada, slack.modals(ada)[0]?.viewId ?? "", { reason: "because" });
  await slack.command(ada, shop, "/shop", "orders");
  slack.say(ada, shop, "and yesterday?", { threadTs: ts });
  slack.say(ada, slack.im(ada), "hello");
  slack.say(ada, shop, "to all");
  slack.say(ada, shop, "see this", { files: [{ name: "orders.pdf", bytes: Buffer.from("pdf") }] });
  slack.unfurl(shop, slack.say(ada, shop, "<https://shop.example/page>").ts);
  await client.chat.postMessage({
    channel: shop,
    text: "x",
    blocks: [{ type: "section", text: { type: "mrkdwn", text: "x" } }],
  });
  await slack.settled();

  const sent = slack.deliveries.map(({ envelope }) => envelope.payload);
  const event = (fits: (event: Fields) => boolean) => sent.find((payload) => fits(asFields(payload.event)));
  const found: { [fixture: string]: Fields | undefined } = {
    "app-mention": event(({ type }) => type === "app_mention"),
    "message-channel": event(({ text }) => text === "to all"),
    "message-thread": event(({ text }) => text === "and yesterday?"),
    "message-im": event(({ text }) => text === "hello"),
    "file-share": event(({ subtype }) => subtype === "file_share"),
    "message-changed-unfurl": event(
      (one) => one.subtype === "message_changed" && asFields(one.message).bot_id === undefined,
    ),
    "bot-message": event(({ text }) => text === "x"),
    "slash-command": sent.find((payload) => payload.command === "/shop"),
    "block-actions": sent.find((payload) => payload.type === "block_actions"),
    "view-submission": sent.find((payload) => payload.type === "view_submission"),
  };
  for (const [fixture, payload] of Object.entries(found)) {
    const path = join(import.meta.dirname, "../fixtures/slack", `${fixture}.json`);
    expect(shapeOf(payload), fixture).toEqual(shapeOf(JSON.parse(readFileSync(path, "utf8"))));
  }
});

/** Keys and kinds, not what they hold. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}

async function startDeaf(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { challenge } = JSON.parse(body);
      response.writeHead(challenge === undefined ? 500 : 200).end(challenge);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, stop: async () => void server.close() };
}
