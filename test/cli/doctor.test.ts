import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "@slack/bolt";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { lockDirectory } from "../../src/database/directory-lock.ts";
import { inviteAddress } from "../../src/platforms/discord/check.ts";
import { COMMANDS } from "../../src/platforms/discord/commands.ts";
import { SCOPES } from "../../src/platforms/slack/check.ts";
import { hookUp } from "../../src/platforms/slack/hook-up.ts";
import { COMPILED } from "../support/compile-cache.ts";
import { type DiscordOptions, type DiscordServer, startDiscord } from "../support/discord/discord-server.ts";
import { createModelApi, sendsJson } from "../support/model-api.ts";
import { createStore, hasPostgres, startPostgres } from "../support/postgres-server.ts";
import { hasRedis, startRedis } from "../support/redis-server.ts";
import { type SlackOptions, type SlackServer, startSlack } from "../support/slack/slack-server.ts";

const ROOT = join(import.meta.dirname, "../..");

const Findings = z.array(
  z.strictObject({ level: z.enum(["ok", "warn", "fail"]), what: z.string().min(1), text: z.string().min(1) }),
);

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

let directory: string;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tillhand-doctor-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

function run(environment: { [name: string]: string }, args: string[] = []): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", join(ROOT, "src/cli/doctor.ts"), ...args],
      { env: { ...COMPILED, ...environment }, cwd: directory, stdio: ["ignore", "pipe", "pipe"] },
    );
    const ended: Ended = { code: null, out: "", err: "" };
    child.stdout.on("data", (text) => {
      ended.out += text;
    });
    child.stderr.on("data", (text) => {
      ended.err += text;
    });
    child.once("close", (code) => resolve({ ...ended, code }));
  });
}

/** The lines, and that the exit code fits them. */
async function examine(environment: { [name: string]: string }): Promise<string[]> {
  const { code, out, err } = await run(environment);
  const lines = out.trimEnd().split("\n");
  expect(err).toBe("");
  for (const line of lines) expect(line).toMatch(/^(?:ok {4}|warn {2}|FAIL {2})[A-Z][^:]+: \S/);
  expect(code).toBe(lines.some((line) => line.startsWith("FAIL")) ? 1 : 0);
  return lines;
}

const failures = async (environment: { [name: string]: string }) =>
  (await examine(environment)).filter((line) => line.startsWith("FAIL"));

async function openSlack(
  options: SlackOptions = {},
): Promise<{ slack: SlackServer; settings: { [n: string]: string } }> {
  const slack = await startSlack(options);
  endings.push(() => slack.close());
  const { apiUrl, botToken, appToken } = slack;
  return { slack, settings: { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } };
}

async function openDiscord(
  options: DiscordOptions = {},
): Promise<{ discord: DiscordServer; settings: { [n: string]: string } }> {
  const discord = await startDiscord(options);
  endings.push(() => discord.close());
  return { discord, settings: { DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token } };
}

/** A mail server that lets one user in; its address for that password. */
async function openMail(): Promise<(password: string) => string> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) =>
      password === "right-password" ? done(null, { user: "shop" }) : done(new Error("no")),
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return (password) => `smtp://shop:${password}@127.0.0.1:${port}`;
}

describe("on one machine", () => {
  test("with nothing set the shop is embedded, all is well, and nothing is made", async () => {
    const lines = await examine({ DATA_DIR: join(directory, "none") });
    expect(lines.every((line) => line.startsWith("ok"))).toBe(true);
    expect(lines[1]).toMatch(/^ok {4}Database: embedded; .*none is made at the first start/);
    expect(await readdir(directory)).toEqual([]);
  });

  test("while the service runs, its data directory is in use, and that is fine", async () => {
    const shop = await mkdtemp(join(directory, "shop-"));
    const unlock = await lockDirectory(shop);
    const before = await readdir(shop);
    expect((await examine({ DATA_DIR: shop }))[1]).toMatch(/^ok {4}Database: embedded.*has open now/);
    expect(await readdir(shop)).toEqual(before);
    await unlock();
    expect((await examine({ DATA_DIR: shop }))[1]).toMatch(/^ok {4}Database: embedded.*nobody has open/);
  });

  test("a data directory that is a file cannot be used", async () => {
    expect(await failures({ DATA_DIR: join(ROOT, "package.json") })).toEqual([
      expect.stringMatching(/^FAIL {2}Database: .*set DATA_DIR/),
    ]);
  });

  test("a wrong setting is one line that names it", async () => {
    expect(await examine({ PORT: "many" })).toEqual([expect.stringMatching(/^FAIL {2}Settings: .*PORT: must be/)]);
    expect(await examine({ SLACK_BOT_TOKEN: "xoxb-1" })).toEqual([expect.stringMatching(/^FAIL.*SLACK_APP_TOKEN/)]);
  });

  test("--json gives one list, and wrong use its own exit code", async () => {
    const { code, out } = await run({}, ["--json"]);
    expect(code).toBe(0);
    expect(Findings.parse(JSON.parse(out))[0]).toMatchObject({ level: "ok", what: "Settings" });
    expect(await run({}, ["now"])).toMatchObject({ code: 2, out: "" });
    expect(await run({}, ["--loud"])).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Usage: ") });
  });
});

describe("Slack and Discord", () => {
  test("all well: every part is named, nothing is changed, no secret is printed", async () => {
    const [{ slack, settings }, { discord, settings: more }, mailAt] = await Promise.all([
      openSlack({ scopes: Object.keys(SCOPES) }),
      openDiscord(),
      openMail(),
    ]);
    const sue = slack.addUser({ name: "sue", realName: "Sue Staff" }).id;
    const admins = slack.addGroup({ handle: "admins", userIds: [sue] }).id;
    const [shop, staff] = ["shop", "staff"].map((name) => slack.addChannel({ name }).id);
    const clerk = discord.addRole("clerk");
    const boss = discord.addUser("Boss");
    const lines = await examine({
      ...{ ...settings, SLACK_SIGNING_SECRET: slack.signingSecret, SLACK_TEAMS: slack.teamId },
      ...{ SLACK_CHANNELS: shop ?? "", SLACK_STAFF_CHANNEL: staff ?? "", SLACK_STAFF: sue, SLACK_ADMINS: admins },
      ...{ ...more, DISCORD_GUILDS: discord.guildId, DISCORD_CHANNELS: discord.channelId },
      ...{ DISCORD_STAFF_CHANNEL: discord.addChannel("desk"), DISCORD_STAFF: clerk, DISCORD_ADMINS: boss },
      SMTP_URL: mailAt("right-password"),
    });
    // Nobody has started the service yet.
    const [commands, ...others] = lines.filter((line) => !line.startsWith("ok"));
    expect([commands, others]).toEqual([expect.stringMatching(/^warn {2}Discord commands: .*\/ask.*a start/), []]);
    for (const named of [
      "SLACK_STAFF: Sue Staff",
      "group",
      "#shop",
      "#staff",
      "the role clerk",
      "boss",
      "#desk",
      "Shop.",
    ]) {
      expect(lines.join("\n")).toContain(named);
    }
    const secrets = [slack.botToken, slack.appToken, slack.signingSecret, discord.token, "right-password"];
    for (const secret of secrets) expect(lines.join("\n")).not.toContain(secret);
    const asked = new Set(slack.calls.map(({ method }) => method));
    expect([...asked].filter((method) => !/\.(?:test|info|list)$/.test(method))).toEqual(["apps.connections.open"]);
    expect(discord.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("revoked tokens are told by their settings, and the rest is still looked at", async () => {
    const [{ slack, settings }, { discord, settings: more }] = await Promise.all([openSlack(), openDiscord()]);
    slack.revoke();
    discord.revoke();
    const lines = await examine({ ...settings, ...more });
    expect(lines.filter((line) => line.startsWith("FAIL"))).toEqual([
      expect.stringMatching(/^FAIL {2}Slack bot token: .*SLACK_BOT_TOKEN \(token_revoked\)/),
      expect.stringMatching(/^FAIL {2}Slack Socket Mode: .*SLACK_APP_TOKEN/),
      expect.stringMatching(/^FAIL {2}Discord token: .*DISCORD_TOKEN/),
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^ok {4}Model/));
  });

  test("each missing scope is named with what does not work without it", async () => {
    const { slack, settings } = await openSlack();
    slack.setScopes(Object.keys(SCOPES).filter((scope) => !["files:write", "usergroups:read"].includes(scope)));
    expect(await failures(settings)).toEqual([
      "FAIL  Slack scopes: files:write is missing, so charts cannot be shown. Add it under OAuth & Permissions and reinstall the app.",
    ]);
    const group = slack.addGroup({ handle: "staff", userIds: [] }).id;
    expect(await failures({ ...settings, SLACK_STAFF: group })).toContainEqual(
      expect.stringMatching(/usergroups:read is missing, so user groups .*SLACK_STAFF/),
    );
    slack.setScopes([]);
    expect(await failures(settings)).toHaveLength(Object.keys(SCOPES).length - 2);
  });

  test("a channel without the bot, one that is closed, and ids that nobody has are told by their settings", async () => {
    const { slack, settings } = await openSlack();
    const there = slack.addChannel({ name: "there", withBot: false }).id;
    const closed = slack.addChannel({ name: "closed", isArchived: true }).id;
    const gone = slack.addUser({ name: "gone", realName: "Gone", isDeleted: true }).id;
    const lines = await failures({
      ...{ ...settings, SLACK_CHANNELS: `${there},${closed},C0NOWHERE`, SLACK_STAFF_CHANNEL: "C0NEVER" },
      ...{ SLACK_STAFF: `U0NOBODY,${gone}`, SLACK_ADMINS: "S0NONE,@sue", SLACK_TEAMS: "T0OTHER" },
    });
    expect(lines).toEqual([
      expect.stringContaining("SLACK_TEAMS: it leaves out"),
      expect.stringMatching(/SLACK_CHANNELS: the bot is not in #there .*\/invite @/),
      expect.stringContaining("SLACK_CHANNELS: #closed"),
      expect.stringContaining("SLACK_CHANNELS: there is no channel C0NOWHERE"),
      expect.stringContaining("SLACK_STAFF_CHANNEL: there is no channel C0NEVER"),
      expect.stringContaining("SLACK_STAFF: the workspace has nobody with the id U0NOBODY"),
      expect.stringContaining("SLACK_STAFF: Gone"),
      expect.stringContaining("SLACK_ADMINS: the workspace has no user group S0NONE"),
      expect.stringContaining("SLACK_ADMINS: @sue is neither a person"),
    ]);
  });

  test("an app token of another kind, and a Slack that asks for patience", async () => {
    const { slack, settings } = await openSlack();
    expect(await failures({ ...settings, SLACK_APP_TOKEN: slack.botToken })).toEqual([
      expect.stringMatching(/^FAIL {2}Slack Socket Mode: .*SLACK_APP_TOKEN/),
    ]);
    slack.failCalls({ kind: "rate-limited", retryAfterS: 7 }, { method: "users.info" });
    const lines = await examine({ ...settings, SLACK_STAFF: "U1" });
    expect(lines).toContainEqual("warn  Slack SLACK_STAFF: not checked: Slack wants to be asked again in 7 s.");
  });

  test("Discord: the intent that is off, servers, channels, permissions, roles and people", async () => {
    const { discord, settings } = await openDiscord({ granted: [] });
    const { channelId, guildId } = discord;
    discord.denyBot(channelId, "AttachFiles", "CreatePublicThreads");
    const hidden = discord.addChannel("hidden", { botDenied: ["ViewChannel"] });
    const desk = discord.addChannel("desk", { botDenied: ["SendMessages", "SendMessagesInThreads"] });
    const outside = discord.addUser("Outside", { isOutside: true });
    const lines = await failures({
      ...{ ...settings, DISCORD_GUILDS: `${guildId},1`, DISCORD_CHANNELS: `${channelId},${hidden},2` },
      ...{ DISCORD_STAFF_CHANNEL: desk, DISCORD_STAFF: `${outside},3`, DISCORD_ADMINS: guildId },
    });
    expect(lines).toEqual([
      expect.stringMatching(/Discord intents: Message Content Intent is off.*"Bot"/),
      expect.stringContaining("DISCORD_GUILDS: the bot is not in the server 1: correct the id, or open https://"),
      expect.stringMatching(/DISCORD_CHANNELS: "Create Public Threads" .*#general/),
      expect.stringMatching(/DISCORD_CHANNELS: "Attach Files" .*#general .*charts/),
      expect.stringContaining(`DISCORD_CHANNELS: the bot does not see the channel ${hidden}`),
      expect.stringContaining("DISCORD_CHANNELS: there is no channel 2"),
      expect.stringMatching(/DISCORD_STAFF_CHANNEL: "Send Messages" .*#desk/),
      expect.stringContaining(`DISCORD_STAFF: ${outside} is neither`),
      expect.stringContaining("DISCORD_STAFF: 3 is neither"),
      expect.stringContaining("DISCORD_ADMINS: "),
    ]);
  });

  test("a bot that is in no server is told by the address that invites it", async () => {
    const { discord, settings } = await openDiscord();
    discord.leaveGuild(discord.guildId);
    expect(await failures(settings)).toEqual([
      `FAIL  Discord servers: the bot is in none: open ${inviteAddress(discord.applicationId)}`,
    ]);
  });

  test("nobody to approve, to answer or to be told is a warning", async () => {
    const { slack, settings } = await openSlack();
    const warnings = async (more: { [name: string]: string }) =>
      (await examine({ ...settings, ...more })).filter((line) => line.startsWith("warn  Roles"));
    expect(await warnings({})).toEqual([
      expect.stringContaining("SLACK_ADMINS is empty: nobody can approve"),
      expect.stringContaining("SLACK_STAFF is empty"),
      expect.stringContaining("only seen on the page. Set SLACK_STAFF_CHANNEL"),
    ]);
    const sue = slack.addUser({ name: "sue" }).id;
    const staff = slack.addChannel({ name: "staff" }).id;
    expect(await warnings({ SLACK_STAFF: sue, SLACK_ADMINS: sue, SLACK_STAFF_CHANNEL: staff })).toEqual([]);
  });

  test("a mail server that keeps us out, or is not there", async () => {
    const mailAt = await openMail();
    const lines = await failures({ SMTP_URL: mailAt("wrong-password") });
    expect(lines).toEqual([expect.stringMatching(/^FAIL {2}Mail: .*let us in.*SMTP_URL/)]);
    expect(await failures({ SMTP_URL: "smtp://127.0.0.1:1" })).toEqual([
      expect.stringMatching(/^FAIL {2}Mail: .*SMTP_URL/),
    ]);
  });

  test("a model's address that answers, with and without the model, and one that refuses the key", async () => {
    const api = await createModelApi();
    endings.push(() => api.close());
    const at = (model: string) => ({ OPENAI_BASE_URL: api.baseUrl, OPENAI_API_KEY: "sk-very-secret", MODEL: model });
    expect(await examine(at("test-model"))).toContainEqual(expect.stringMatching(/^ok {4}Model: .*has test-model/));
    expect(await examine(at("other"))).toContainEqual(expect.stringMatching(/^warn {2}Model: .*look at MODEL/));
    api.models(sendsJson(401, { error: { message: "wrong key sk-very-secret" } }));
    const [line] = await failures(at("test-model"));
    expect(line).toMatch(/^FAIL {2}Model: .*OPENAI_API_KEY/);
    expect(line).not.toContain("sk-very-secret");
  });
});

const SERVERS = { DATABASE_URL: "postgresql://shop:db-secret@127.0.0.1:1/shop", REDIS_URL: "redis://127.0.0.1:1" };

test("servers that are not there are told by their settings, without their passwords", async () => {
  const lines = await failures(SERVERS);
  expect(lines).toEqual([expect.stringMatching(/^FAIL.*DATABASE_URL/), expect.stringMatching(/^FAIL.*REDIS_URL/)]);
  expect(lines.join()).not.toContain("db-secret");
});

describe.skipIf(!hasRedis())("with Redis", () => {
  test("a server that keeps everything is fine; one that drops data when it is full is not", async () => {
    const redis = await startRedis();
    endings.push(() => redis.stop());
    const at = { ...SERVERS, REDIS_URL: redis.url };
    expect(await examine(at)).toContainEqual(expect.stringMatching(/^ok {4}Redis: \d+\.\d+/));
    await redis.run("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    expect(await failures(at)).toContainEqual(
      expect.stringMatching(/^FAIL {2}Redis: REDIS_URL .*allkeys-lru.*noeviction/),
    );
  });
});

describe.skipIf(!hasPostgres())("with Postgres", () => {
  test("a filled database is up to date; an empty one is told, and stays empty", async () => {
    const postgres = await startPostgres();
    endings.push(() => postgres.stop());
    const full = await createStore(postgres);
    const at = (url: string) => ({ ...SERVERS, DATABASE_URL: url });
    expect(await examine(at(full))).toContainEqual(expect.stringMatching(/^ok {4}Database: Postgres \d+.*up to date/));
    const empty = await postgres.createDatabase("empty");
    expect(await examine(at(empty))).toContainEqual(
      expect.stringMatching(/^ok {4}Database: .*the next start fills it/),
    );
    const [count] = (await postgres.run(
      "empty",
      "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
    )) as {
      n: number;
    }[];
    expect(count?.n).toBe(0);
    await postgres.run(
      new URL(full).pathname.slice(1),
      "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)",
    );
    expect(await failures(at(full))).toContainEqual(expect.stringMatching(/^FAIL {2}Database: .*npm run migrate/));
    expect(await failures({ ...at(full), DATABASE_POOL: "900" })).toContainEqual(
      expect.stringMatching(/^FAIL {2}Database: DATABASE_POOL=900/),
    );
  });
});

describe("what the documents say", () => {
  const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

  const Manifest = z.object({
    features: z.object({ slash_commands: z.array(z.object({ command: z.string(), should_escape: z.boolean() })) }),
    oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
    settings: z.object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
      interactivity: z.object({ is_enabled: z.literal(true) }),
      socket_mode_enabled: z.literal(true),
      token_rotation_enabled: z.literal(false),
    }),
  });
  const manifest = Manifest.parse(JSON.parse(read("docs/slack-manifest.json")));
  const scopes = manifest.oauth_config.scopes.bot;

  // As Slack's reference of each method and event says it; several where it depends on the kind of conversation.
  const HISTORY = ["channels:history", "groups:history", "im:history"];
  const METHODS: { [method: string]: string[] } = {
    "apps.connections.open": [],
    "assistant.threads.setStatus": ["chat:write"],
    "auth.test": [],
    "chat.appendStream": ["chat:write"],
    "chat.delete": ["chat:write"],
    "chat.postEphemeral": ["chat:write"],
    "chat.postMessage": ["chat:write"],
    "chat.startStream": ["chat:write"],
    "chat.stopStream": ["chat:write"],
    "chat.update": ["chat:write"],
    "conversations.history": HISTORY,
    "conversations.info": ["channels:read", "groups:read"],
    "conversations.join": ["channels:join"],
    "conversations.open": ["im:write"],
    "conversations.replies": HISTORY,
    "files.uploadV2": ["files:write"],
    "usergroups.users.list": ["usergroups:read"],
    "users.conversations": ["channels:read", "groups:read", "im:read"],
    "users.info": ["users:read"],
    "views.open": [],
    "views.update": [],
  };
  const EVENTS: { [event: string]: string } = {
    app_mention: "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
  };

  function calledMethods(): string[] {
    const folder = join(ROOT, "src/platforms/slack");
    const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const families = "api|apps|assistant|auth|bots|chat|conversations|files|pins|reactions|team|usergroups|users|views";
    const call = new RegExp(`(?:\\bweb|\\bonce|\\bclient|\\))\\.((?:${families})(?:\\.[a-zA-Z\\d]+)+)\\(`, "g");
    return [...new Set(sources.flatMap((text) => [...text.matchAll(call)].map((match) => match[1] ?? "")))];
  }

  test("Slack's manifest asks for the scopes of what is called and heard, and for no others", () => {
    const called = calledMethods();
    expect(called.filter((method) => METHODS[method] === undefined)).toEqual([]);
    expect(called).toContain("chat.postMessage");
    const events = manifest.settings.event_subscriptions.bot_events;
    expect(events.filter((event) => EVENTS[event] === undefined)).toEqual([]);
    const needed = [
      ...called.flatMap((method) => METHODS[method] ?? []),
      ...events.map((event) => EVENTS[event] ?? ""),
    ];
    expect(scopes.toSorted()).toEqual([...new Set([...needed, "commands"])].toSorted());
    expect(Object.keys(SCOPES).toSorted()).toEqual(scopes.toSorted());
  });

  test("Slack's manifest subscribes to what the service listens to", () => {
    const heard: { on: string; name: unknown }[] = [];
    const noted = new Proxy({}, { get: (_, on) => (name: unknown) => void heard.push({ on: String(on), name }) });
    hookUp(noted as App, {} as Parameters<typeof hookUp>[1]);
    const events = heard.filter(({ on }) => on === "event").map(({ name }) => String(name));
    const subscribed = manifest.settings.event_subscriptions.bot_events.map((event) => event.split(".")[0] ?? "");
    expect([...new Set(subscribed)].toSorted()).toEqual([...new Set(events)].toSorted());
    for (const { command, should_escape } of manifest.features.slash_commands) {
      expect(heard.some(({ on, name }) => on === "command" && name instanceof RegExp && name.test(command))).toBe(true);
      // Otherwise "link @somebody" would come without the person's id.
      expect(should_escape).toBe(true);
    }
    expect(manifest.features.slash_commands.map(({ command }) => command)).toEqual(["/shop"]);
  });

  test("the page on Slack names each scope, and the page on Discord the permissions of the invitation", () => {
    const page = read("docs/slack.md");
    for (const scope of scopes) expect(page).toContain(`\`${scope}\``);
    const discord = read("docs/discord.md");
    const [, permissions] = /permissions=(\d+)/.exec(inviteAddress("1")) ?? [];
    expect([...discord.matchAll(/permissions=(\d+)/g)].map((match) => match[1])).toEqual([permissions]);
    expect(permissions).toBe("309237763072");
    for (const { name } of COMMANDS) expect(discord).toContain(`/${name}`);
  });

  test("each sentence that they explain is one that the service says", () => {
    const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.includes("generated/"))
      .map((path) => read(join("src", path)))
      .join("\n");
    for (const page of ["docs/slack.md", "docs/discord.md"]) {
      const said = [...read(page).matchAll(/^\| “([^”]+)”/gm)].map((match) => match[1] ?? "");
      expect(said.length).toBeGreaterThan(5);
      // "…" stands for what differs.
      const pieces = said.flatMap((sentence) => sentence.split("…").map((piece) => piece.trim()));
      expect(pieces.filter((piece) => !sources.includes(piece))).toEqual([]);
    }
  });
});
