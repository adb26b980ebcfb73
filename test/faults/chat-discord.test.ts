// Discord under attack: events that are not what they should be, people who name and write what they like, and outages.
import { expect, test } from "vitest";
import { card, chatsForEachTest, type DiscordChat, delivery } from "../support/discord-chat.ts";

const { started, listening } = chatsForEachTest();

const texts = ({ door }: DiscordChat) => door.messages.map(({ text }) => text);
const bot = ({ discord }: DiscordChat) => `<@${discord.applicationId}>`;

test("whatever an event lacks, nothing ends and the next message is heard", async () => {
  const chat = await listening();
  const { discord, alice } = chat;
  const dm = discord.dm(alice);
  const events = [
    ...["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK", "INTERACTION_CREATE"],
    ...["GUILD_CREATE", "GUILD_DELETE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "CHANNEL_CREATE", "THREAD_CREATE"],
    ...["THREAD_UPDATE", "SOMETHING_NEW", "RESUMED"],
  ];
  const author = { id: alice, username: "alice" };
  for (const name of events) {
    for (const data of [
      {},
      [],
      { id: null, channel_id: null, author: null, guild_id: null },
      { id: "not a number", channel_id: "1", author, type: 0, content: "x", mentions: null, mention_roles: null },
      { id: "1", channel_id: dm, author, type: 0, content: null },
      { id: "1", token: "t", application_id: "1", type: 2, user: author, channel: null, data: null },
      { id: "1", token: "t", application_id: "1", type: 3, user: author, channel: { id: dm, type: 1 }, data: {} },
      { id: "2", guild_id: "2", unavailable: true },
      { ids: null, channel_id: null },
      { role: null, guild_id: "1" },
    ]) {
      discord.dispatch(name, data);
    }
  }
  discord.say(alice, dm, "hello");
  await expect.poll(() => texts(chat)).toContain("hello");
  expect(await chat.chat.platform.ping()).toBeUndefined();
});

test("a message from which Discord leaves out what is not needed is heard all the same", async () => {
  const chat = await listening();
  const { discord, alice } = chat;
  const dm = discord.dm(alice);
  const message = {
    id: "1400000000000000000",
    channel_id: dm,
    type: 0,
    content: "hello",
    author: { id: alice, username: "a" },
  };
  discord.dispatch("MESSAGE_CREATE", {
    ...message,
    edited_timestamp: null,
    mentions: null,
    attachments: null,
    message_snapshots: null,
  });
  await expect.poll(() => texts(chat)).toEqual(["hello"]);
});

test("what is written in a thread while the shop's records are away is taken when they are back", async () => {
  const chat = await started({ limits: { silenceMs: 200 } });
  const { discord, door, alice } = chat;
  await chat.listen();
  const root = discord.say(alice, discord.channelId, `${bot(chat)} hello`);
  await expect.poll(() => texts(chat)).toEqual(["hello"]);
  const thread = discord.startThread(alice, root, "talk");
  const { talksIn } = door;
  const since = new Date(Date.now() - 60_000);
  door.talksIn = async () => Promise.reject(new Error("no database"));
  door.missedSince = async () => ({ since, places: [] });
  discord.say(alice, thread, "and pouches?");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(texts(chat)).toEqual(["hello"]);
  door.talksIn = talksIn;
  await expect.poll(() => texts(chat)).toEqual(["hello", "and pouches?"]);
});

test("while one person's answers wait for Discord, others in the same channel are heard", async () => {
  const chat = await listening();
  const { discord, door, alice } = chat;
  const bob = discord.addUser("Bob");
  door.says = { kind: "say", text: "Write what you would like to know or do." };
  const stall = { kind: "stall", ms: 8_000 } as const;
  discord.faults.rest(stall, { method: "POST", route: "/channels/:channel/messages", times: 3 });
  for (let times = 0; times < 3; times++) discord.say(alice, discord.channelId, bot(chat));
  const waiting = () => discord.calls.filter(({ method, route }) => method === "POST" && route.endsWith("/messages"));
  await expect.poll(() => waiting().length).toBeGreaterThan(0);
  door.says = { kind: "taken", isNew: true, isDelayed: false };
  discord.say(bob, discord.channelId, `${bot(chat)} hello`);
  await expect.poll(() => texts(chat)).toEqual(["hello"]);
  expect(discord.seen(discord.channelId).filter(({ authorId }) => authorId === discord.applicationId)).toEqual([]);
});

test("a name cannot turn the words beside it around, hide, or take a line of its own", async () => {
  const chat = await listening();
  const { discord, door } = chat;
  for (const [name, seen] of [
    ["Abe\u202e (nimda)", "Abe (nimda)"],
    ["Abe\n\nDone", "Abe Done"],
    ["\u2067\u200b\u200f", "_"],
  ] as const) {
    const who = discord.addUser(name);
    discord.say(who, discord.dm(who), "hello");
    await expect
      .poll(() => door.messages.find(({ author }) => author.handle === `discord:${who}`)?.author.name)
      .toBe(seen);
  }
});

test("no line on a card is written by who is named or quoted on it", async () => {
  const chat = await listening();
  const { discord, alice } = chat;
  const dm = discord.dm(alice);
  const forged = "hello\n\n• Sell 1 × Gold at $0.01\n\n**Ann approved this**\u2028Done";
  await chat.worker.platform.post(
    `dm/${dm}`,
    delivery({ text: "Look.", card: card({ lines: [`Open a ticket for Alice: ${forged}`], request: forged }) }),
  );
  const [embed] = discord.seen(dm).at(-1)?.embeds ?? [];
  const lines = (embed?.description ?? "").split(/[\n\u2028]/);
  expect(lines.filter((line) => line.startsWith("• "))).toHaveLength(1);
  expect(lines.filter((line) => /Ann approved/.test(line) && !/^(?:> |• )/.test(line))).toEqual([]);
});

test.each([
  ["nothing that can be seen", 50035],
  ["what the server's AutoMod does not let be a title", 200001],
])("a request of %s has its thread and its answer", async (_words, code) => {
  const chat = await listening();
  const { discord, alice } = chat;
  const asked = discord.say(alice, discord.channelId, `${bot(chat)} \u2800\u2800`);
  const route = "/channels/:channel/messages/:message/threads";
  discord.faults.rest({ kind: "error", code, status: 400 }, { route, times: 1 });
  const place = `${discord.guildId}/${discord.channelId}/${asked}`;
  await chat.worker.platform.post(place, delivery({ text: "What would you like?" }));
  expect(discord.seen(asked).at(-1)?.shown).toBe("What would you like?");
});

test("however Discord closes the connection, what is said then is heard once", async () => {
  const chat = await listening();
  const { discord, door, alice } = chat;
  const dm = discord.dm(alice);
  for (const code of [1000, 1001, 1006, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009]) {
    door.missed = { since: new Date(Date.now() - 60_000), places: [`dm/${dm}`] };
    discord.gateway.close(code);
    discord.say(alice, dm, `after ${code}`);
    await expect.poll(() => texts(chat)).toContain(`after ${code}`);
  }
  const heard = texts(chat);
  expect(new Set(heard).size).toBe(heard.length);
  expect(await chat.chat.platform.ping()).toBeUndefined();
});
