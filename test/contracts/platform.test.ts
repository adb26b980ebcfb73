import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { NeverPosted, type Platform } from "../../src/platforms/platform.ts";
import { createRelay, listenToRelay } from "../../src/platforms/relay.ts";
import { connectForAnswers, connectForGood, createFaultLog } from "../../src/queue/redis-connection.ts";
import type { StageMark } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { card, delivery } from "../support/discord-chat.ts";
import { openDiscordTalk } from "../support/discord-talk.ts";
import { openLocalPeople } from "../support/local-people.ts";
import { hasRedis, type RedisServer, startRedis } from "../support/redis-server.ts";
import { openSlackTalk } from "../support/slack-talk.ts";
import { openStore } from "../support/store.ts";
import { type Asked, aboutOf, type ChatTalk, type Seen, type Talk, type Who } from "../support/talk.ts";

// What the worker relies on, whatever people write in: every platform passes this suite.
interface Technology<Kind extends Talk> {
  prepare(): Promise<void>;
  open(): Promise<Kind>;
  discard(): Promise<void>;
}

const silent = createLog("silent");
const LIMITS = { replyMs: 60_000, replyLookMs: 60_000 };
const nothing = async () => {};

function slackWith(options: { hasAssistant: boolean; hasStreaming: boolean }): Technology<ChatTalk> {
  let database: Database;
  return {
    prepare: async () => {
      database = await openStore();
    },
    open: () => openSlackTalk(database, options),
    discard: () => database.close(),
  };
}

const discord: Technology<ChatTalk> = { prepare: nothing, open: openDiscordTalk, discard: nothing };

/** In one process: who answers tells whoever waits. */
function localNamed(name: string): Technology<Talk> {
  const open = async () => {
    const local = createLocalPlatform(name, LIMITS);
    return openLocalPeople(local, local, nothing);
  };
  return { prepare: nothing, open, discard: nothing };
}

/** In two: by way of Redis. */
function relayedWeb(): Technology<Talk> {
  let redis: RedisServer;
  return {
    prepare: async () => {
      redis = await startRedis();
    },
    open: async () => {
      const faults = createFaultLog(silent);
      const publisher = connectForAnswers(redis.url, 5_000, faults);
      const subscriber = connectForGood(redis.url, faults);
      await expect.poll(() => publisher.status).toBe("ready");
      const local = createLocalPlatform("web", LIMITS);
      await listenToRelay(subscriber, [local], silent);
      return openLocalPeople(local, createRelay(publisher, "web"), async () => {
        publisher.disconnect();
        subscriber.disconnect();
      });
    },
    discard: () => redis.stop(),
  };
}

describe("slack", () => chatPromises(slackWith({ hasAssistant: true, hasStreaming: true })));
describe("slack, of a workspace without its newer ways", () =>
  chatPromises(slackWith({ hasAssistant: false, hasStreaming: false })));
describe("discord", () => chatPromises(discord));
describe("web, in the process that answers", () => void promises(localNamed("web")));
describe.skipIf(!hasRedis())("web, in another process", () => void promises(relayedWeb()));
describe("terminal", () => void promises(localNamed("terminal")));

const PLANNING: StageMark = { stage: "planning", atMs: 0 };
const AT = "2026-11-30T10:05:00.000Z";
const texts = (seen: Seen[]) => seen.map(({ shown }) => shown).join("\n");
const buttons = (seen: Seen[]) => seen.flatMap((one) => one.buttons);

function promises<Kind extends Talk>({ prepare, open, discard }: Technology<Kind>): () => Kind {
  let talk: Kind;
  let isClosed = false;
  beforeAll(prepare);
  beforeEach(async () => {
    isClosed = false;
    talk = await open();
  });
  afterEach(async () => {
    if (!isClosed) await talk.close();
  });
  afterAll(discard);

  const post = (asked: Asked, changed: Parameters<typeof delivery>[0] = {}, platform: Platform = talk.platform) =>
    platform.post(asked.place, delivery({ inReplyTo: [asked.key], ...changed }));
  const sees = (asked: Asked, who: Who = "asker") => texts(talk.seen(asked, who));

  test("a reply is seen in the place where it was asked for, and in no other", async () => {
    const [here, elsewhere] = [await talk.ask("How many Wayfarer are left?"), await talk.ask("And Aviator?")];
    await post(here, { text: "There are 10 Wayfarer." });
    await expect.poll(() => sees(here)).toBe("There are 10 Wayfarer.");
    expect(talk.seen(elsewhere, "asker")).toEqual([]);
  });

  test("a reply that any process posts is seen", async () => {
    const asked = await talk.ask("How many Wayfarer are left?");
    await post(asked, { text: "There are 10 Wayfarer." }, talk.another);
    await expect.poll(() => sees(asked)).toBe("There are 10 Wayfarer.");
  });

  test("what is told to who pressed alone is seen by nobody else", async () => {
    const asked = await talk.ask("Sell 3 Wayfarer");
    await post(asked, { text: "Ready.", card: card() });
    await expect.poll(() => sees(asked)).toContain("Ready.");
    const { key, answerTo } = await talk.press(asked, "Confirm");
    const said = delivery({ inReplyTo: [key], to: "asker", answerTo, text: "You alone may know." });
    await talk.platform.answer(answerTo, said.reply);
    await expect.poll(() => sees(asked)).toContain("You alone may know.");
    expect(sees(asked, "other")).not.toContain("alone");
  });

  test("a long reply arrives whole and in order", async () => {
    const lines = Array.from({ length: 240 }, (_, index) => `${String(index).padStart(4, "0")} ${"x".repeat(44)}`);
    const asked = await talk.ask("Tell me everything");
    await post(asked, { text: lines.join("\n"), runId: "run_1" });
    await expect.poll(() => sees(asked).split("\n")).toEqual(lines);
  });

  test("a card shows what would be done, as it was and as it will be, and the buttons of who asked", async () => {
    const asked = await talk.ask("Sell 3 Wayfarer");
    await post(asked, { text: "Ready.", card: card() });
    await expect.poll(() => sees(asked)).toContain("Sell 3 × Wayfarer (SG002) at $95.00 = $285.00");
    expect(sees(asked)).toContain("10 → 7");
    expect(buttons(talk.seen(asked, "asker"))).toEqual(["Confirm", "Cancel"]);
    expect(await talk.press(asked, "Confirm")).toMatchObject({ approvalId: "apr_1", decision: "confirm" });
  });

  test("a card that is decided says by whom and has no buttons, wherever it is shown", async () => {
    const asked = await talk.ask("Restock 5 Wayfarer");
    const waiting = card({ id: "apr_2", needs: ["admin"] });
    await post(asked, { text: "It waits for an admin.", card: waiting });
    await post({ ...asked, place: talk.staffPlace, key: "" }, { text: "A card waits for you.", card: waiting });
    await expect.poll(() => buttons(talk.staffSee())).toContain("Approve");
    const decisions = [{ name: "Ada", decision: "approve", at: AT }];
    await talk.redraw({ ...waiting, state: "committed", needs: [], decisions });
    for (const seen of [() => talk.seen(asked, "asker"), () => talk.seen(asked, "other"), talk.staffSee]) {
      expect(buttons(seen())).toEqual([]);
    }
    expect(sees(asked)).toMatch(/Ada approved|Approved by Ada/);
    expect(texts(talk.staffSee())).toMatch(/Ada approved|Approved by Ada/);
  });

  test("that it is worked on is seen while it lasts, and not any more once the answer is there", async () => {
    const asked = await talk.ask("How many Wayfarer are left?");
    talk.platform.progress(aboutOf(talk.platform, asked), PLANNING);
    await expect.poll(() => talk.working(asked)).toHaveLength(1);
    const [sign] = talk.working(asked);
    await post(asked, { text: "There are 10 Wayfarer." });
    await expect.poll(() => sees(asked)).toBe("There are 10 Wayfarer.");
    expect(talk.working(asked)).not.toContain(sign);
  });

  test("a text is shown as it is, whatever stands in it", async () => {
    const text = "3 * 4 _ 5 ~ `6` <b>&amp;</b> [here](https://x.example) > # | @everyone <@1> <!channel> é 🕶️";
    const asked = await talk.ask("Say it");
    await post(asked, { text });
    // Code is seen as such; and a sign that nobody sees may stand between two that would ring together.
    const plain = (shown: string) => shown.replaceAll(/[`\u200b]/g, "");
    await expect.poll(() => plain(sees(asked))).toBe(plain(text));
    expect(talk.pings()).toEqual([]);
  });

  test("a command's talk gets one place, however often it is asked for, and the reply is seen there", async () => {
    const { place, opening } = await talk.command("Restock 5 Wayfarer");
    const opened = await talk.platform.open(place, opening);
    expect(await talk.platform.open(place, opening)).toBe(opened);
    expect(await talk.another.open(place, opening)).toBe(opened);
    expect(talk.openedPlaces()).toBe(1);
    await post({ key: `${talk.platform.name}:command`, place: opened }, { text: "Ready." });
  });

  test("after the end nothing of it goes on", async () => {
    const asked = await talk.ask("How many Wayfarer are left?");
    talk.platform.progress(aboutOf(talk.platform, asked), PLANNING);
    isClosed = true;
    await talk.close();
    talk.platform.progress(aboutOf(talk.platform, asked), PLANNING);
  });

  return () => talk;
}

/** Where the platform is a service of its own that may lose things, refuse them, and be told them twice. */
function chatPromises(technology: Technology<ChatTalk>): void {
  const talk = promises(technology);
  const picture = { name: "chart.png", mediaType: "image/png", bytes: Buffer.from("a picture"), altText: "Aviator: 3" };

  test("a chart is seen as a file, with its words for those who cannot see it", async () => {
    const asked = await talk().ask("Show me the stock");
    const given = delivery({ inReplyTo: [asked.key], text: "Here it is." }, { files: [picture] });
    await talk().platform.post(asked.place, given);
    const files = () =>
      talk()
        .seen(asked, "other")
        .flatMap((seen) => seen.files);
    await expect.poll(files).toMatchObject([{ name: "chart.png", altText: "Aviator: 3" }]);
    expect(Buffer.from(files()[0]?.bytes ?? []).toString()).toBe("a picture");
    expect(texts(talk().seen(asked, "asker"))).toContain("Here it is.");
  });

  test.each([
    ["words", {}],
    ["a long text", { text: "0123456789 ".repeat(900).trim() }],
    ["a card", { text: "Ready.", card: card({ id: "apr_3" }) }],
  ])("%s that were posted by a process that died are not posted again by the next", async (_, changed) => {
    const asked = await talk().ask("How many Wayfarer are left?");
    const given = delivery({ inReplyTo: [asked.key], ...changed });
    await talk().platform.post(asked.place, given);
    const before = talk().seen(asked, "asker");
    await talk().another.post(asked.place, { ...given, isRepeat: true });
    expect(talk().seen(asked, "asker")).toEqual(before);
  });

  test("nor is a reply that took the place of what showed the progress", async () => {
    const asked = await talk().ask("How many Wayfarer are left?");
    talk().platform.progress(aboutOf(talk().platform, asked), PLANNING);
    await expect.poll(() => talk().working(asked)).toHaveLength(1);
    const given = delivery({ inReplyTo: [asked.key], text: "There are 10 Wayfarer." });
    await talk().platform.post(asked.place, given);
    await talk().another.post(asked.place, { ...given, isRepeat: true });
    expect(texts(talk().seen(asked, "asker"))).toBe("There are 10 Wayfarer.");
  });

  test("of a talk on another platform it shows nothing, and asks nothing about it", async () => {
    const [theirs, ours] = [await talk().ask("How many Wayfarer are left?"), await talk().ask("And Aviator?")];
    const before = talk().calls();
    talk().platform.progress({ ...aboutOf(talk().platform, theirs), platform: "elsewhere" }, PLANNING);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(talk().calls()).toBe(before);
    talk().platform.progress(aboutOf(talk().platform, ours), PLANNING);
    await expect.poll(() => talk().working(ours)).toHaveLength(1);
    expect(talk().working(theirs)).toEqual([]);
  });

  test("a place that is gone is given up with a sentence, and not tried again and again", async () => {
    const asked = await talk().ask("How many Wayfarer are left?");
    await talk().platform.post(asked.place, delivery({ inReplyTo: [asked.key] }));
    talk().lose(asked);
    const fault = await talk()
      .platform.post(asked.place, delivery({ text: "Are you there?" }))
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(NeverPosted);
    expect(fault).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test("once the token was taken away, health says so in a sentence, in every process", async () => {
    for (const platform of [talk().platform, talk().another]) await platform.ping();
    talk().revoke();
    for (const platform of [talk().platform, talk().another]) {
      const words = () => platform.ping().then(String, (error: Error) => error.message);
      await expect.poll(words).toMatch(/^[A-Z].*_TOKEN.*\.$/s);
    }
  });

  test("a process that closes it has nothing left to do", async () => {
    const { place } = await talk().ask("Good night");
    const program = join(import.meta.dirname, "../support/closing-chat.ts");
    const ended = await promisify(execFile)(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", program, place],
      {
        env: talk().environment,
        timeout: 60_000,
      },
    );
    expect(ended.stdout).toBe("closed");
  });
}
