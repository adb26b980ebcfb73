// A network that swallows everything, and a server that crashes: errors in time, and recovery without a restart.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createStore, hasPostgres, openAt, postgresForThisFile } from "../support/postgres-server.ts";

const CONNECT_MS = 1_000;
const STATEMENT_MS = 1_500;
// Of a busy machine.
const MARGIN_MS = 2_000;
const HEARTBEAT_MS = 5_000;

interface Wire {
  port: number;
  /** What is connected now, oldest first, stays open and carries nothing any more. */
  silence(which: "oldest" | "all"): void;
  /** Whether new connections carry nothing either. */
  silenceNew(isSilent: boolean): void;
  close(): void;
}

async function createWire(serverPort: number): Promise<Wire> {
  let pairs: [Socket, Socket][] = [];
  let newIsSilent = false;
  const listener = createServer((near) => {
    const far = connect(serverPort, "127.0.0.1");
    const pair: [Socket, Socket] = [near, far];
    pairs.push(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (data) => to.write(data));
      from.on("error", () => {});
      from.once("close", () => {
        to.destroy();
        pairs = pairs.filter((other) => other !== pair);
      });
    }
    if (newIsSilent) silencePair(pair);
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const silencePair = (pair: [Socket, Socket]) => {
    for (const socket of pair) socket.removeAllListeners("data").pause();
  };
  return {
    port: address.port,
    silence: (which) => pairs.slice(0, which === "all" ? pairs.length : 1).forEach(silencePair),
    silenceNew: (isSilent) => {
      newIsSilent = isSilent;
    },
    close: () => {
      listener.close();
      for (const socket of pairs.flat()) socket.destroy();
    },
  };
}

describe.skipIf(!hasPostgres())("Postgres", () => {
  const server = postgresForThisFile();
  let wire: Wire;
  let database: Database;

  beforeEach(async () => {
    const url = new URL(await createStore(server()));
    wire = await createWire(server().port);
    url.port = String(wire.port);
    database = await openAt(url.href, {
      settings: { pool: 2, connectMs: CONNECT_MS, statementMs: STATEMENT_MS },
      limits: { maxWaitMs: 10_000 },
    });
  });
  afterEach(async () => {
    await database.close();
    wire.close();
  });

  const sellOne = () =>
    database.transaction((tx) =>
      tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: { decrement: 1 } } }),
    );
  const stock = async () =>
    (await database.client.item.findUniqueOrThrow({ where: { itemId: "SG001" } })).quantityInStock;
  /** Milliseconds until it has settled. */
  async function timed(work: Promise<unknown>): Promise<number> {
    const start = performance.now();
    await Promise.allSettled([work]);
    return performance.now() - start;
  }
  const openBoth = () => Promise.all([database.client.$queryRaw`SELECT 1`, database.client.$queryRaw`SELECT 2`]);

  test("B35: ten jobs, two connections, one of them silent: one error in time, nine done, and then all well", async () => {
    await openBoth();
    const before = await stock();
    wire.silence("oldest");
    const jobs = Array.from({ length: 10 }, sellOne);
    // The nine are through; the silent connection is still counted as used.
    await expect.poll(() => database.pool(), { timeout: STATEMENT_MS }).toEqual({ used: 1, idle: 1, waiting: 0 });
    const took = await timed(Promise.allSettled(jobs));
    expect(took).toBeLessThan(STATEMENT_MS + MARGIN_MS);
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.filter((outcome) => outcome.status === "rejected")).toHaveLength(1);
    expect(database.pool()).toMatchObject({ used: 0, waiting: 0 });
    await Promise.all(Array.from({ length: 10 }, sellOne));
    expect(await stock()).toBe(before - 19);
  });

  test("B35: a connection that falls silent within a transaction takes the transaction with it, and is not used again", async () => {
    const before = await stock();
    const cut = database.transaction(async (tx) => {
      await tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: 0 } });
      wire.silence("all");
      await tx.item.count();
    });
    const took = await timed(cut);
    expect(took).toBeLessThan(STATEMENT_MS + MARGIN_MS);
    await expect(cut).rejects.toMatchObject({ code: "P1008" });
    expect(database.pool()).toEqual({ used: 0, idle: 0, waiting: 0 });
    expect(await stock()).toBe(before);
  });

  test("B35: while nothing gets through, all fail in time and so does the ping; afterwards all is well again", async () => {
    await openBoth();
    wire.silenceNew(true);
    wire.silence("all");
    const jobs = Array.from({ length: 4 }, sellOne);
    const [took, pingTook] = await Promise.all([timed(Promise.allSettled(jobs)), timed(database.ping())]);
    // Two on the silent connections, then two that cannot connect.
    expect(took).toBeLessThan(STATEMENT_MS + 2 * CONNECT_MS + MARGIN_MS);
    expect(pingTook).toBeLessThan(CONNECT_MS + MARGIN_MS);
    expect((await Promise.allSettled(jobs)).every((outcome) => outcome.status === "rejected")).toBe(true);
    await expect(database.ping()).rejects.toThrow();
    wire.silenceNew(false);
    await sleep(CONNECT_MS);
    await database.ping();
    await sellOne();
  });

  test("a hold on a connection that fell silent is told to be lost, and others can be had on a new one", async () => {
    const { promise: lost, resolve } = Promise.withResolvers<string>();
    const held = database.exclusively("conversation-1", async (signal) => {
      signal.addEventListener("abort", () => resolve("lost"));
      wire.silence("all");
      return lost;
    });
    const took = await timed(held);
    expect(took).toBeLessThan(HEARTBEAT_MS + CONNECT_MS + MARGIN_MS);
    expect(await held).toBe("lost");
    // The server has not noticed that we are gone, and keeps the lock from everybody until it does.
    expect(await database.exclusively("conversation-1", async () => "mine")).toBe(null);
    expect(await database.exclusively("conversation-2", async () => "mine")).toBe("mine");
  });

  test("a hold that cannot be asked for in time is an error, not a refusal", async () => {
    await database.exclusively("conversation-1", async () => {});
    wire.silenceNew(true);
    wire.silence("all");
    const asked = database.exclusively("conversation-1", async () => "mine");
    expect(await timed(asked)).toBeLessThan(CONNECT_MS + MARGIN_MS);
    await expect(asked).rejects.toThrow();
    const again = database.exclusively("conversation-1", async () => "mine");
    expect(await timed(again)).toBeLessThan(CONNECT_MS + MARGIN_MS);
    await expect(again).rejects.toThrow();
  });

  test("closing does not wait for a silent server", async () => {
    await database.exclusively("conversation-1", openBoth);
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const running = database.transaction(async (tx) => {
      await tx.item.count();
      begin();
      await tx.$queryRaw`SELECT 1 AS slept FROM pg_sleep(60)`;
    });
    const ended = expect(running).rejects.toThrow();
    await begun;
    wire.silenceNew(true);
    wire.silence("all");
    expect(await timed(database.close())).toBeLessThan(CONNECT_MS + MARGIN_MS);
    await ended;
    database = { ...database, close: async () => {} };
  });
});

describe.skipIf(!hasPostgres())("a Postgres that goes away", () => {
  const server = postgresForThisFile();

  test.each(["immediate", "fast"] as const)(
    "restarted (%s) during transactions: each is done or rejected, none by half, and work goes on after",
    async (mode) => {
      const database = await openAt(await createStore(server()), { settings: { pool: 4 } });
      await database.client.item.updateMany({ data: { quantityInStock: 100_000 } });
      const sum = async () => (await database.client.item.aggregate({ _sum: { quantityInStock: true } }))._sum;
      const { quantityInStock: before } = await sum();
      let isOver = false;
      let done = 0;
      let rejected = 0;
      const moveOne = () =>
        database.transaction(async (tx) => {
          await tx.item.update({ where: { itemId: "SG001" }, data: { quantityInStock: { increment: 1 } } });
          await sleep(2);
          await tx.item.update({ where: { itemId: "SG002" }, data: { quantityInStock: { decrement: 1 } } });
        });
      const worker = async () => {
        while (!isOver) {
          try {
            await moveOne();
            done++;
          } catch {
            rejected++;
            await sleep(20);
          }
        }
      };
      const workers = Promise.all([worker(), worker(), worker(), worker()]);
      const held = database.exclusively("conversation-1", async (lost) => {
        await once(lost, "abort");
        return "lost";
      });
      await expect.poll(() => done).toBeGreaterThan(5);
      await server().restart(mode);
      const doneBefore = done;
      await expect.poll(() => done).toBeGreaterThan(doneBefore + 5);
      isOver = true;
      await workers;
      expect(rejected).toBeGreaterThan(0);
      expect((await sum()).quantityInStock).toBe(before);
      expect(await held).toBe("lost");
      expect(await database.exclusively("conversation-1", async () => "mine")).toBe("mine");
      await database.ping();
      await database.close();
    },
  );

  test("gone for good: statements reject, and closing still ends", async () => {
    const database = await openAt(await createStore(server()));
    await database.exclusively("conversation-1", () => database.ping());
    await server().halt("immediate");
    await expect(database.ping()).rejects.toThrow();
    await expect(database.transaction((tx) => tx.item.count())).rejects.toThrow();
    await expect(database.exclusively("conversation-1", async () => {})).rejects.toThrow();
    await database.close();
    await server().start();
  });
});
