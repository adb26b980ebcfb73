import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { QueueUnreachable } from "../../src/queue/bullmq.ts";
import { setUpQueues, workAll } from "../support/redis-queues.ts";
import { hasRedis } from "../support/redis-server.ts";

describe.skipIf(!hasRedis())("the queue while Redis is in trouble", () => {
  const { redis, openQueue } = setUpQueues();

  test("B04: after an outage of Redis work goes on without a restart, and meanwhile the queue says it is down", async () => {
    const queue = openQueue();
    const worked = workAll(queue);
    await queue.wake("before");
    await expect.poll(() => worked).toEqual(["before"]);
    await redis().halt("SIGKILL");
    await sleep(3_000);
    await expect(queue.ping()).rejects.toThrow("Redis does not take wake-ups.");
    await redis().start();
    await expect.poll(() => queue.ping().then(() => "answers"), { timeout: 30_000 }).toBe("answers");
    await queue.wake("after");
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual(["before", "after"]);
  });

  test("B04: work that ends during the outage can ask for more time all the same", async () => {
    const queue = openQueue();
    const worked: string[] = [];
    const gate = Promise.withResolvers<number>();
    queue.consume(async (id) => {
      worked.push(id);
      return worked.length === 1 ? gate.promise : null;
    });
    await queue.wake("a");
    await expect.poll(() => worked).toEqual(["a"]);
    await redis().halt("SIGKILL");
    gate.resolve(10);
    await sleep(500);
    await redis().start();
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual(["a", "a"]);
  });

  test("B07: with Redis down a wake-up is refused within a second and not kept for later", async () => {
    const queue = openQueue();
    const worked = workAll(queue);
    await queue.wake("before");
    await expect.poll(() => worked).toEqual(["before"]);
    await redis().halt();
    const began = performance.now();
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => queue.wake(`lost ${at}`)));
    expect(performance.now() - began).toBeLessThan(1_500);
    const refused = results.filter((each) => each.status === "rejected" && each.reason instanceof QueueUnreachable);
    expect(refused).toHaveLength(results.length);
    await redis().start();
    await expect.poll(() => queue.wake("after").then(() => "taken")).toBe("taken");
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual(["before", "after"]);
  });

  test("B07: with Redis silent a wake-up is refused within a second, and taken once it answers", async () => {
    const queue = openQueue();
    await queue.ping();
    redis().freeze();
    const began = performance.now();
    await expect(queue.wake("a")).rejects.toThrow("Redis does not take wake-ups.");
    expect(performance.now() - began).toBeLessThan(1_500);
    redis().thaw();
    await expect.poll(() => queue.wake("a").then(() => "taken"), { timeout: 10_000 }).toBe("taken");
  });

  test("B13: closing ends also when Redis is gone, with work under way and without", async () => {
    const [busy, idle] = [openQueue(), openQueue()];
    let isStarted = false;
    busy.consume(async (_id, signal) => {
      isStarted = true;
      await once(signal, "abort");
      return null;
    });
    await busy.wake("a");
    await expect.poll(() => isStarted).toBe(true);
    workAll(idle);
    await idle.ping();
    await redis().halt("SIGKILL");
    // One that never had a connection.
    const late = openQueue();
    workAll(late);
    await sleep(500);
    const began = performance.now();
    await Promise.all([busy.close(), idle.close(), late.close()]);
    expect(performance.now() - began).toBeLessThan(5_000);
    await redis().start();
  });

  test("after FLUSHALL, with jobs waiting, under way and put off, later wake-ups work", async () => {
    const queue = openQueue({ concurrency: 1 });
    const worked: string[] = [];
    const gate = Promise.withResolvers<number>();
    queue.consume(async (id) => {
      worked.push(id);
      return id === "a" && worked.length === 1 ? gate.promise : null;
    });
    for (const id of ["a", "b", "c"]) await queue.wake(id);
    await expect.poll(() => worked).toEqual(["a"]);
    await redis().run("FLUSHALL");
    gate.resolve(600_000);
    for (const id of ["a", "b"]) await queue.wake(id);
    await expect.poll(() => worked.toSorted()).toEqual(["a", "a", "b"]);
  });

  test("after all connections are cut work goes on", async () => {
    const queue = openQueue();
    const worked = workAll(queue);
    for (let round = 1; round <= 5; round++) {
      await queue.wake(`round ${round}`);
      await expect.poll(() => worked).toHaveLength(round);
      await redis().run("CLIENT", "KILL", "TYPE", "normal");
      await redis().run("CLIENT", "KILL", "TYPE", "normal");
    }
    await queue.wake("last");
    await expect.poll(() => worked).toHaveLength(6);
  });

  test("a server that takes no writes is noticed, and used again when it does", async () => {
    const queue = openQueue();
    const worked = workAll(queue);
    await queue.ping();
    await redis().run("REPLICAOF", "127.0.0.1", "1");
    await expect(queue.ping()).rejects.toThrow("Redis does not take wake-ups.");
    await expect(queue.wake("a")).rejects.toThrow("Redis does not take wake-ups.");
    await redis().run("REPLICAOF", "NO", "ONE");
    await expect.poll(() => queue.wake("a").then(() => "taken"), { timeout: 10_000 }).toBe("taken");
    await expect.poll(() => worked, { timeout: 30_000 }).toEqual(["a"]);
  });
});
