import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createLocalPlatform, type LocalPlatform } from "../../src/platforms/local.ts";
import type { Platform, Reply } from "../../src/platforms/platform.ts";
import { createRelay, listenToRelay } from "../../src/platforms/relay.ts";
import { connectForAnswers, connectForGood, createFaultLog } from "../../src/queue/redis-connection.ts";
import type { StageMark } from "../../src/report.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { hasRedis, type RedisServer, startRedis } from "../support/redis-server.ts";

const silent = createLog("silent");
const replyTo = (key: string, text = "We have ten."): Reply => ({
  inReplyTo: [key],
  runId: "run_1",
  text,
  card: null,
  newCard: null,
});

describe.skipIf(!hasRedis())("a reply made in one process reaches the page of another", () => {
  let redis: RedisServer;
  const connections: { disconnect(): void }[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.disconnect();
  });
  afterAll(() => redis.stop());

  function openRelay(name: string, url = redis.url): Platform {
    const publisher = connectForAnswers(url, 800, createFaultLog(silent));
    connections.push(publisher);
    return createRelay(publisher, name);
  }

  /** A process with the page. */
  async function openPage(...names: string[]): Promise<LocalPlatform[]> {
    const subscriber = connectForGood(redis.url, createFaultLog(silent));
    connections.push(subscriber);
    const locals = names.map(createLocalPlatform);
    await listenToRelay(subscriber, locals, silent);
    return locals;
  }

  /** Somebody waits on `page` for the reply to `key`; `ready` once the wait has begun. */
  function wait(page: LocalPlatform | undefined, key: string, onStage: (mark: StageMark) => void = () => {}) {
    if (page === undefined) throw new Error("no page");
    return page.replyTo(
      key,
      async () => ({ kind: "received", conversationId: "cnv_1", isNew: true }) as never,
      onStage,
    );
  }

  async function postUntilTaken(relay: Platform, reply: Reply): Promise<void> {
    await expect.poll(() => relay.post("place", reply).then(() => "taken"), { timeout: 20_000 }).toBe("taken");
  }

  test("the reply comes to whoever waits for it, on every page that hears it, and to nobody else", async () => {
    const [page] = await openPage("web", "terminal");
    const [otherPage] = await openPage("web");
    const relay = openRelay("web");
    const replies = [wait(page, "k1"), wait(otherPage, "k1")];
    const stranger = vi.fn();
    wait(page, "k2").then(stranger, stranger);
    await postUntilTaken(relay, replyTo("k1", "Für Sie: 🕶️"));
    expect(await Promise.all(replies)).toEqual([replyTo("k1", "Für Sie: 🕶️"), replyTo("k1", "Für Sie: 🕶️")]);
    expect(stranger).not.toHaveBeenCalled();
    await page?.close();
  });

  test("progress comes before the reply, in its order", async () => {
    const [, terminal] = await openPage("web", "terminal");
    const relay = openRelay("terminal");
    await postUntilTaken(relay, replyTo("warm-up"));
    const marks: StageMark[] = [];
    const reply = wait(terminal, "k1", (mark) => marks.push(mark));
    const sent: StageMark[] = [
      { stage: "received", atMs: 0 },
      { stage: "repairing", atMs: 5, attempt: 1, attempts: 2 },
      { stage: "done", atMs: 9 },
    ];
    for (const mark of sent) relay.progress({ conversationId: "cnv_1", keys: ["k1"] }, mark);
    await relay.post("place", replyTo("k1"));
    await reply;
    expect(marks).toEqual(sent);
  });

  test("a card comes as it was sent", async () => {
    const [page] = await openPage("web");
    const relay = openRelay("web");
    const card = {
      id: "apr_1",
      runId: "run_1",
      conversationId: "cnv_1",
      state: "pending" as const,
      needs: ["requester" as const],
      request: "two, please",
      requester: { name: "Alice", role: "customer", person: "web:demo:alice" },
      lines: ["Sell 2 × Classic (SG005)"],
      remarks: [],
      changes: [{ table: "inventory" as const, key: "SG005", before: { stock: 10 }, after: { stock: 8 } }],
      amount: "120.00",
      expiresAt: "2026-12-01T00:00:00.000Z",
      createdAt: "2026-12-01T00:00:00.000Z",
      decisions: [],
      staleReason: null,
      replacedById: null,
    };
    const reply = wait(page, "k1");
    await postUntilTaken(relay, { ...replyTo("k1"), card });
    expect(await reply).toEqual({ ...replyTo("k1"), card });
  });

  test("replies are heard again after the subscription was cut and after Redis was restarted", async () => {
    const [page] = await openPage("web");
    const relay = openRelay("web");
    await postUntilTaken(relay, replyTo("warm-up"));
    const disturbances = [
      () => redis.run("CLIENT", "KILL", "TYPE", "pubsub"),
      async () => {
        await redis.halt("SIGKILL");
        await redis.start();
      },
    ];
    for (const [at, disturb] of disturbances.entries()) {
      await disturb();
      const heard = vi.fn();
      wait(page, `k${at}`).then(heard, heard);
      // Until the page listens again replies pass it by; the outbox and the records make up for that.
      await expect
        .poll(() => relay.post("place", replyTo(`k${at}`)).then(() => heard.mock.calls.length), { timeout: 30_000 })
        .toBe(1);
    }
  });

  test("with Redis down a reply is refused, so that it is posted again later, and progress is lost quietly", async () => {
    const relay = openRelay("web");
    await postUntilTaken(relay, replyTo("warm-up"));
    await redis.halt("SIGKILL");
    const began = performance.now();
    await expect(relay.post("place", replyTo("k1"))).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(1_500);
    relay.progress({ conversationId: "cnv_1", keys: ["k1"] }, { stage: "done", atMs: 1 });
    await redis.start();
    await postUntilTaken(relay, replyTo("k1"));
  });

  test("what was not sent by a relay is passed over", async () => {
    const [page] = await openPage("web");
    const relay = openRelay("web");
    const reply = wait(page, "k1");
    for (const nonsense of ["", "null", "{", '{"kind":"reply","place":"p","reply":{"inReplyTo":["k1"]}}'])
      await redis.run("PUBLISH", "tillhand:0:relay:web", nonsense);
    await postUntilTaken(relay, replyTo("k1"));
    expect(await reply).toEqual(replyTo("k1"));
  });

  test("two shops on one server with a database each do not hear each other", async () => {
    const [page] = await openPage("web");
    const foreign = openRelay("web", `${redis.url}/1`);
    const own = openRelay("web");
    const reply = wait(page, "k1");
    await postUntilTaken(foreign, replyTo("k1", "of the other shop"));
    await postUntilTaken(own, replyTo("k1", "of this shop"));
    expect(await reply).toMatchObject({ text: "of this shop" });
  });
});
