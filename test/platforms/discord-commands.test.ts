import { describe, expect, test } from "vitest";
import { answerAll, chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { listening } = chatsForEachTest();

const words = (chat: Pick<DiscordChat, "discord">, channelId: string, as?: string) =>
  chat.discord.seen(channelId, as === undefined ? {} : { as }).map(({ shown }) => shown);

describe("/ask", () => {
  test("in a channel shows who asked for what, and its thread the answer", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    const places = answerAll(chat);
    const acted = await discord.command(alice, discord.channelId, "ask", { request: "3 **Wayfarer** please" });
    expect(acted.acknowledged).toBe(true);
    await expect.poll(() => places).toHaveLength(1);
    const place = (await places[0]) ?? "";
    const [root] = discord.seen(discord.channelId);
    expect(root?.shown).toBe("Alice asks: 3 **Wayfarer** please");
    expect(place).toBe(`${discord.guildId}/${discord.channelId}/${root?.id}`);
    expect(discord.seen(discord.channelId)).toHaveLength(1);
    expect(words(chat, root?.id ?? "")).toEqual(["Done."]);
    expect(door.messages[0]).toMatchObject({ standsAlone: true, text: "3 **Wayfarer** please", notRead: [] });
    expect(door.messages[0]?.answerTo).toContain(`${discord.applicationId}/`);
  });

  test("is opened once, however often and by whomever it is asked for", async () => {
    const chat = await listening();
    const { discord, door, worker, alice } = chat;
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    const { place = "", text = "", answerTo = null } = door.messages[0] ?? {};
    const opening = {
      person: { person: "p", role: "customer" as const, customerId: null, name: "Alice", language: "en" as const },
      text,
      answerTo,
    };
    const opened = await worker.platform.open(place, opening);
    expect(await chat.another().platform.open(place, opening)).toBe(opened);
    expect(await worker.platform.open(opened, opening)).toBe(opened);
    await worker.platform.post(place, delivery({ text: "found" }));
    expect(words(chat, opened.split("/")[2] ?? "")).toEqual(["found"]);
  });

  test("answered long after, when Discord takes no answer to it any more, gets a message of its own", async () => {
    const chat = await listening({ limits: { lateInteractionMs: 0 } });
    const { discord, door, worker, alice } = chat;
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    discord.expireTokens();
    const { place = "", answerTo = null } = door.messages[0] ?? {};
    const person = { person: "p", role: "customer" as const, customerId: null, name: "Alice", language: "en" as const };
    const opened = await worker.platform.open(place, { person, text: "hello", answerTo });
    await worker.platform.post(opened, delivery({ text: "sorry" }));
    expect(words(chat, discord.channelId).at(-1)).toBe("Alice asks: hello");
    expect(words(chat, opened.split("/")[2] ?? "")).toEqual(["sorry"]);
  });

  test("in a thread or alone with the bot goes on there, under what was asked", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    const root = discord.say(alice, discord.channelId, "about the order");
    const thread = discord.startThread(alice, root, "about the order");
    await discord.command(alice, thread, "ask", { request: "in the thread" });
    const dm = discord.dm(alice);
    await discord.command(alice, dm, "ask", { request: "alone" });
    expect(door.messages.map(({ place }) => place)).toEqual([
      `${discord.guildId}/${discord.channelId}/${thread}`,
      `dm/${dm}`,
    ]);
    expect(words(chat, thread)).toEqual(["Alice asks: in the thread"]);
    expect(words(chat, dm)).toEqual(["Alice asks: alone"]);
  });

  test("that is not taken is said to the person alone", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.says = { kind: "say", text: "That was too much at once." };
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(words(chat, discord.channelId)).toEqual([]);
    expect(words(chat, discord.channelId, alice)).toEqual(["That was too much at once."]);
    door.says = { kind: "ignore" };
    const acted = await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(acted.acknowledged).toBe(true);
    await expect.poll(() => words(chat, discord.channelId, alice)).toEqual(["That was too much at once."]);
  });

  test("is acknowledged in time although the door is slow, and leaves no sign of thinking behind", async () => {
    const chat = await listening({ limits: { ackMs: 100 } });
    const { discord, door, alice } = chat;
    door.takesMs = 600;
    const acted = await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(acted.acknowledged).toBe(true);
    expect(acted.message?.isThinking).toBe(true);
    await expect.poll(() => door.messages).toHaveLength(1);
    door.says = { kind: "failed", text: "Something went wrong (ref_1)." };
    const failed = await discord.command(alice, discord.channelId, "ask", { request: "again" });
    expect(failed.message?.isThinking).toBe(true);
    await expect.poll(() => words(chat, discord.channelId, alice)).toContain("Something went wrong (ref_1).");
    expect(discord.seen(discord.channelId).filter(({ id }) => id === failed.message?.id)).toEqual([]);
    expect(words(chat, discord.channelId)).not.toContain("Something went wrong (ref_1).");
  });

  test("that has to wait says so", async () => {
    const chat = await listening();
    const { discord, door, alice } = chat;
    door.says = { kind: "taken", isNew: true, isDelayed: true };
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    await expect.poll(() => words(chat, discord.channelId)).toEqual(["It is kept; the answer comes a little later."]);
    const dm = discord.dm(alice);
    await discord.command(alice, dm, "ask", { request: "hello" });
    await expect.poll(() => words(chat, dm, alice)).toContain("It is kept; the answer comes a little later.");
  });

  test("outside the places that are served is turned away privately", async () => {
    const chat = await listening({ settings: (discord) => ({ channels: [discord.addChannel("shop")] }) });
    const { discord, door, alice } = chat;
    await discord.command(alice, discord.channelId, "ask", { request: "hello" });
    expect(door.messages).toEqual([]);
    expect(words(chat, discord.channelId)).toEqual([]);
    expect(words(chat, discord.channelId, alice)).toEqual(["I do not work in this channel."]);
    expect(await chat.turnedAway("place")).toBe(1);
  });
});

describe("other commands", () => {
  test("are answered to the person alone, and go to the door with who used them", async () => {
    const chat = await listening({ settings: (discord) => ({ staff: [discord.addUser("Sam")] }) });
    const { discord, door, alice } = chat;
    await discord.command(alice, discord.channelId, "link", { what: "alice@shop.example" });
    await discord.command(alice, discord.channelId, "link");
    await discord.command(alice, discord.channelId, "customer", { who: alice, customer: "1" });
    await discord.command(alice, discord.channelId, "answer", { ticket: 7, text: "It is on its way." });
    await discord.command(alice, discord.channelId, "resolve", { ticket: 7 });
    await expect.poll(() => door.asked).toHaveLength(5);
    expect(door.asked).toEqual([
      `link discord:${alice} alice@shop.example`,
      `link discord:${alice} `,
      `customer discord:${alice} 1`,
      "answer 7 It is on its way.",
      "resolve 7",
    ]);
    await expect.poll(() => words(chat, discord.channelId, alice)).toContain("Ticket closed.");
    expect(words(chat, discord.channelId)).toEqual([]);
    expect(discord.seen(discord.channelId, { as: alice }).some(({ isThinking }) => isThinking)).toBe(false);
  });

  test("are written to Discord once, and again only when they are not there as they should be", async () => {
    const chat = await listening();
    const { discord } = chat;
    expect(discord.commands().map(({ name }) => name)).toEqual(["ask", "link", "customer", "answer", "resolve"]);
    expect(discord.commandWrites()).toBe(1);
    await chat.listen(chat.another());
    expect(discord.commandWrites()).toBe(1);
  });

  test("are offered in the servers that are served alone, where these are named", async () => {
    const chat = await listening({ settings: (discord) => ({ guilds: ["175928847299117063", discord.guildId] }) });
    const { discord } = chat;
    expect(discord.commands()).toEqual([]);
    expect(discord.commands(discord.guildId)).toHaveLength(5);
  });
});
