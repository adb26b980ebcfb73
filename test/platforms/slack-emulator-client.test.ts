// The emulated client: trigger_ids, response_urls, ephemeral messages, the home tab, and who hears what.
import { WebClient } from "@slack/web-api";
import { afterEach, expect, test } from "vitest";
import { asFields, asList, asText } from "../support/slack/fields.ts";
import { silentLogger } from "../support/slack/silent-logger.ts";
import { type SlackOptions, type SlackServer, startSlack } from "../support/slack/slack-server.ts";

let slack: SlackServer;
afterEach(() => slack.close());

/** Without an app, nothing is acknowledged; what was sent is read from the deliveries. */
async function start(options?: SlackOptions) {
  slack = await startSlack({ ackMs: 20, socketWaitMs: 0, retryDelaysMs: [], ...options });
  const ada = slack.addUser({ name: "ada" }).id;
  const shop = slack.addChannel({ name: "shop" }).id;
  return {
    ada,
    shop,
    client: new WebClient(slack.botToken, {
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      logger: silentLogger,
    }),
  };
}

const sent = () => slack.deliveries.map(({ envelope }) => envelope.payload);
const events = () => sent().map((payload) => asFields(payload.event));
const post = (url: unknown, body: object) =>
  fetch(String(url), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error) => asText(error?.data?.error) ?? String(error),
  );
const buttons = [
  {
    type: "actions",
    elements: [{ type: "button", action_id: "go", text: { type: "plain_text", text: "Go" }, value: "1" }],
  },
];

test("a trigger_id is good once, for a moment, and only if Slack gave it out", async () => {
  const { client, ada, shop } = await start({ triggerMs: 1000 });
  const open = (trigger_id: unknown, title = "Title") =>
    errorOf(
      client.apiCall("views.open", {
        trigger_id,
        view: { type: "modal", title: { type: "plain_text", text: title }, blocks: [] },
      }),
    );
  await slack.command(ada, shop, "/shop");
  const trigger = sent()[0]?.trigger_id;
  expect(await open("1.2.guessed")).toBe("invalid_trigger_id");
  expect(await open(trigger, "x".repeat(25))).toBe("invalid_arguments");
  expect(await open(trigger)).toBe("no error");
  expect(await open(trigger)).toBe("exchanged_trigger_id");
  expect(slack.modals(ada).map(({ title }) => title)).toEqual(["Title"]);
  await slack.command(ada, shop, "/shop");
  await new Promise((resolve) => setTimeout(resolve, 1050));
  expect(await open(sent()[1]?.trigger_id)).toBe("expired_trigger_id");
});

test("a response_url takes five answers, and is the way to change an ephemeral message", async () => {
  const { client, ada, shop } = await start();
  await client.apiCall("chat.postEphemeral", { channel: shop, user: ada, text: "Sure?", blocks: buttons });
  const { ts = "" } = slack.seen(shop, { as: ada })[0] ?? {};
  expect(await errorOf(client.chat.update({ channel: shop, ts, text: "x" }))).toBe("message_not_found");
  await slack.press(ada, shop, ts, { actionId: "go" });
  const press = sent().find(({ type }) => type === "block_actions");
  expect(press).toMatchObject({ container: { is_ephemeral: true } });
  expect(press?.message).toBeUndefined();
  const url = press?.response_url;
  expect((await post(url, { replace_original: true, text: "Done" })).status).toBe(200);
  expect(slack.seen(shop, { as: ada }).map(({ shown, buttons: left }) => [shown, left.length])).toEqual([["Done", 0]]);
  await post(url, { text: "For you" });
  await post(url, { text: "For all", response_type: "in_channel" });
  expect(slack.seen(shop).map(({ ephemeralFor }) => ephemeralFor)).toEqual([ada, ada, null]);
  await post(url, { delete_original: true });
  expect((await post(url, { text: "" })).status).toBe(400);
  expect(await (await post(url, { text: "sixth" })).json()).toEqual({ ok: false, error: "used_url" });
  slack.expireResponseUrls();
  expect(await (await post(url, { text: "late" })).json()).toEqual({ ok: false, error: "expired_url" });
});

test("where the bot is no member it hears mentions in public channels, and nothing else", async () => {
  const { ada } = await start({ mentionOrder: "message-first" });
  const open = slack.addChannel({ name: "open", withBot: false }).id;
  const closed = slack.addChannel({ name: "closed", kind: "private", withBot: false }).id;
  for (const channel of [open, closed]) slack.say(ada, channel, `<@${slack.botUserId}> hello`);
  slack.say(ada, open, "among us");
  await slack.settled();
  expect(events().map(({ type, channel }) => [type, channel])).toEqual([["app_mention", open]]);
});

test("edits, deletions, other bots, webhooks and reactions are told of as Slack tells", async () => {
  const { ada, shop } = await start();
  const helper = slack.addBot("helper").id;
  const { ts } = slack.say(ada, shop, "one");
  slack.edit(ada, shop, ts, `two <@${slack.botUserId}>`);
  slack.react(ada, shop, ts, "eyes");
  slack.remove(shop, ts);
  slack.botSays(shop, "beep", { userId: helper });
  slack.botSays(shop, "boop", { webhook: "deploys" });
  await slack.settled();
  expect(events().map(({ type, subtype }) => `${type} ${subtype ?? ""}`.trim())).toEqual([
    "message",
    "message message_changed",
    "app_mention",
    "reaction_added",
    "message message_deleted",
    "message",
    "message bot_message",
  ]);
  expect(events()[1]).toMatchObject({
    message: { text: `two <@${slack.botUserId}>` },
    previous_message: { text: "one" },
  });
  expect(events().filter(({ bot_id }) => bot_id !== undefined)).toHaveLength(2);
});

test("a status stands until the app posts, and the home tab shows what was published", async () => {
  const { client, ada, shop } = await start();
  const { ts } = slack.say(ada, shop, "question");
  await client.assistant.threads.setStatus({ channel_id: shop, thread_ts: ts, status: "is counting…" });
  expect(slack.status(shop, ts)).toBe("is counting…");
  await client.chat.postMessage({ channel: shop, thread_ts: ts, text: "Twelve." });
  expect(slack.status(shop, ts)).toBe("");
  slack.openHome(ada);
  await slack.settled();
  expect(events().at(-1)).toMatchObject({ type: "app_home_opened", user: ada, tab: "home", channel: slack.im(ada) });
  const blocks = [{ type: "section", text: { type: "mrkdwn", text: "*Welcome*" } }, ...buttons];
  await client.apiCall("views.publish", { user_id: ada, view: { type: "home", blocks } });
  expect(slack.home(ada)).toMatchObject({ shown: "Welcome", buttons: [{ label: "Go" }] });
});

test("a workspace may lack streams and statuses", async () => {
  const { client, ada, shop } = await start({ hasStreaming: false, hasAssistant: false });
  const { ts } = slack.say(ada, shop, "question");
  expect(await errorOf(client.chat.startStream({ channel: shop, thread_ts: ts }))).toBe("unknown_method");
  expect(await errorOf(client.assistant.threads.setStatus({ channel_id: shop, thread_ts: ts, status: "…" }))).toBe(
    "unknown_method",
  );
});

test("people and groups are looked up, in pages", async () => {
  const { client, ada } = await start();
  const stranger = slack.addUser({ name: "eve", teamId: slack.addTeam({ name: "Other", domain: "other" }).id }).id;
  const group = slack.addGroup({ handle: "till", userIds: [ada] }).id;
  const names: (string | undefined)[] = [];
  for await (const page of client.paginate("users.list", { limit: 2 })) {
    names.push(...asList(asFields(page).members).map((one) => asText(asFields(one).name)));
  }
  expect(names).toEqual(["tillhand", "slackbot", "ada", "eve"]);
  expect((await client.users.info({ user: stranger })).user).toMatchObject({ is_stranger: true });
  expect((await client.usergroups.users.list({ usergroup: group })).users).toEqual([ada]);
  expect((await client.conversations.open({ users: ada })).channel?.id).toBe(slack.im(ada));
});

test("a file that someone drops into the talk can be read with the token, and only with it", async () => {
  const { ada, shop } = await start();
  slack.say(ada, shop, "see this", { files: [{ name: "orders.csv", bytes: Buffer.from("a,b") }] });
  await slack.settled();
  expect(events()[0]).toMatchObject({ subtype: "file_share", files: [{ name: "orders.csv", size: 3 }] });
  const url = String(asFields(asList(events()[0]?.files)[0]).url_private_download);
  const read = async (headers: { authorization?: string }) => (await fetch(url, { headers })).text();
  expect(await read({ authorization: `Bearer ${slack.botToken}` })).toBe("a,b");
  expect(await read({})).toContain("<!DOCTYPE html>");
});

test("someone of another company in a shared channel has another outer team", async () => {
  await start();
  const other = slack.addTeam({ name: "Other", domain: "other" }).id;
  const eve = slack.addUser({ name: "eve", teamId: other }).id;
  const shared = slack.addChannel({ name: "shared", isExtShared: true }).id;
  slack.say(eve, shared, "hello");
  await slack.settled();
  expect(sent()[0]).toMatchObject({ team_id: other, context_team_id: slack.teamId, is_ext_shared_channel: true });
});
