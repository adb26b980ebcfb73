import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import type { Platform, Reply } from "../../src/platforms/platform.ts";
import { createRelay, listenToRelay } from "../../src/platforms/relay.ts";
import { connectForAnswers, connectForGood, createFaultLog } from "../../src/queue/redis-connection.ts";
import { inWords } from "../../src/reply.ts";
import type { ApprovalCard, StageMark } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { hasRedis, type RedisServer, startRedis } from "../support/redis-server.ts";

const ANSWER_MS = 800;
const silent = createLog("silent");
const about = { conversationId: "cnv_1", platform: "web", place: "place", keys: ["k1"], language: "en" as const };

const replyTo = (key: string, text = "We have ten."): Reply => ({ ...inWords(text, [key]), runId: "run_1" });

const delivered = (reply: Reply) => ({ id: "out_1", reply, files: [], isRepeat: false });

const CARD: ApprovalCard = {
  id: "apr_1",
  runId: "run_1",
  conversationId: "cnv_1",
  state: "pending",
  needs: ["requester"],
  request: "two, please",
  requester: { name: "Alice", role: "customer", person: "web:demo:alice" },
  language: "en",
  lines: ["Sell 2 × Classic (SG005)"],
  staffLines: ["Sell 2 × Classic (SG005)"],
  remarks: [],
  changes: [{ table: "inventory", key: "SG005", before: { stock: 10 }, after: { stock: 8 } }],
  amount: "120.00",
  expiresAt: "2026-12-01T00:00:00.000Z",
  createdAt: "2026-12-01T00:00:00.000Z",
  decisions: [],
  staleReason: null,
  replacedById: null,
};

/** Notes what it is handed. */
function createRecorder(name: string): Platform & { heard: (string | StageMark | Reply)[] } {
  const heard: (string | StageMark | Reply)[] = [];
  return {
    ...createLocalPlatform(name, { replyMs: 20_000, replyLookMs: 20_000 }),
    heard,
    answer: async (_answerTo, reply) => void heard.push(reply),
    progress: ({ conversationId }, mark) => void heard.push(conversationId, mark),
  };
}

describe.skipIf(!hasRedis())("what one process posts reaches the page of another", () => {
  let redis: RedisServer;
  const connections: { disconnect(): void }[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.disconnect();
  });
  afterAll(() => redis.stop());

  async function openRelay(name: string, url = redis.url): Promise<Platform> {
    const publisher = connectForAnswers(url, ANSWER_MS, createFaultLog(silent));
    connections.push(publisher);
    const relay = createRelay(publisher, name);
    await expect.poll(() => relay.post("nowhere", delivered(replyTo("warm-up"))).then(() => "taken")).toBe("taken");
    return relay;
  }

  async function listen(...locals: Platform[]): Promise<void> {
    const subscriber = connectForGood(redis.url, createFaultLog(silent));
    connections.push(subscriber);
    await listenToRelay(subscriber, locals, silent);
  }

  test("whoever waits on a page gets the reply, with its card, and sees how far it is", async () => {
    const relay = await openRelay("web");
    const page = createLocalPlatform("web", { replyMs: 20_000, replyLookMs: 20_000 });
    await listen(page);
    const marks: StageMark[] = [];
    const waiting = page.replyTo("k1", {
      hand: async () => ({ kind: "stored", conversationId: "cnv_1", isDelayed: false }),
      onStage: (mark) => marks.push(mark),
      look: async () => null,
    });
    const sent: StageMark[] = [
      { stage: "received", atMs: 0 },
      { stage: "repairing", atMs: 5, attempt: 1, attempts: 2 },
      { stage: "delayed", atMs: 9, forMs: 5 },
    ];
    for (const [index, mark] of sent.entries()) {
      relay.progress(about, mark);
      await expect.poll(() => marks).toEqual(sent.slice(0, index + 1));
    }
    const reply = { ...replyTo("k1", "Für Sie: 🕶️"), card: CARD };
    await relay.post("place", delivered(reply));
    expect(await waiting).toEqual(reply);
    expect(marks).toEqual(sent);
  });

  test("every page of that name hears it, in its order, and no other", async () => {
    const relay = await openRelay("web");
    const [first, second, terminal] = [createRecorder("web"), createRecorder("web"), createRecorder("terminal")];
    await listen(first, terminal);
    await listen(second);
    const expected: unknown[] = [];
    for (let at = 0; at < 50; at++) {
      await relay.post("place", delivered(replyTo(`k${at}`)));
      expected.push(replyTo(`k${at}`));
    }
    await expect.poll(() => second.heard).toEqual(expected);
    expect(first.heard).toEqual(expected);
    expect(terminal.heard).toEqual([]);
  });

  test("a reply with a table arrives with it, and one of a process that knows no tables without", async () => {
    const relay = await openRelay("web");
    const page = createRecorder("web");
    await listen(page);
    const table = { columns: ["item", "new"], rows: [["Moon", true, 3, null]] };
    await relay.post("place", delivered({ ...replyTo("k1"), table }));
    const { table: _, ...old } = replyTo("k2");
    await relay.post("place", delivered(old as Reply));
    await expect.poll(() => page.heard).toEqual([{ ...replyTo("k1"), table }, replyTo("k2")]);
  });

  test("of marks that follow each other closely the first and the last are heard, and none after the reply", async () => {
    const relay = await openRelay("web");
    const page = createRecorder("web");
    await listen(page);
    const markAt = (atMs: number): StageMark => ({ stage: "running", atMs });
    for (let at = 0; at < 10; at++) relay.progress(about, markAt(at));
    await expect.poll(() => page.heard).toEqual(["cnv_1", markAt(0), "cnv_1", markAt(9)]);
    page.heard.length = 0;
    for (let at = 0; at < 10; at++) relay.progress(about, markAt(at));
    await relay.post("place", delivered(replyTo("k1")));
    await relay.post("place", delivered(replyTo("k2")));
    await expect.poll(() => page.heard.at(-1)).toEqual(replyTo("k2"));
    expect(page.heard).toEqual(["cnv_1", markAt(0), replyTo("k1"), replyTo("k2")]);
  });

  test("replies are heard again after the connections were cut and after Redis was restarted", async () => {
    const relay = await openRelay("web");
    const page = createRecorder("web");
    await listen(page);
    const disturbances = [
      () => redis.run("CLIENT", "KILL", "TYPE", "pubsub"),
      () => redis.run("CLIENT", "KILL", "TYPE", "normal"),
      async () => {
        await redis.halt("SIGKILL");
        await redis.start();
      },
    ];
    for (const disturb of disturbances) {
      await disturb();
      page.heard.length = 0;
      const postAndCount = () => relay.post("place", delivered(replyTo("k1"))).then(() => page.heard.length);
      // Until the page listens again replies pass it by; whoever waits finds them in the records.
      await expect.poll(postAndCount, { timeout: 30_000 }).toBeGreaterThan(0);
    }
  });

  test("with Redis down a reply is refused soon, so that it is posted again, and progress is lost quietly", async () => {
    const relay = await openRelay("web");
    await redis.halt("SIGKILL");
    const began = performance.now();
    await expect(relay.post("place", delivered(replyTo("k1")))).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(ANSWER_MS * 2);
    relay.progress(about, { stage: "done", atMs: 1 });
    await redis.start();
    await expect.poll(() => relay.post("place", delivered(replyTo("k1"))).then(() => "taken")).toBe("taken");
  });

  test("with Redis silent a reply is refused too", async () => {
    const relay = await openRelay("web");
    redis.freeze();
    const began = performance.now();
    await expect(relay.post("place", delivered(replyTo("k1")))).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(ANSWER_MS * 2);
    redis.thaw();
  });

  test("what no relay sent is passed over", async () => {
    const relay = await openRelay("web");
    const page = createRecorder("web");
    await listen(page);
    const nonsense = ["", "null", "{", '{"kind":"reply","reply":{"inReplyTo":["k1"]}}'];
    for (const text of nonsense) await redis.run("PUBLISH", "tillhand:0:relay:web", text);
    await relay.post("place", delivered(replyTo("k1")));
    await expect.poll(() => page.heard).toEqual([replyTo("k1")]);
  });

  test("two shops on one server, with a database each, do not hear each other", async () => {
    const [own, other] = [await openRelay("web"), await openRelay("web", `${redis.url}/1`)];
    const page = createRecorder("web");
    await listen(page);
    await other.post("place", delivered(replyTo("k1", "of the other shop")));
    await own.post("place", delivered(replyTo("k1", "of this shop")));
    await expect.poll(() => page.heard).toEqual([replyTo("k1", "of this shop")]);
  });
});
