import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  type Interaction,
  LabelBuilder,
  type Message,
  MessageFlags,
  ModalBuilder,
  Partials,
  type TextChannel,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { afterEach, describe, expect, test } from "vitest";
import { type DiscordOptions, type DiscordServer, startDiscord } from "../support/discord/discord-server.ts";

const running: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of running.splice(0).reverse()) await end();
});

async function discord(options?: DiscordOptions): Promise<DiscordServer> {
  const server = await startDiscord(options);
  running.push(() => server.close());
  return server;
}

interface Bot {
  client: Client<true>;
  /** What people wrote and changed, as the library tells it. */
  heard: Message[];
  channel: TextChannel;
}

const { Guilds, GuildMessages, MessageContent, DirectMessages } = GatewayIntentBits;

async function login(
  server: DiscordServer,
  onInteraction?: (one: Interaction) => Promise<unknown>,
  intents = [Guilds, GuildMessages, MessageContent, DirectMessages],
): Promise<Bot> {
  const client = new Client({
    intents,
    partials: [Partials.Channel],
    rest: { api: server.apiUrl, timeout: 5_000 },
  });
  running.push(() => client.destroy());
  const heard: Message[] = [];
  client.on(Events.MessageCreate, (message) => {
    if (!message.author.bot) heard.push(message);
  });
  client.on(Events.InteractionCreate, (one) => void onInteraction?.(one));
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(server.token);
  const loggedIn = await ready;
  const channel = await loggedIn.channels.fetch(server.channelId);
  if (channel?.type !== ChannelType.GuildText) throw new Error("the first channel is one for text");
  return { client: loggedIn, heard, channel };
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof DiscordAPIError ? error.code : error),
  );

describe("messages", () => {
  test("a mention and a direct message reach the bot, and its replies reach the people", async () => {
    const server = await discord();
    const { client, heard } = await login(server);
    const ana = server.addUser("Ana");
    server.say(ana, server.channelId, `<@${server.applicationId}> how many lamps?`);
    const dm = server.dm(ana);
    server.say(ana, dm, "and chairs?");
    await expect.poll(() => heard.length).toBe(2);
    const [mention, direct] = heard;
    expect(mention?.mentions.has(client.user.id)).toBe(true);
    expect(mention?.member?.displayName).toBe("Ana");
    expect(direct?.channel.isDMBased()).toBe(true);

    await mention?.reply({ content: "Twelve, <@1>.", allowedMentions: { parse: [], repliedUser: false } });
    await direct?.reply("Three.");
    expect(server.seen(server.channelId).map((one) => one.shown)).toEqual([
      "@Tillhand how many lamps?",
      "Twelve, @unknown-user.",
    ]);
    expect(server.seen(dm).at(-1)?.content).toBe("Three.");
    expect(server.pings(server.channelId).map((one) => one.who)).toEqual([{ user: server.applicationId }]);
    expect(server.pings(dm)).toMatchObject([{ who: { user: ana }, by: "reply" }]);
  });

  test("a thread hangs on its message, closes, and opens again for the next word", async () => {
    const server = await discord();
    const { client, heard } = await login(server);
    const root = server.say(server.addUser("Ana"), server.channelId, "stock?");
    await expect.poll(() => heard.length).toBe(1);
    const thread = await heard[0]?.startThread({ name: "stock" });
    const answer = await thread?.send("Twelve.");
    expect(thread?.id).toBe(root);
    expect(server.seen(server.channelId)[0]?.thread).toBe(root);
    expect(server.seen(root).map((one) => one.shown)).toEqual(["Twelve."]);
    const path = `/channels/${server.channelId}/messages/${root}/threads` as const;
    expect(await codeOf(client.rest.post(path, { body: { name: "again" } }))).toBe(160004);

    server.archiveThread(root);
    expect(await codeOf(answer?.edit("Thirteen.") ?? Promise.resolve())).toBe(50083);
    await thread?.send("Thirteen.");
    expect(server.threads(server.channelId)).toMatchObject([{ id: root, isArchived: false }]);
    server.archiveThread(root, { isLocked: true });
    expect(await codeOf(thread?.send("Fourteen.") ?? Promise.resolve())).toBe(160005);
  });

  test("an edit shows, and pings those it mentions unless it says otherwise", async () => {
    const server = await discord();
    const { channel } = await login(server);
    const ana = server.addUser("Ana");
    const text = `<@${ana}> @everyone`;
    const sent = await channel.send({ content: text, allowedMentions: { parse: [] } });
    await sent.edit({ content: `${text}!`, allowedMentions: { parse: [] } });
    expect(server.pings(channel.id)).toEqual([]);
    expect(server.seen(channel.id)).toMatchObject([{ shown: "@Ana @everyone!", edited: true }]);
    await sent.edit(`${text}?`);
    expect(server.pings(channel.id)).toEqual([
      { messageId: sent.id, by: "edit", who: { user: ana } },
      { messageId: sent.id, by: "edit", who: "everyone" },
    ]);
  });

  test("marks and escapes are shown as the client shows them", async () => {
    const server = await discord();
    const { channel } = await login(server);
    await channel.send("**Total** \\*not bold\\* snake_case_name `a*b*` ~~old~~ [a](https://b.test/)");
    await channel.send({ embeds: [{ title: "Order", description: "see [here](https://b.test/)" }] });
    expect(server.seen(channel.id).map((one) => one.shown)).toEqual([
      "Total *not bold* snake_case_name a*b* old [a](https://b.test/)",
      "Order\nsee here",
    ]);
  });

  test("the same nonce, enforced, posts once", async () => {
    const server = await discord();
    const { channel } = await login(server);
    const post = () => channel.send({ content: "Done.", nonce: "row-17", enforceNonce: true });
    const [first, second] = [await post(), await post()];
    expect(second.id).toBe(first.id);
    expect(server.seen(channel.id)).toHaveLength(1);
  });

  test("a file arrives with its words for those who cannot see it", async () => {
    const server = await discord();
    const { channel } = await login(server);
    const file = new AttachmentBuilder(Buffer.from("a,b"), { name: "rows.csv", description: "Two rows" });
    await channel.send({ files: [file] });
    const [seen] = server.seen(channel.id)[0]?.files ?? [];
    expect(seen).toMatchObject({ name: "rows.csv", altText: "Two rows" });
    expect(Buffer.from(seen?.bytes ?? []).toString()).toBe("a,b");
  });

  test("what Discord refuses is refused, field by field", async () => {
    const server = await discord();
    const { channel } = await login(server);
    const button = (id: string) => ({ type: 2 as const, style: 1 as const, label: "Go", custom_id: id });
    const row = (...ids: string[]) => ({ type: 1 as const, components: ids.map(button) });
    expect(await codeOf(channel.send(" "))).toBe(50006);
    for (const [body, path] of [
      [{ content: "x".repeat(2001) }, "content"],
      [{ embeds: Array.from({ length: 11 }, () => ({ title: "x" })) }, "embeds"],
      [{ embeds: [{ description: "x".repeat(4096) }, { description: "x".repeat(1905) }] }, "embeds"],
      [{ components: [row("a", "b", "c", "d", "e", "f")] }, "components"],
      [{ components: [row("a"), row("a")] }, "components"],
      [{ content: "a", flags: MessageFlags.IsComponentsV2 as const, components: [row("a")] }, "content"],
    ] as const) {
      const error = await channel.send(body as Parameters<typeof channel.send>[0]).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 50035, rawError: { errors: { [path]: {} } } });
    }
    server.denyBot(channel.id, "SendMessages");
    expect(await codeOf(channel.send("x"))).toBe(50013);
    server.denyBot(channel.id, "ViewChannel");
    expect(await codeOf(channel.send("x"))).toBe(50001);
    server.closeDms(server.addUser("Bo"));
    expect(server.seen(channel.id)).toEqual([]);
  });

  test("a link preview is an update, but no edit", async () => {
    const server = await discord();
    const { client } = await login(server);
    const edits: (number | null)[] = [];
    client.on(Events.MessageUpdate, (_before, after) => void edits.push(after.editedTimestamp));
    const id = server.say(server.addUser("Ana"), server.channelId, "https://example.com/");
    server.unfurl(id);
    server.edit(id, "sorry");
    await expect.poll(() => edits.length).toBe(2);
    expect(edits).toEqual([null, expect.any(Number)]);
  });
});

describe("interactions", () => {
  const form = new ModalBuilder()
    .setCustomId("why")
    .setTitle("Why?")
    .addLabelComponents(
      new LabelBuilder()
        .setLabel("Reason")
        .setTextInputComponent(new TextInputBuilder().setCustomId("reason").setStyle(TextInputStyle.Short)),
    );
  const buttons = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId("yes").setLabel("Approve").setStyle(ButtonStyle.Success),
    new ButtonBuilder().setCustomId("no").setLabel("Decline").setStyle(ButtonStyle.Danger),
    new ButtonBuilder().setCustomId("off").setLabel("Later").setStyle(ButtonStyle.Secondary).setDisabled(true),
  );

  async function answer(one: Interaction): Promise<unknown> {
    if (one.isChatInputCommand()) {
      await one.deferReply();
      return one.editReply({ content: one.options.getString("question", true), components: [buttons] });
    }
    if (one.isButton() && one.customId === "no") return one.showModal(form);
    if (one.isButton() && one.user.displayName === "Ana") return one.update({ content: "Approved.", components: [] });
    if (one.isButton()) return one.reply({ content: "Not yours.", flags: MessageFlags.Ephemeral });
    if (one.isModalSubmit()) return one.reply(`Declined: ${one.fields.getTextInputValue("reason")}`);
    return null;
  }

  async function asked(onInteraction: (one: Interaction) => Promise<unknown> = answer) {
    const server = await discord({ answerMs: 1_500 });
    const bot = await login(server, onInteraction);
    const question = { type: ApplicationCommandOptionType.String as const, required: true };
    await bot.client.application.commands.set([
      { name: "ask", description: "Ask", options: [{ ...question, name: "question", description: "What" }] },
    ]);
    const ana = server.addUser("Ana");
    return { ...bot, server, ana, command: () => server.command(ana, server.channelId, "ask", { question: "12?" }) };
  }

  test("a command is deferred first, and answered in the same place", async () => {
    const { server, command } = await asked();
    const acted = await command();
    expect(acted).toMatchObject({ acknowledged: true, message: { isThinking: true } });
    await expect.poll(() => server.seen(server.channelId)[0]?.shown).toBe("12?");
    expect(server.seen(server.channelId)).toMatchObject([{ isThinking: false, edited: false }]);
    expect(server.commandWrites()).toBe(1);
  });

  test("a press changes the card, a stranger's press is answered in private", async () => {
    const { server, ana, command } = await asked();
    const bo = server.addUser("Bo");
    const card = (await command()).message?.id ?? "";
    await expect.poll(() => server.seen(server.channelId)[0]?.buttons.length).toBe(3);
    const refusal = await server.press(bo, server.channelId, card, { label: "Approve" });
    expect(refusal.message).toMatchObject({ shown: "Not yours.", ephemeralFor: bo });
    expect(server.seen(server.channelId, { as: bo })).toHaveLength(2);
    expect(server.seen(server.channelId)).toHaveLength(1);
    await expect(server.press(ana, server.channelId, card, { label: "Later" })).rejects.toThrow("disabled");
    const acted = await server.press(ana, server.channelId, card, { label: "Approve" });
    expect(acted.message).toMatchObject({ id: card, shown: "Approved.", buttons: [] });
    await expect(server.press(ana, server.channelId, card, { label: "Approve" })).rejects.toThrow("no button");
  });

  test("a form opens, and what is typed in comes back", async () => {
    const { server, ana, command } = await asked();
    const card = (await command()).message?.id ?? "";
    await expect.poll(() => server.seen(server.channelId)[0]?.buttons.length).toBe(3);
    const pressed = await server.press(ana, server.channelId, card, { label: "Decline" });
    expect(pressed.modal?.inputs).toMatchObject([{ customId: "reason", label: "Reason", isRequired: true }]);
    await expect(server.submit(ana, "why", {})).rejects.toThrow("without reason");
    const sent = await server.submit(ana, "why", { reason: "too many" });
    expect(sent.message?.shown).toBe("Declined: too many");
    expect(server.modals(ana)).toEqual([]);
  });

  test("who answers too late, twice or after the token's life is told so", async () => {
    const known: Interaction[] = [];
    const { server, ana, command } = await asked(async (one) => known.push(one));
    expect(await command()).toMatchObject({ acknowledged: false, notice: "The application did not respond" });
    expect(server.notices(ana)).toEqual(["The application did not respond"]);
    const [late] = known;
    expect(await codeOf(late?.isRepliable() ? late.reply("12") : Promise.resolve())).toBe(10062);

    const second = command();
    await expect.poll(() => known.length).toBe(2);
    const one = known[1];
    if (!one?.isChatInputCommand()) throw new Error("the second is a command too");
    await one.deferReply();
    await second;
    const again = one.client.rest.post(`/interactions/${one.id}/${one.token}/callback`, { body: { type: 5 } });
    expect(await codeOf(again)).toBe(40060);
    server.expireTokens();
    expect(await codeOf(one.editReply("12"))).toBe(50027);
  });
});

describe("the gateway", () => {
  test("what happens while the connection is down is replayed on resume", async () => {
    const server = await discord();
    const { heard } = await login(server);
    const ana = server.addUser("Ana");
    const over = server.gateway.outage(200, "hold");
    server.say(ana, server.channelId, "one");
    server.say(ana, server.channelId, "two");
    await over;
    await expect.poll(() => heard.map((one) => one.content)).toEqual(["one", "two"]);
    expect(server.gateway).toMatchObject({ identifies: 1, resumes: 1 });
  });

  test("a new login replays nothing; the history has what was missed", async () => {
    const server = await discord();
    const { heard, client, channel } = await login(server);
    const ana = server.addUser("Ana");
    const before = server.say(ana, channel.id, "seen");
    await expect.poll(() => heard.length).toBe(1);
    const loggedIn = new Promise((resolve) => client.once(Events.ShardReady, resolve));
    server.gateway.forgetSessions();
    server.say(ana, channel.id, "missed");
    await loggedIn;
    expect(server.gateway.identifies).toBe(2);
    expect(heard).toHaveLength(1);
    const missed = await channel.messages.fetch({ after: before });
    expect(missed.map((one) => one.content)).toEqual(["missed"]);
  });

  test("a connection that only looks alive is left and resumed", async () => {
    const server = await discord({ heartbeatMs: 150 });
    const { heard } = await login(server);
    server.gateway.freeze();
    server.say(server.addUser("Ana"), server.channelId, "anybody there?");
    await expect.poll(() => heard.length).toBe(1);
    expect(server.gateway.resumes).toBeGreaterThan(0);
  });

  test("an intent that was not granted ends the login with 4014", async () => {
    const server = await discord({ granted: [] });
    await expect(login(server)).rejects.toThrow("disallowed intents");
  });

  test("events come twice or in another order on demand", async () => {
    const server = await discord();
    const { client } = await login(server);
    const created: string[] = [];
    client.on(Events.Raw, (packet: { t: string; d: { content: string } }) => {
      if (packet.t === "MESSAGE_CREATE") created.push(packet.d.content);
    });
    const ana = server.addUser("Ana");
    server.faults.events({ kind: "duplicate", times: 1 }, { event: "MESSAGE_CREATE", times: 1 });
    server.say(ana, server.channelId, "a");
    server.faults.events({ kind: "swap" }, { event: "MESSAGE_CREATE", times: 1 });
    server.say(ana, server.channelId, "b");
    server.say(ana, server.channelId, "c");
    await expect.poll(() => created).toEqual(["a", "a", "c", "b"]);
  });
});

test("without the intent for content only what is meant for the bot can be read", async () => {
  const server = await discord();
  const { heard } = await login(server, undefined, [Guilds, GuildMessages, DirectMessages]);
  const ana = server.addUser("Ana");
  server.say(ana, server.channelId, "among us");
  server.say(ana, server.channelId, `<@${server.applicationId}> for you`);
  server.say(ana, server.dm(ana), "just we");
  await expect.poll(() => heard.map((one) => one.cleanContent)).toEqual(["", "@Tillhand for you", "just we"]);
});

describe("calls", () => {
  test("a 429 is waited for", async () => {
    const server = await discord();
    const { channel } = await login(server);
    const fault = server.faults.rest({ kind: "rate-limit", retryAfterMs: 100 }, { method: "POST", times: 1 });
    await channel.send("patient");
    expect(fault.hits).toBe(1);
    expect(server.calls.filter((one) => one.method === "POST").map((one) => one.status)).toEqual([429, 200]);
    expect(server.seen(channel.id)).toHaveLength(1);
  });

  test("an answer that is lost on the way leaves the message there", async () => {
    const server = await discord();
    const { channel } = await login(server);
    server.faults.rest({ kind: "answer-lost" }, { route: "/channels/:channel/messages", times: 1 });
    await channel.send({ content: "Done.", nonce: "row-18", enforceNonce: true }).catch(() => null);
    expect(server.seen(channel.id)).toHaveLength(1);
  });

  test("a token that was taken away opens nothing", async () => {
    const server = await discord();
    const { channel, client } = await login(server);
    client.on(Events.Error, () => {});
    server.revoke();
    expect(await codeOf(channel.send("x"))).toBe(0);
  });
});

test("events have the fields that Discord's have", async () => {
  const server = await discord();
  const shapes = new Map<string, unknown>();
  let current = "";
  const { client, channel } = await login(server, async (one) => {
    if (one.isButton()) await one.showModal(reasonForm);
  });
  const reasonForm = new ModalBuilder().setCustomId("why").setTitle("Why?");
  const input = new TextInputBuilder().setCustomId("reason").setStyle(TextInputStyle.Paragraph);
  reasonForm.addLabelComponents(new LabelBuilder().setLabel("Reason").setTextInputComponent(input));
  client.on(Events.Raw, (packet: { t: string; d: object }) => {
    const kind = packet.t.toLowerCase().replaceAll("_", "-").replace("interaction-create", "interaction");
    if (current.startsWith(kind)) shapes.set(current, shapeOf(packet.d));
  });
  const option = { type: ApplicationCommandOptionType.String as const, name: "question", description: "What" };
  await client.application.commands.set([{ name: "ask", description: "Ask", options: [option] }]);
  const ana = server.addUser("Ana");
  const talk = server.say(ana, channel.id, "how many lamps? https://example.com/lamps");
  const button = { type: 2 as const, style: 3 as const, label: "Approve", custom_id: "approve" };
  const card = await channel.send({ content: "Shall I?", components: [{ type: 1, components: [button] }] });
  const bytes = "a,b";
  let mention = "";
  const deeds: { [fixture: string]: () => unknown } = {
    "message-create-mention": () => {
      mention = server.say(ana, channel.id, `<@${server.applicationId}> how many lamps?`);
    },
    "message-create-dm": () => server.say(ana, server.dm(ana), "how many lamps?"),
    "message-create-forwarded": () => server.say(ana, channel.id, "", { forwarded: talk }),
    "message-create-attachment": () =>
      server.say(ana, channel.id, "the list", { attachments: [{ name: "lamps.csv", bytes, contentType: "text/csv" }] }),
    "message-create-webhook": () => server.sayAsWebhook(channel.id, "Build passed", "CI"),
    "message-update-edit": () => server.edit(talk, "how many lamps and chairs?"),
    "message-update-link-preview": () => server.unfurl(mention, "Lamps"),
    "interaction-command": () => void server.command(ana, channel.id, "ask", { question: "how many lamps?" }),
    "interaction-component": () => server.press(ana, channel.id, card.id, { label: "Approve" }),
    "interaction-modal-submit": () => void server.submit(ana, "why", { reason: "too many" }),
  };
  const folder = join(import.meta.dirname, "../fixtures/discord");
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(deeds)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
  for (const [name, deed] of Object.entries(deeds)) {
    current = name;
    await deed();
    await expect.poll(() => shapes.has(name)).toBe(true);
    expect(shapes.get(name), name).toEqual(shapeOf(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))));
  }
});

/** Which fields there are, not what they hold. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}
