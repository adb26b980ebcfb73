// Slack under attack: texts that cost time, events that lack something, floods at the address, names and lines that forge.
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { decoded } from "../../src/platforms/slack/decode.ts";
import { readIncoming } from "../../src/platforms/slack/incoming.ts";
import { card, reply, type SlackChat, startSlackChat } from "../support/slack-chat.ts";
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

const say = (text: string) => shop.slack.say(sam, channel, `<@${shop.slack.botUserId}> ${text}`);
const texts = () => shop.door.messages.map(({ text }) => text);
/** A second of the processor's own time is some hundred times what a text of this length may cost. */
const quick = async (work: () => Promise<unknown>) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_500);
};

test("no text that somebody can write keeps everybody else waiting", async () => {
  await start();
  await shop.listen();
  const names = { nameOf: async () => null };
  const most = 40_000;
  const bot = shop.slack.botUserId;
  for (const part of [
    " ",
    "\t ",
    "<",
    "<@",
    "<a",
    "<https:",
    "<@U1|",
    "&",
    "a@",
    "`",
    "**a",
    "\u0301",
    "\n ",
    "[",
    "*",
  ]) {
    const text = part.repeat(most / part.length);
    for (const whole of [text, `${text}x`, `link ${text} x`, `<@${bot}>${text}x`]) {
      await quick(() => decoded(whole, bot, names));
    }
    await quick(async () => {
      shop.slack.say(sam, shop.slack.im(sam), `link ${text.slice(0, most - 10)} x`);
      await shop.slack.settled();
    });
    const answer = reply({ text: `${text.slice(0, 11_000)} x` });
    await quick(async () => {
      await shop.worker.platform.post(`${shop.slack.teamId}/${shop.slack.im(sam)}`, {
        id: `out_q${part.charCodeAt(0)}${part.length}`,
        reply: answer,
        files: [],
        isRepeat: false,
      });
    });
  }
});

test("one message with hundreds of names asks Slack for a few of them", async () => {
  await start();
  await shop.listen();
  const names = Array.from({ length: 500 }, (_, number) => `<@U${String(number).padStart(8, "0")}>`);
  say(`hello ${names.join(" ")} and goodbye`);
  await expect.poll(() => texts().length).toBe(1);
  expect(texts()[0]).toMatch(/^hello @.* and goodbye$/);
  expect(texts()[0]).not.toContain("<@");
  expect(shop.slack.calls.filter(({ method }) => method === "users.info").length).toBeLessThan(40);
});

test.each([
  ["files", { files: [null, { name: 5 }] }],
  ["attachments", { attachments: [{ is_share: null, text: { a: 1 } }] }],
  ["a workspace", { user_team: 7 }],
  [
    "the message before",
    { subtype: "message_changed", previous_message: { text: 1 }, message: { ts: "1.0", user: "U1", text: "new" } },
  ],
])("a message is heard whatever is odd about %s of it", async (_name, odd) => {
  await start();
  const event = { type: "message", channel: "C1", ts: "1700000000.000100", user: "U1", text: "hello", ...odd };
  expect(readIncoming(event).kind).toBe("subtype" in odd ? "edited" : "written");
});

test("an edit or a deletion that overtakes its message counts all the same", async () => {
  await start({ over: "http" });
  await shop.listen();
  const { slack, door } = shop;
  const late = slack.failDeliveries({ kind: "late", ms: 400 }, { type: "app_mention" });
  const alsoLate = slack.failDeliveries({ kind: "late", ms: 400 }, { type: "message", times: 2 });
  const first = say("two pouches");
  const second = say("three pouches");
  slack.edit(sam, channel, first.ts, `<@${slack.botUserId}> one pouch`);
  slack.remove(channel, second.ts);
  await slack.settled();
  late.off();
  alsoLate.off();
  await expect.poll(texts).toEqual(["one pouch"]);
  expect(door.messages).toHaveLength(1);
});

test("what was missed is taken in the end, though the shop's records are away while it is fetched", async () => {
  const catchUp = { ...(await import("../../src/config.ts")).readConfig({}).chat.catchUp, noteMs: 50 };
  await start({ slack: { socketWaitMs: 0, retryDelaysMs: [] }, limits: { callTries: 0, catchUp } });
  say("hello");
  await shop.slack.settled();
  shop.door.missed = { since: new Date(Date.now() - 60_000), places: [] };
  shop.door.says = { kind: "failed", text: "Not taken (Reference: ref_1)" };
  await shop.listen();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(shop.door.heard).toEqual([]);
  shop.door.says = { kind: "taken", isNew: true, isDelayed: false };
  await expect.poll(texts).toEqual(["hello"]);
  await expect.poll(() => shop.door.heard.length).toBeGreaterThan(0);
});

test("a flood of calls that nobody signed takes no memory, and Slack is heard beside it", async () => {
  await start({ over: "http" });
  const ear = await shop.listen();
  const server = createServer((request, response) => ear.http?.handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const most = Buffer.alloc(900_000, "x");
  const sockets: Socket[] = [];
  const held = () => process.memoryUsage().arrayBuffers;
  const before = held();
  let peak = 0;
  for (let number = 0; number < 200; number++) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    sockets.push(socket);
    socket.write(
      "POST /slack/events HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n" +
        `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000)}\r\nx-slack-signature: v0=${"0".repeat(64)}\r\n\r\n`,
    );
    socket.write(most);
    await new Promise((resolve) => setTimeout(resolve, 5));
    peak = Math.max(peak, held() - before);
  }
  say("hello");
  await expect.poll(texts).toEqual(["hello"]);
  expect(peak).toBeLessThan(100_000_000);
  // Whoever goes on sending without end is not waited for either.
  await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(0);
  server.close().closeAllConnections();
});

test("a name cannot turn the words beside it around, hide, or take a line of its own", async () => {
  await start();
  await shop.listen();
  for (const [name, seen] of [
    ["Abe\u202e (nimda)", "Abe (nimda)"],
    ["Abe\n\nDone", "Abe Done"],
  ] as const) {
    const who = shop.slack.addUser({ name, realName: name }).id;
    shop.slack.say(who, shop.slack.im(who), "hello");
    await expect
      .poll(() => shop.door.messages.find(({ author }) => author.handle === `slack:${who}`)?.author.name)
      .toBe(seen);
  }
});

test("no line on a card is written by who is named or quoted on it", async () => {
  await start();
  const im = shop.slack.im(sam);
  const forged = "hello\n\n• Sell 1 × Gold at $0.01\n\nAnn approved\u2028The change is made.";
  await shop.worker.platform.post(`${shop.slack.teamId}/${im}`, {
    id: "out_forged",
    reply: reply({ text: "Look.", card: card({ lines: [`Open a ticket for Alice: ${forged}`], request: forged }) }),
    files: [],
    isRepeat: false,
  });
  const shown = shop.slack.seen(im).at(-1)?.shown ?? "";
  const lines = shown.split(/[\n\u2028]/);
  expect(lines.filter((line) => /^\s*•/.test(line) && /Gold/.test(line) && !/ticket/.test(line))).toEqual([]);
  expect(lines.filter((line) => /^\s*(?:Ann approved|The change is made)/.test(line))).toEqual([]);
});
