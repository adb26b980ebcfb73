// While the shop works, Slack shows that it does; a long answer grows; and all of it ends as the answer, once.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Delivery } from "../../src/platforms/platform.ts";
import type { StageMark } from "../../src/report.ts";
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
const callsOf = (method: string) => shop.slack.calls.filter((call) => call.method === method);
const mark = (stage: StageMark["stage"]): StageMark => ({ stage, atMs: 0 });
const progress = (stage: StageMark["stage"], where = place(), of = keys()) =>
  shop.worker.platform.progress(
    { conversationId: "con_1", platform: "slack", place: where, keys: of, language: "en" },
    mark(stage),
  );

describe("while it works", () => {
  test("B64 the line that says it works goes when the answer comes, or when it came for one person alone", async () => {
    await start();
    progress("planning");
    await expect.poll(() => shop.slack.status(channel, root)).toBe("Thinking…");
    await post(delivery({ text: "Something went wrong on our side (Reference: ref_1)." }));
    expect(shop.slack.status(channel, root)).toBe("");
    expect(shown()).toEqual(["Something went wrong on our side (Reference: ref_1)."]);
    const press = [`slack:${shop.slack.teamId}:press-1`];
    progress("planning", place(), press);
    await expect.poll(() => shop.slack.status(channel, root)).toBe("Thinking…");
    await shop.worker.platform.answer(
      `${channel}/${sam}/${root}`,
      reply({ inReplyTo: press, to: "asker", text: "Not yours." }),
    );
    expect(shop.slack.status(channel, root)).toBe("");
  });

  test("B64 without such a line a message says so, and becomes the answer", async () => {
    await start({ slack: { hasAssistant: false } });
    progress("planning");
    await expect.poll(shown).toEqual(["Thinking…"]);
    progress("running");
    await expect.poll(shown).toEqual(["Trying it on the shop, nothing is changed yet…"]);
    const id = newId();
    await post(delivery({ text: "Please confirm.", card: card({ id }) }));
    expect(shown().map((text) => text.split("\n")[0])).toEqual(["Please confirm.", "Waiting for Alice to confirm"]);
    expect(callsOf("assistant.threads.setStatus")).toHaveLength(1);
  });

  test("B64 what another process showed before it died is replaced all the same", async () => {
    await start({ slack: { hasAssistant: false } });
    progress("planning");
    await expect.poll(shown).toEqual(["Thinking…"]);
    await shop.chat.platform.post(place(), delivery());
    expect(shown()).toEqual(["There are 10."]);
  });

  test("an answer does not wait until Slack may show once more that it is worked on", async () => {
    await start({ slack: { hasAssistant: false } });
    progress("planning");
    await expect.poll(shown).toEqual(["Thinking…"]);
    const limit = shop.slack.failCalls({ kind: "rate-limited", retryAfterS: 1 }, { method: "chat.update" });
    progress("running");
    await expect.poll(() => limit.hits).toBe(1);
    limit.off();
    await post(delivery());
    expect(shown()).toEqual(["There are 10."]);
  });

  test("a message that was deleted meanwhile does not take the answer with it", async () => {
    await start({ slack: { hasAssistant: false } });
    progress("planning");
    await expect.poll(shown).toEqual(["Thinking…"]);
    shop.slack.remove(channel, answers()[0]?.ts ?? "");
    await post(delivery());
    expect(shown()).toEqual(["There are 10."]);
  });
});

describe("long answers grow where Slack has that", () => {
  const text = Array.from({ length: 60 }, (_, index) => `- **Item ${index}** costs $${index}.00 & <b>_a_`).join("\n");
  const plain = text.replaceAll("**", "").replaceAll(/^- /gm, "• ");

  test("a long answer is streamed to who asked, whole, with its thumbs", async () => {
    await start();
    await post(delivery({ text, runId: "run_1" }));
    expect(callsOf("chat.startStream")[0]?.args).toMatchObject({
      recipient_user_id: sam,
      recipient_team_id: shop.slack.teamId,
    });
    expect(callsOf("chat.appendStream").length).toBeGreaterThan(0);
    expect(shown()[0]).toContain(plain);
    expect(answers()).toMatchObject([{ isStreaming: false, buttons: [{ label: "👍" }, { label: "👎" }] }]);
  });

  test("a workspace without it is not asked again, and gets the answer at once", async () => {
    await start({ slack: { hasStreaming: false } });
    await post(delivery({ text }));
    await post(delivery({ text }));
    expect(callsOf("chat.startStream")).toHaveLength(1);
    expect(shown()).toEqual([plain, plain]);
  });

  test.each(["chat.appendStream", "chat.stopStream"])(
    "a stream that Slack ends at %s leaves the whole answer, once",
    async (method) => {
      await start();
      shop.slack.failCalls({ kind: "error", error: "message_not_in_streaming_state" }, { method, times: 1 });
      shop.slack.failCalls(
        { kind: "error", error: "message_not_in_streaming_state" },
        { method: "chat.stopStream", times: 1 },
      );
      const given = delivery({ text, runId: "run_1" });
      await post(given).catch(() => post({ ...given, isRepeat: true }));
      expect(shown().map((one) => one.split("\n👍")[0])).toEqual([expect.stringContaining(plain)]);
      expect(
        shown()
          .join("")
          .match(/Item 59/g),
      ).toHaveLength(1);
    },
  );

  test("Slack's time for a stream being over leaves the whole answer, once", async () => {
    await start({ slack: { streamMs: 0 } });
    await post(delivery({ text }));
    expect(shown()).toEqual([plain]);
  });

  test("more answers than Slack streams in a minute are posted whole", async () => {
    await start({ limits: { streaming: { fromChars: 10, mostChars: 11_000, pieceChars: 1_200, startsPerMinute: 2 } } });
    for (let times = 0; times < 4; times++) await post(delivery({ text: "There are ten of them." }));
    expect(callsOf("chat.startStream")).toHaveLength(2);
    expect(shown()).toHaveLength(4);
  });
});
