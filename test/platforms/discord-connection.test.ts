import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DiscordError } from "../../src/platforms/discord/discord-error.ts";
import { idAt, timeOf } from "../../src/platforms/discord/snowflake.ts";
import { chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { started, listening } = chatsForEachTest();

const texts = ({ door }: DiscordChat) => door.messages.map(({ text }) => text);
const bot = ({ discord }: DiscordChat) => `<@${discord.applicationId}>`;
const refusal = (chat: DiscordChat) => chat.listen().catch((error: unknown) => error);

describe("a start that cannot be", () => {
  test("says that the token is wrong", async () => {
    const error = await refusal(await started({ settings: () => ({ token: "another-token" }) }));
    expect(error).toBeInstanceOf(DiscordError);
    expect(String(error)).toContain("DISCORD_TOKEN");
  });

  test("says which intent is switched off", async () => {
    const error = await refusal(await started({ discord: { granted: [] } }));
    expect(error).toBeInstanceOf(DiscordError);
    expect(String(error)).toContain("Message Content Intent");
  });

  test("says that Discord cannot be reached", async () => {
    const error = await refusal(
      await started({ settings: () => ({ apiUrl: "http://127.0.0.1:9/api" }), limits: { callMs: 200 } }),
    );
    expect(error).toBeInstanceOf(DiscordError);
    expect(String(error)).toContain("http://127.0.0.1:9/api");
  });
});

describe("what people wrote while nobody listened", () => {
  /** Three minutes ago, as the records say. */
  const since = () => new Date(Date.now() - 180_000);

  test("B76 is taken once after a restart: mentions, threads and private messages, the oldest first", async () => {
    const chat = await started();
    const { discord, door, alice } = chat;
    const thread = discord.say(alice, discord.channelId, `${bot(chat)} before`);
    const dm = discord.dm(alice);
    discord.say(alice, dm, "before");
    const ear = await chat.listen();
    await ear.close();
    await chat.worker.platform.post(`${discord.guildId}/${discord.channelId}/${thread}`, delivery({ text: "Hello." }));
    const archived = discord.startThread(alice, discord.say(alice, discord.channelId, "something"), "old talk");
    door.talksIn = async () => true;
    discord.say(alice, discord.channelId, `${bot(chat)} first`);
    discord.say(alice, thread, "second");
    discord.say(alice, dm, "third");
    discord.say(alice, dm, "fourth");
    discord.say(alice, archived, "fifth");
    discord.archiveThread(archived);
    discord.say(alice, discord.channelId, "nobody's business");
    const places = [`dm/${dm}`, `${discord.guildId}/${discord.channelId}/${archived}`, "staff/1", "1/2/~3"];
    door.missed = { since: since(), places };
    await chat.listen(chat.another());
    await expect
      .poll(() => texts(chat).toSorted())
      .toEqual(["before", "before", "fifth", "first", "fourth", "second", "third"]);
    expect(texts(chat).indexOf("third")).toBeLessThan(texts(chat).indexOf("fourth"));
    const keys = door.messages.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    discord.say(alice, dm, "now");
    await expect.poll(() => texts(chat)).toContain("now");
  });

  test("is what has to be taken before anything is noted as heard", async () => {
    const chat = await started({ limits: { catchUp: { ...noted, noteMs: 20 }, silenceMs: 300 } });
    const { discord, door, alice } = chat;
    discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    door.missed = { since: since(), places: [] };
    discord.faults.rest({ kind: "error", code: 0, status: 403 }, { route: "/guilds/:guild/channels", times: 1 });
    await chat.listen();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(door.heard).toEqual([]);
    await expect.poll(() => texts(chat)).toEqual(["hello"]);
    await expect.poll(() => door.heard.length).toBeGreaterThan(0);
    const ear = await chat.listen(chat.another());
    await ear.close();
    for (const time of door.heard) expect(time.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test("begins with the first process: how far it has heard is noted at once, for it may die soon", async () => {
    const chat = await started({ limits: { catchUp: { ...noted, noteMs: 3_600_000 } } });
    await chat.listen();
    await expect.poll(() => chat.door.heard.length).toBeGreaterThan(0);
  });

  test("is fetched again when Discord forgot the session", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.missed = { since: since(), places: [] };
    const away = discord.gateway.outage(300, "refuse");
    discord.gateway.forgetSessions();
    discord.say(alice, discord.channelId, `${bot(chat)} while you were away`);
    await away;
    await expect.poll(() => texts(chat)).toEqual(["while you were away"]);
    expect(discord.gateway.identifies).toBe(2);
  });

  test("is not answered a second time where it was a link that was replied to", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    const dm = discord.dm(alice);
    discord.say(alice, dm, "link 123456");
    await expect.poll(() => discord.seen(dm)).toHaveLength(2);
    discord.say(alice, dm, "hello");
    await expect.poll(() => texts(chat)).toEqual(["hello"]);
    door.missed = { since: since(), places: [`dm/${dm}`] };
    door.messages.length = 0;
    const other = chat.another();
    await chat.listen(other);
    discord.say(alice, dm, "again");
    await expect.poll(() => texts(chat)).toContain("again");
    expect(door.asked).toEqual([`link discord:${alice} 123456`]);
  });
});

const noted = {
  windowMs: 3_600_000,
  longestMs: 86_400_000,
  noteMs: 50,
  overlapMs: 0,
  messages: 500,
  threads: 200,
  conversations: 500,
};

describe("a connection", () => {
  test("B79 that is dead is opened again without losing anything, and health says so meanwhile", async () => {
    const chat = await listening({ discord: { heartbeatMs: 200 }, limits: { deadMs: 500 } });
    const { discord, door, alice } = chat;
    const thaw = discord.gateway.freeze();
    discord.say(alice, discord.channelId, `${bot(chat)} can you hear me?`);
    await expect.poll(() => texts(chat)).toEqual(["can you hear me?"]);
    expect(discord.gateway.resumes).toBe(1);
    expect(discord.gateway.identifies).toBe(1);
    thaw();
    await expect(chat.chat.platform.ping()).resolves.toBeUndefined();
    const greet = discord.gateway.hold();
    discord.gateway.close(1006);
    await expect.poll(() => chat.chat.platform.ping().catch(String)).toContain("Nothing came from Discord for");
    greet();
    await expect.poll(() => chat.chat.platform.ping().catch(String)).toBeUndefined();
    expect(door.messages).toHaveLength(1);
  });

  test("that Discord asks to be opened anew is, and the answer is there once", async () => {
    const chat = await listening();
    const { discord, alice } = chat;
    discord.gateway.askToReconnect();
    discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    await expect.poll(() => discord.gateway.resumes).toBe(1);
    await expect.poll(() => texts(chat)).toEqual(["hello"]);
  });

  test("that is ended for good makes health say what is wrong, and the process lives", async () => {
    const chat = await listening();
    chat.discord.revoke();
    await expect.poll(() => chat.chat.platform.ping().catch(String)).toContain("DISCORD_TOKEN");
  });

  test("notes how far it has heard, and takes nothing more once it is closed", async () => {
    const chat = await started({ limits: { catchUp: noted } });
    const { discord, door, alice } = chat;
    const ear = await chat.listen();
    await expect.poll(() => door.heard.length).toBeGreaterThan(0);
    const id = discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    await expect.poll(() => texts(chat)).toEqual(["hello"]);
    await ear.close();
    expect(door.heard.at(-1)?.getTime()).toBeGreaterThanOrEqual(timeOf(id).getTime() - 1_000);
    discord.say(alice, discord.channelId, `${bot(chat)} too late`);
    expect(texts(chat)).toEqual(["hello"]);
  });

  test("is not needed by a process that only posts, which says itself whether Discord takes its token", async () => {
    const { worker, discord } = await started();
    await expect(worker.platform.ping()).resolves.toBeUndefined();
    expect(discord.gateway.connections).toBe(0);
    const wrong = await started({ settings: () => ({ token: "another-token" }) });
    await expect(wrong.worker.platform.ping()).rejects.toThrow("DISCORD_TOKEN");
  });
});

test("a process that only posts does not load the gateway's client", () => {
  const file = join(import.meta.dirname, "../../src/platforms/discord.ts");
  const script = `
    const { registerHooks } = await import("node:module");
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(file)});
    process.stdout.write(JSON.stringify(loaded.filter((url) => /node_modules\\/(discord\\.js|@discordjs\\/ws)\\//.test(url))));
    process.stdout.write(String(loaded.some((url) => url.includes("@discordjs/rest"))));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stdout, stderr).toBe("[]true");
});

test("ids and times belong together", () => {
  const time = new Date("2026-12-01T12:00:00.123Z");
  expect(timeOf(idAt(time))).toEqual(time);
  expect(idAt(new Date(0))).toBe("0");
});
