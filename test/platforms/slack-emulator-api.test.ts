// The emulated web API and the real WebClient: what Slack refuses, what people see of the rest, and faults on demand.
import { WebClient, type WebClientOptions } from "@slack/web-api";
import { afterEach, expect, test } from "vitest";
import { asFields, asList, asText } from "../support/slack/fields.ts";
import { silentLogger } from "../support/slack/silent-logger.ts";
import { type SlackOptions, type SlackServer, startSlack } from "../support/slack/slack-server.ts";

let slack: SlackServer;
afterEach(() => slack.close());

async function start(options?: SlackOptions, clientOptions: WebClientOptions = {}) {
  slack = await startSlack(options);
  const ada = slack.addUser({ name: "ada", realName: "Ada L." }).id;
  const shop = slack.addChannel({ name: "shop" }).id;
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    logger: silentLogger,
    ...clientOptions,
  });
  return { client, ada, shop };
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error) => asText(error?.data?.error) ?? String(error),
  );
const mrkdwn = (text: string) => ({ type: "mrkdwn", text });
const section = (text: string, more = {}) => ({ type: "section", text: mrkdwn(text), ...more });
const button = (text: string, more = {}) => ({ type: "button", text: { type: "plain_text", text }, ...more });

test("Slack's refusals of messages", async () => {
  const { client, ada, shop } = await start();
  const elsewhere = slack.addChannel({ name: "elsewhere", withBot: false }).id;
  const secret = slack.addChannel({ name: "secret", kind: "private", withBot: false }).id;
  const old = slack.addChannel({ name: "old", isArchived: true }).id;
  const theirs = slack.say(ada, shop, "mine").ts;
  const post = (more: object) => errorOf(client.apiCall("chat.postMessage", { channel: shop, text: "x", ...more }));
  expect(await post({ text: "" })).toBe("no_text");
  expect(await post({ text: "x".repeat(40_001) })).toBe("msg_too_long");
  expect(await post({ channel: "C0NOWHERE" })).toBe("channel_not_found");
  expect(await post({ channel: elsewhere })).toBe("not_in_channel");
  expect(await post({ channel: secret })).toBe("channel_not_found");
  expect(await post({ channel: old })).toBe("is_archived");
  expect(await post({ thread_ts: "" })).toBe("invalid_thread_ts");
  expect(await post({ thread_ts: "1.5" })).toBe("invalid_thread_ts");
  expect(await post({ blocks: "no" })).toBe("invalid_blocks_format");
  expect(await post({ blocks: Array.from({ length: 6 }, () => section("x".repeat(2900))) })).toBe(
    "msg_blocks_too_long",
  );
  const unfit: { [complaint: string]: object[] } = {
    "must be less than 3001 characters [json-pointer:/blocks/0/text/text]": [section("x".repeat(3001))],
    "must be more than 0 characters [json-pointer:/blocks/0/text/text]": [section("")],
    "no more than 50 items allowed [json-pointer:/blocks]": Array.from({ length: 51 }, () => ({ type: "divider" })),
    "unsupported type: hologram [json-pointer:/blocks/0/type]": [{ type: "hologram" }],
    "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]": [
      { type: "actions", elements: [button("x".repeat(76))] },
    ],
    'block_id "a" already exists [json-pointer:/blocks/1/block_id]': [
      section("x", { block_id: "a" }),
      section("y", { block_id: "a" }),
    ],
  };
  for (const [complaint, blocks] of Object.entries(unfit)) {
    const failed = await client
      .apiCall("chat.postMessage", { channel: shop, text: "x", blocks })
      .catch((error) => error.data);
    expect(failed).toMatchObject({
      error: "invalid_blocks",
      response_metadata: { messages: [`[ERROR] ${complaint}`] },
    });
  }
  const update = (ts: string) => errorOf(client.chat.update({ channel: shop, ts, text: "x" }));
  expect(await update("1.5")).toBe("message_not_found");
  expect(await update(theirs)).toBe("cant_update_message");
  const bob = slack.addUser({ name: "bob" }).id;
  expect(await errorOf(client.chat.postEphemeral({ channel: shop, user: bob, text: "x" }))).toBe("user_not_in_channel");
  expect(await errorOf(client.apiCall("chat.imagined"))).toBe("unknown_method");
  expect(slack.seen(shop)).toHaveLength(1);
});

test("tokens and scopes", async () => {
  const { client, shop } = await start({ scopes: ["chat:write"] });
  const post = () => client.chat.postMessage({ channel: shop, text: "x" });
  expect((await post()).response_metadata?.scopes).toEqual(["chat:write"]);
  slack.setScopes(["users:read"]);
  await expect(post()).rejects.toMatchObject({
    data: { error: "missing_scope", needed: "chat:write", provided: "users:read" },
  });
  expect(
    await errorOf(new WebClient("xoxb-other", { slackApiUrl: slack.apiUrl, logger: silentLogger }).auth.test()),
  ).toBe("invalid_auth");
  expect(await errorOf(new WebClient(undefined, { slackApiUrl: slack.apiUrl, logger: silentLogger }).auth.test())).toBe(
    "not_authed",
  );
  slack.revoke();
  expect(await errorOf(post())).toBe("token_revoked");
});

test("people see what the markup becomes, and everything that rings is kept", async () => {
  const { client, ada, shop } = await start();
  const group = slack.addGroup({ handle: "till", userIds: [ada] }).id;
  const post = async (text: string, more = {}) => {
    await client.apiCall("chat.postMessage", { channel: shop, text, ...more });
    return slack.seen(shop).at(-1)?.shown;
  };
  expect(await post("*Sum:* 3 &lt; 4 &amp; 2 * 3 * 4, some_snake_case, <https://x.example|here>")).toBe(
    "Sum: 3 < 4 & 2 * 3 * 4, some_snake_case, here",
  );
  expect(await post("x", { blocks: [section("**raw** `*code*`")] })).toBe("**raw** *code*");
  expect(await post("x", { blocks: [{ type: "markdown", text: "# Head\n**bold** [label](https://x.example)" }] })).toBe(
    "Head\nbold label",
  );
  expect(slack.pings(shop)).toEqual([]);
  await post(`<!channel> <@${ada}>`);
  await post("@here is nobody");
  await post("@here is somebody", { link_names: true });
  await post("x", { blocks: [{ type: "context", elements: [mrkdwn(`<!subteam^${group}>`)] }] });
  expect(slack.pings(shop).map(({ kind, targetId }) => [kind, targetId])).toEqual([
    ["channel", null],
    ["user", ada],
    ["here", null],
    ["subteam", group],
  ]);
});

test("an update with text alone takes the blocks away, and metadata comes only when asked for", async () => {
  const { client, shop } = await start();
  const metadata = { event_type: "run", event_payload: { id: "1" } };
  const blocks = [
    section("Blocks"),
    { type: "actions", elements: [button("Go", { action_id: "go", value: "1", style: "primary" })] },
  ];
  const { ts = "" } = await client.chat.postMessage({ channel: shop, text: "x", blocks, metadata });
  expect(slack.seen(shop)[0]).toMatchObject({
    shown: "Blocks",
    buttons: [{ label: "Go", value: "1", style: "primary" }],
  });
  await client.chat.update({ channel: shop, ts, text: "Text" });
  expect(slack.seen(shop)[0]).toMatchObject({ shown: "Text", buttons: [], isEdited: true });
  const history = async (more = {}) =>
    (await client.conversations.history({ channel: shop, ...more })).messages?.[0]?.metadata;
  expect(await history()).toBeUndefined();
  expect(await history({ include_all_metadata: true })).toMatchObject(metadata);
});

test("history and replies come in pages and within bounds", async () => {
  const { client, ada, shop } = await start();
  const stamps = ["a", "b", "c", "d"].map((text) => slack.say(ada, shop, text).ts);
  const root = stamps[0] ?? "";
  slack.say(ada, shop, "reply", { threadTs: root });
  const pages: (string | undefined)[][] = [];
  for await (const page of client.paginate("conversations.history", { channel: shop, limit: 3 })) {
    pages.push(asList(asFields(page).messages).map((one) => asText(asFields(one).text)));
  }
  expect(pages).toEqual([["d", "c", "b"], ["a"]]);
  const after = await client.conversations.history({ channel: shop, oldest: stamps[1] ?? "" });
  expect(after.messages?.map(({ text }) => text)).toEqual(["d", "c"]);
  const { messages } = await client.conversations.replies({ channel: shop, ts: root });
  expect(messages?.map(({ text }) => text)).toEqual(["a", "reply"]);
  expect(messages?.[0]).toMatchObject({ reply_count: 1 });
});

test("a stream is written, ends by itself, and can be updated then", async () => {
  const { client, ada, shop } = await start({ streamMs: 2000 });
  const { ts: root } = slack.say(ada, shop, "question");
  const begin = { channel: shop, thread_ts: root, recipient_user_id: ada, recipient_team_id: slack.teamId };
  expect(await errorOf(client.chat.startStream({ channel: shop, thread_ts: root }))).toBe("missing_recipient_user_id");
  const { ts = "" } = await client.chat.startStream({ ...begin, markdown_text: "**Hel" });
  await client.chat.appendStream({ channel: shop, ts, markdown_text: "lo**" });
  expect(await errorOf(client.chat.appendStream({ channel: shop, ts, markdown_text: "x".repeat(12_001) }))).toBe(
    "msg_too_long",
  );
  expect(slack.seen(shop, { threadTs: root }).at(-1)).toMatchObject({ shown: "Hello", isStreaming: true });
  await expect.poll(() => slack.seen(shop, { threadTs: root }).at(-1)?.isStreaming).toBe(false);
  expect(await errorOf(client.chat.stopStream({ channel: shop, ts }))).toBe("message_not_in_streaming_state");
  await client.chat.update({ channel: shop, ts, text: "Hello again" });
  expect(slack.seen(shop, { threadTs: root }).at(-1)?.shown).toBe("Hello again");
});

test("a file appears a little after its upload, with its description", async () => {
  const { client, shop } = await start({ shareMs: 1000 });
  await client.filesUploadV2({
    channel_id: shop,
    filename: "a.csv",
    file: Buffer.from("a,b"),
    alt_text: "Two columns",
    initial_comment: "Here",
  });
  expect(slack.seen(shop)).toEqual([]);
  await expect.poll(() => slack.seen(shop)[0]?.files[0]).toMatchObject({ name: "a.csv", altText: "Two columns" });
  expect(slack.seen(shop)[0]).toMatchObject({ shown: "Here", files: [{ bytes: Buffer.from("a,b") }] });
});

test("a call that took effect without the client's knowing is made again by it", async () => {
  const { client, shop } = await start({}, { retryConfig: { retries: 1, minTimeout: 1 } });
  for (const fault of [{ kind: "done-but-reset" }, { kind: "reset" }] as const) {
    slack.failCalls(fault, { times: 1 });
    await client.chat.postMessage({ channel: shop, text: fault.kind });
  }
  expect(slack.seen(shop).map(({ text }) => text)).toEqual(["done-but-reset", "done-but-reset", "reset"]);
  expect(slack.calls.map(({ isDone }) => isDone)).toEqual([true, true, false, true]);
});

test("faults fit the method and channel named, and a closed port opens again", async () => {
  const { client, shop } = await start();
  const other = slack.addChannel({ name: "other" }).id;
  const fault = slack.failCalls({ kind: "error", error: "fatal_error" }, { method: "chat.postMessage", channel: shop });
  const post = (channel: string) => errorOf(client.chat.postMessage({ channel, text: "x" }));
  expect([await post(shop), await post(other), await post(shop)]).toEqual(["fatal_error", "no error", "fatal_error"]);
  fault.off();
  expect(fault.hits).toBe(2);
  slack.failCalls({ kind: "status", status: 503 }, { times: 1 });
  expect(await post(shop)).toContain("503");
  const closed = await slack.refuseConnections();
  expect(await post(shop)).toContain("fetch failed");
  await closed.off();
  expect(await post(shop)).toBe("no error");
});

test("with limits, a channel takes a burst and then asks for patience", async () => {
  const { client, shop } = await start({ limits: true }, { rejectRateLimitedCalls: true });
  const posts = await Promise.allSettled(
    Array.from({ length: 8 }, () => client.chat.postMessage({ channel: shop, text: "x" })),
  );
  const refused = posts.filter((post) => post.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.reason).toMatchObject({ code: "slack_webapi_rate_limited_error", retryAfter: 1 });
});
