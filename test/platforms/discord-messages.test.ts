import { GatewayIntentBits, Partials } from "discord.js";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/platforms/discord/client.ts";
import { chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { listening } = chatsForEachTest();

const bot = ({ discord }: DiscordChat) => `<@${discord.applicationId}>`;
const texts = ({ door }: DiscordChat) => door.messages.map(({ text }) => text);
const words = ({ discord }: DiscordChat, channelId: string) => discord.seen(channelId).map(({ shown }) => shown);

/** Everything that was written before has been looked at once this is taken. */
async function settled(chat: DiscordChat, channelId = chat.discord.channelId): Promise<void> {
  const count = chat.door.messages.length;
  chat.discord.say(chat.alice, channelId, `${bot(chat)} last`);
  await expect.poll(() => chat.door.messages.length).toBeGreaterThan(count);
  chat.door.messages.pop();
}

describe("private messages", () => {
  test("B69 are asked for, and the first one of a new person is answered", async () => {
    const client = createClient("http://127.0.0.1/api", () => {});
    const { intents, partials, allowedMentions, failIfNotExists } = client.options;
    expect(intents.has(GatewayIntentBits.DirectMessages)).toBe(true);
    expect(intents.has(GatewayIntentBits.MessageContent)).toBe(true);
    expect(partials).toContain(Partials.Channel);
    expect(allowedMentions).toEqual({ parse: [], repliedUser: false });
    expect(failIfNotExists).toBe(false);
    await client.destroy();

    const chat = await listening();
    const { discord, door, worker } = chat;
    const bruno = discord.addUser("Bruno");
    const dm = discord.dm(bruno);
    const id = discord.say(bruno, dm, "do you have the Aviator?");
    await expect.poll(() => door.messages).toHaveLength(1);
    expect(door.messages[0]).toMatchObject({
      key: `discord:dm:${dm}:${id}`,
      place: `dm/${dm}`,
      text: "do you have the Aviator?",
    });
    await worker.platform.post(`dm/${dm}`, delivery({ text: "We do.", inReplyTo: [door.messages[0]?.key ?? ""] }));
    expect(words(chat, dm)).toEqual(["do you have the Aviator?", "We do."]);
  });

  test("link an account by words, too", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    const dm = discord.dm(alice);
    for (const text of ["link alice@shop.example", "Link 123456", "link", "/link off", "link my order to my account"]) {
      discord.say(alice, dm, text);
    }
    await expect.poll(() => door.messages).toHaveLength(1);
    const who = `discord:${alice}`;
    expect(door.asked).toEqual([
      `link ${who} alice@shop.example`,
      `link ${who} 123456`,
      `link ${who} `,
      `link ${who} off`,
    ]);
    expect(texts(chat)).toEqual(["link my order to my account"]);
    expect(words(chat, dm).filter((text) => text === "A code is on its way.")).toHaveLength(4);
  });

  test("come from an admin where a role of a served server says so, and from nobody special otherwise", async () => {
    const roles: { [name: string]: string } = {};
    const chat = await listening({
      settings: (discord) => {
        const other = discord.addGuild("Elsewhere");
        roles.served = discord.addRole("admins");
        roles.other = discord.addRole("admins", { guildId: other });
        roles.otherGuild = other;
        return { admins: [roles.served, roles.other], guilds: [discord.guildId] };
      },
    });
    const { discord, door } = chat;
    const [ada, eve] = [discord.addUser("Ada"), discord.addUser("Eve", { guildId: roles.otherGuild ?? "" })];
    discord.setRoles(ada, [roles.served ?? ""]);
    discord.setRoles(eve, [roles.other ?? ""], roles.otherGuild);
    discord.say(ada, discord.dm(ada), "hello");
    discord.say(eve, discord.dm(eve), "hello");
    await expect.poll(() => door.messages).toHaveLength(2);
    const roleOf = (userId: string) =>
      door.messages.find(({ author }) => author.handle === `discord:${userId}`)?.author.role;
    expect([roleOf(ada), roleOf(eve)]).toEqual(["admin", "customer"]);
  });
});

describe("what counts as said to the bot", () => {
  test("B73 an announcement to everybody is not, nor what is said in a channel without a mention", async () => {
    const chat = await listening();
    const { discord, alice } = chat;
    discord.say(alice, discord.channelId, "@everyone we close early today");
    discord.say(alice, discord.channelId, "@here lunch?");
    discord.say(alice, discord.channelId, "how many Wayfarer are there?");
    await settled(chat);
    expect(texts(chat)).toEqual([]);
    expect(discord.threads(discord.channelId)).toEqual([]);
  });

  test("its own words, those of other bots and of webhooks, and Discord's notices are not", async () => {
    const chat = await listening();
    const { discord, worker, alice } = chat;
    discord.say(discord.addUser("Robot", { isBot: true }), discord.channelId, `${bot(chat)} hello`);
    discord.sayAsWebhook(discord.channelId, `${bot(chat)} hello`);
    discord.sayAsSystem(discord.channelId, 7, alice);
    const dm = discord.dm(alice);
    await worker.platform.post(`dm/${dm}`, delivery({ text: `${bot(chat)} hello` }));
    await settled(chat);
    expect(texts(chat)).toEqual([]);
  });

  test("a mention of the role that Discord made for it is, and other mentions are read as names", async () => {
    const chat = await listening();
    const { discord, alice } = chat;
    const bruno = discord.addUser("Bruno");
    discord.say(alice, discord.channelId, `hey ${bot(chat)} sell two to <@${bruno}> please`);
    const role = discord.addRole("Tillhand", { isMentionable: true });
    const tags = { bot_id: discord.applicationId };
    discord.dispatch("GUILD_ROLE_UPDATE", {
      guild_id: discord.guildId,
      role: { id: role, name: "Tillhand", color: 0, permissions: "0", position: 1, tags },
    });
    discord.say(alice, discord.channelId, `<@&${role}> and one to me`);
    discord.say(alice, discord.channelId, `<@&${discord.addRole("staff", { isMentionable: true })}> hello`);
    discord.say(alice, discord.channelId, `${bot(chat)}`);
    await expect.poll(() => texts(chat)).toEqual(["hey sell two to @Bruno please", "and one to me", ""]);
  });

  test("forwarded words count as the author's, and attachments are named", async () => {
    const chat = await listening();
    const { discord, alice } = chat;
    const original = discord.say(alice, discord.channelId, "the Wayfarer is broken");
    const dm = discord.dm(alice);
    discord.say(alice, dm, "", { forwarded: original });
    discord.say(alice, dm, "look", { attachments: [{ name: "receipt.pdf", bytes: "%PDF" }] });
    await expect.poll(() => texts(chat)).toEqual(["the Wayfarer is broken", "look"]);
    expect(chat.door.messages.map(({ notRead }) => notRead)).toEqual([[], ["receipt.pdf"]]);
  });

  test("channels that are not served get one sentence, threads of those that are do not", async () => {
    let shop = "";
    const chat = await listening({
      settings: (discord) => {
        shop = discord.addChannel("shop");
        return { channels: [shop] };
      },
    });
    const { discord, alice } = chat;
    const first = discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    discord.say(alice, discord.channelId, `${bot(chat)} hello?`);
    const root = discord.say(alice, shop, "about this");
    discord.say(alice, discord.startThread(alice, root, "about this"), `${bot(chat)} hello`);
    await settled(chat, shop);
    expect(texts(chat)).toEqual(["hello"]);
    const said = discord.seen(discord.channelId).filter(({ authorId }) => authorId === discord.applicationId);
    expect(said).toMatchObject([{ shown: "I do not work in this channel.", replyTo: first }]);
    expect(await chat.turnedAway("place")).toBe(2);
  });
});

describe("what the door says at once", () => {
  test("stands as a reply to the message, without a ping, and a fault is told as well", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.says = { kind: "say", text: `That was too much at once, @everyone <@${alice}>.` };
    const id = discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    await expect.poll(() => discord.seen(discord.channelId)).toHaveLength(2);
    expect(discord.seen(discord.channelId)[1]?.replyTo).toBe(id);
    expect(discord.pings(discord.channelId).filter(({ messageId }) => messageId !== id)).toEqual([]);
    door.says = { kind: "failed", text: "Something went wrong (ref_1)." };
    discord.say(alice, discord.channelId, `${bot(chat)} hello`);
    await expect.poll(() => words(chat, discord.channelId)).toContain("Something went wrong (ref_1).");
    door.message = () => Promise.reject(new Error("connection refused 10.0.0.1"));
    const dm = discord.dm(alice);
    discord.say(alice, dm, "hello");
    await expect.poll(() => words(chat, dm)).toHaveLength(2);
    expect(words(chat, dm)[1]).toContain("Something went wrong on our side");
    expect(words(chat, dm)[1]).not.toContain("10.0.0.1");
  });

  test("that it is kept is said once, and silence is kept", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.says = { kind: "taken", isNew: true, isDelayed: true };
    discord.faults.events({ kind: "duplicate", times: 2 }, { event: "MESSAGE_CREATE", times: 1 });
    const dm = discord.dm(alice);
    discord.say(alice, dm, "hello");
    await expect.poll(() => words(chat, dm)).toEqual(["hello", "It is kept; the answer comes a little later."]);
    door.says = { kind: "ignore" };
    discord.say(alice, dm, "hello?");
    door.says = { kind: "taken", isNew: true, isDelayed: false };
    await settled(chat, dm);
    expect(words(chat, dm).filter((text) => text.startsWith("It is kept"))).toHaveLength(1);
  });
});

describe("changes", () => {
  test("B70 a link preview is no edit; a real one reaches the door with the new words", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    const id = discord.say(alice, discord.channelId, `${bot(chat)} is https://shop.example/wayfarer in stock?`);
    await expect.poll(() => door.messages).toHaveLength(1);
    discord.unfurl(id);
    discord.edit(id, `${bot(chat)} is the Aviator in stock?`);
    discord.unfurl(id);
    discord.edit(id, `${bot(chat)} is the Aviator in stock?`);
    await settled(chat);
    const key = `discord:${discord.guildId}:${discord.channelId}:${id}`;
    await expect.poll(() => door.edits).toEqual([{ key, text: "is the Aviator in stock?" }]);
    expect(door.messages).toHaveLength(1);
  });

  test("a message that is taken back is told, and what is edited of ours is nobody's edit", async () => {
    const chat = await listening();
    const { discord, door, worker, alice } = chat;
    const dm = discord.dm(alice);
    const id = discord.say(alice, dm, "forget it");
    const about = {
      conversationId: "cnv_1",
      platform: "discord",
      place: `dm/${dm}`,
      keys: [`discord:dm:${dm}:${id}`],
      language: "en" as const,
    };
    worker.platform.progress(about, { stage: "planning", atMs: 0 });
    await expect.poll(() => words(chat, dm)).toContain("Thinking…");
    await worker.platform.post(`dm/${dm}`, delivery({ inReplyTo: about.keys }));
    discord.remove(id);
    await expect.poll(() => door.removals).toEqual([`discord:dm:${dm}:${id}`]);
    expect(door.edits).toEqual([]);
  });
});
