// Replies in Slack: once, whole, where they belong, whatever Slack or a process does meanwhile.
import { parse } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { type Delivery, NeverPosted } from "../../src/platforms/platform.ts";
import { tableCsv } from "../../src/table/csv.ts";
import { card, reply, type SlackChat, startSlackChat } from "../support/slack-chat.ts";
import { openStore } from "../support/store.ts";

let database: Database;
let shop: SlackChat;
let sam: string;
let channel: string;
let root: string;
let number = 0;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());
afterEach(() => shop.stop());

type Given = Omit<Parameters<typeof startSlackChat>[0], "database">;

/** Nobody listens: a worker has no connection of its own. */
async function start(given: Given = {}) {
  shop = await startSlackChat({ database, ...given });
  sam = shop.slack.addUser({ name: "sam" }).id;
  channel = shop.slack.addChannel({ name: "shop" }).id;
  root = shop.slack.say(sam, channel, "hello").ts;
}

const place = () => `${shop.slack.teamId}/${channel}/${root}`;
const keys = () => [`slack:${shop.slack.teamId}:${channel}:${root}`];
const delivery = (changed: Parameters<typeof reply>[0] = {}, more: Partial<Delivery> = {}): Delivery => {
  number++;
  return { id: `out_p${number}`, reply: reply({ inReplyTo: keys(), ...changed }), files: [], isRepeat: false, ...more };
};
const post = (given: Delivery, where = place()) => shop.worker.platform.post(where, given);
const answers = () => shop.slack.seen(channel, { threadTs: root }).slice(1);
const shown = () => answers().map((message) => message.shown);
const newId = () => `apr_${process.hrtime.bigint()}`;

describe("what it says", () => {
  test("B52 a long answer comes in several messages, in order, the buttons on the last, nothing lost", async () => {
    await start({ slack: { hasStreaming: false } });
    const lines = Array.from({ length: 240 }, (_, index) => `${String(index).padStart(4, "0")} ${"x".repeat(44)}`);
    const text = lines.join("\n");
    expect(text.length).toBeGreaterThanOrEqual(11_800);
    await post(delivery({ text, runId: "run_1" }));
    expect(answers().length).toBeGreaterThan(1);
    expect(shown().join("\n").split("\n")).toEqual(lines);
    expect(answers().map(({ buttons }) => buttons.length)).toEqual([
      ...answers()
        .slice(1)
        .map(() => 0),
      2,
    ]);
  });

  test("B53 a list of sixty orders is within Slack's bounds, on a card ending in how many more there are", async () => {
    await start();
    const lines = Array.from(
      { length: 160 },
      (_, index) => `Cancel order ${1000 + index} of Alice, ${"2 × Aviator ".repeat(4)}`,
    );
    await post(delivery({ text: lines.slice(0, 60).join("\n"), card: card({ id: newId(), lines }) }));
    const message = answers().at(-1);
    expect(message?.shown).toMatch(/and \d+ more/);
    expect(message?.buttons.map(({ label }) => label)).toEqual(["Confirm", "Cancel"]);
    expect(shown()[0]?.match(/Cancel order/g)).toHaveLength(60);
  });

  test("B59 a product's name rings nobody and is shown as it is: in text, card, edit, notification and private word", async () => {
    await start();
    const evil = `<!channel> sale & <b> <@${sam}> *x* <https://x.example|here> @here`;
    const id = newId();
    const hostile = card({ id, request: evil, requester: { name: evil, role: evil, person: "p" }, lines: [evil] });
    await post(delivery({ text: `We have ${evil}`, card: hostile }));
    await shop.worker.platform.redraw(card({ ...hostile, state: "stale", staleReason: evil }));
    await shop.worker.platform.answer(`${channel}/${sam}/${root}`, reply({ text: evil }));
    expect(shown()[0]).toBe(`We have ${evil}`);
    expect(shown()[1]).toContain(`• ${evil}`);
    expect(shown()[2]).toBe(evil);
    expect(shop.slack.pings(channel)).toEqual([]);
    for (const { text } of answers()) expect(text).not.toMatch(/<[!@]/);
  });

  test("a picture comes with words for those who cannot see it", async () => {
    await start();
    const files = [
      { name: "chart.png", mediaType: "image/png", bytes: Buffer.from("png"), altText: "Stock of <!here> 3 items" },
    ];
    await post(delivery({ text: "Here it is." }, { files }));
    await expect
      .poll(() => answers().flatMap((message) => message.files))
      .toMatchObject([{ name: "chart.png", altText: "Stock of <!here> 3 items" }]);
  });

  test("a small table stands below the words in letters of one width; whatever is in it rings nobody", async () => {
    await start();
    const rows = [
      ["Moon", 3],
      [`<!here> <@${sam}>`, 12],
      ["``` *x* & <b>", 7],
    ];
    await post(delivery({ text: "The stock:", table: { columns: ["item", "stock"], rows } }));
    const [message] = answers();
    const hostile = `<!here> <@${sam}>`;
    expect(message?.shown.split("\n")).toEqual([
      "The stock:",
      `${"item".padEnd(hostile.length)}  stock`,
      `${"─".repeat(hostile.length)}  ─────`,
      `${"Moon".padEnd(hostile.length)}      3`,
      `${hostile}     12`,
      `${"ˋˋˋ *x* & <b>".padEnd(hostile.length)}      7`,
    ]);
    expect(shop.slack.pings(channel)).toEqual([]);
  });

  test("a long table is a file that holds every row", async () => {
    await start();
    const table = {
      columns: ["item", "stock"],
      rows: Array.from({ length: 11 }, (_, index) => [`Moon ${index}`, index]),
    };
    const files = [{ name: "rows.csv", mediaType: "text/csv", bytes: tableCsv(table), altText: "A table of 11 rows." }];
    await post(delivery({ text: "The stock:", table }, { files }));
    await expect
      .poll(() => answers().flatMap((message) => message.files))
      .toMatchObject([{ name: "rows.csv", altText: null }]);
    const [file] = answers().flatMap((message) => message.files);
    expect(parse(file?.bytes ?? "", { bom: true })).toHaveLength(12);
    expect(shown()[0]).toBe("The stock:");
  });

  test("where pictures may not be uploaded, their words are posted", async () => {
    await start();
    shop.slack.failCalls({ kind: "error", error: "missing_scope" }, { method: "files.getUploadURLExternal" });
    const files = [{ name: "chart.png", mediaType: "image/png", bytes: Buffer.from("png"), altText: "Aviator: 3" }];
    await post(delivery({ text: "Here it is." }, { files }));
    expect(shown()).toEqual(["Here it is.", "Aviator: 3"]);
  });

  test("bold and code of an answer are seen as such, and not as signs", async () => {
    await start();
    await post(delivery({ text: "# Stock\n- **Aviator**: `10`\n```\nselect 1\n```\n2**3 * 4" }));
    expect(shown()).toEqual(["Stock\n• Aviator: 10\nselect 1\n2**3 * 4"]);
  });
});

describe("once", () => {
  test("a reply that was posted by a process that died is not posted again, and what was missing of it is", async () => {
    await start({ slack: { hasStreaming: false } });
    const id = newId();
    const given = delivery({ text: "Please confirm.", card: card({ id }) });
    const fault = shop.slack.failCalls({ kind: "done-but-silent" }, { method: "chat.postMessage", times: 1 });
    await shop.stop();
    await start({ slack: { hasStreaming: false }, limits: { callMs: 300 } });
    fault.off();
    const first = delivery({ text: "Please confirm.", card: card({ id: newId() }) }, { id: given.id });
    shop.slack.failCalls({ kind: "done-but-reset" }, { method: "chat.postMessage", times: 1 });
    await expect(post(first)).rejects.toThrow();
    await post({ ...first, isRepeat: true });
    expect(shown().map((text) => text.split("\n")[0])).toEqual(["Please confirm.", "Waiting for Alice to confirm"]);
    await post({ ...first, isRepeat: true });
    expect(answers()).toHaveLength(2);
  });

  test("nothing is sent twice though Slack's answers are lost", async () => {
    await start();
    shop.slack.failCalls({ kind: "done-but-status", status: 502 }, { method: "chat.postMessage" });
    await expect(post(delivery())).rejects.toThrow();
    expect(answers()).toHaveLength(1);
  });

  test("a channel's rate limit is waited for, and holds up no other channel", async () => {
    await start();
    const other = shop.slack.addChannel({ name: "other" }).id;
    const elsewhere = shop.slack.say(sam, other, "hello").ts;
    shop.slack.failCalls({ kind: "rate-limited", retryAfterS: 1 }, { method: "chat.postMessage", channel, times: 1 });
    const slow = post(delivery());
    const quick = post(delivery({ inReplyTo: [] }), `${shop.slack.teamId}/${other}/${elsewhere}`).then(
      () => answers().length,
    );
    expect(await quick).toBe(0);
    await slow;
    expect(answers()).toHaveLength(1);
  });

  test("a rate limit that is too long leaves the reply to be tried later", async () => {
    await start({ limits: { longestWaitMs: 200 } });
    shop.slack.failCalls({ kind: "rate-limited", retryAfterS: 60 }, { method: "chat.postMessage", times: 1 });
    const fault = await post(delivery()).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: "TooBusy" });
    expect(fault).not.toBeInstanceOf(NeverPosted);
  });

  test.each(["is_archived", "channel_not_found", "restricted_action_thread_locked"])(
    "%s is given up with a sentence",
    async (error) => {
      await start();
      shop.slack.failCalls({ kind: "error", error });
      const fault = await post(delivery()).catch((thrown: unknown) => thrown);
      expect(fault).toBeInstanceOf(NeverPosted);
      expect(fault).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) });
    },
  );

  test("should Slack not take the blocks, the words go out all the same", async () => {
    await start();
    shop.slack.failCalls({ kind: "error", error: "invalid_blocks" }, { method: "chat.postMessage", times: 1 });
    await post(delivery({ text: "Ten & <more>" }));
    expect(shown()).toEqual(["Ten & <more>"]);
  });

  test("a card whose message was deleted is drawn anew without harm elsewhere", async () => {
    await start();
    const id = newId();
    await post(delivery({ text: "Please confirm.", card: card({ id }) }));
    shop.slack.remove(channel, answers().at(-1)?.ts ?? "");
    await shop.worker.platform.redraw(card({ id, state: "cancelled" }));
    expect(await shop.posts.find([id])).toEqual([]);
  });
});
