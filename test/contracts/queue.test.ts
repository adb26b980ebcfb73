import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Config, readConfig } from "../../src/config.ts";
import { createBullmqQueue } from "../../src/queue/bullmq.ts";
import { createInProcessQueue } from "../../src/queue/in-process.ts";
import type { Queue } from "../../src/queue/queue.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { hasRedis, type RedisServer, startRedis } from "../support/redis-server.ts";

// What the worker relies on, whatever the technology: every queue passes this suite.
interface Technology {
  open(): Promise<void>;
  forget(): Promise<unknown>;
  create(changes?: Partial<Config["queue"]>): Queue;
  close(): Promise<void>;
}

const settings = { ...readConfig({}).queue, concurrency: 3, retryMs: 10, longestRetryMs: 50 };
const silent = createLog("silent");

const inProcess: Technology = {
  open: async () => {},
  forget: async () => {},
  create: (changes) => createInProcessQueue({ ...settings, ...changes }),
  close: async () => {},
};

let redis: RedisServer;
const bullmq: Technology = {
  open: async () => {
    redis = await startRedis();
  },
  forget: () => redis.run("FLUSHALL"),
  create: (changes) => createBullmqQueue(redis.url, { ...settings, ...changes }, silent),
  close: () => redis.stop(),
};

describe("in-process", () => promises(inProcess));
describe.skipIf(!hasRedis())("bullmq", () => {
  promises(bullmq);

  test("closing gives unfinished work back: another queue on the same server works it at once", async () => {
    const first = bullmq.create();
    let isStarted = false;
    first.consume(async (_id, signal) => {
      isStarted = true;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return null;
    });
    await first.wake("left behind");
    await expect.poll(() => isStarted).toBe(true);
    await first.close();
    const second = bullmq.create();
    const worked: string[] = [];
    second.consume(async (id) => {
      worked.push(id);
      return null;
    });
    await expect.poll(() => worked, { timeout: 5_000 }).toEqual(["left behind"]);
    await second.close();
  });
});

function promises({ open, forget, create, close }: Technology): void {
  let queue: Queue;
  beforeAll(open);
  beforeEach(async () => {
    await forget();
    queue = create();
  });
  afterEach(() => queue.close());
  afterAll(close);

  test("a conversation woken before anybody works is worked", async () => {
    const worked: string[] = [];
    await queue.wake("a");
    queue.consume(async (id) => {
      worked.push(id);
      return null;
    });
    await expect.poll(() => worked).toEqual(["a"]);
  });

  test("waking twice before the work begins is waking once", async () => {
    const worked: string[] = [];
    for (const id of ["a", "b", "a", "a"]) await queue.wake(id);
    queue.consume(async (id) => {
      worked.push(id);
      return null;
    });
    await expect.poll(() => worked).toHaveLength(2);
    await sleep(300);
    expect(worked.toSorted()).toEqual(["a", "b"]);
  });

  test("one conversation has one worker at a time, several conversations go side by side", async () => {
    let most = 0;
    const running = new Map<string, number>();
    let done = 0;
    let mostInOne = 0;
    queue.consume(async (id) => {
      running.set(id, (running.get(id) ?? 0) + 1);
      mostInOne = Math.max(mostInOne, running.get(id) ?? 0);
      most = Math.max(
        most,
        [...running.values()].reduce((sum, count) => sum + count, 0),
      );
      await sleep(20);
      running.set(id, (running.get(id) ?? 0) - 1);
      done++;
      return null;
    });
    for (let round = 0; round < 5; round++) for (const id of ["a", "b", "c"]) await queue.wake(id);
    await expect.poll(() => done).toBeGreaterThanOrEqual(6);
    expect(mostInOne).toBe(1);
    expect(most).toBeGreaterThan(1);
  });

  test("a wake-up during the work is not lost: the conversation is worked again", async () => {
    let calls = 0;
    queue.consume(async (id) => {
      calls++;
      if (calls === 1) await queue.wake(id);
      return null;
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(2);
  });

  test("a wake-up during work that fails does not wait for the next try", async () => {
    await queue.close();
    queue = create({ retryMs: 600_000, longestRetryMs: 600_000 });
    let calls = 0;
    queue.consume(async (id) => {
      calls++;
      if (calls > 1) return null;
      await queue.wake(id);
      throw new Error("not yet");
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(2);
  });

  test("work that failed is tried again", async () => {
    let calls = 0;
    queue.consume(async () => {
      calls++;
      if (calls < 3) throw new Error("not yet");
      return null;
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(3);
  });

  test("a conversation that asks for more time is worked again when that is over", async () => {
    const at: number[] = [];
    queue.consume(async () => (at.push(performance.now()) < 3 ? 200 : null));
    await queue.wake("a");
    await expect.poll(() => at).toHaveLength(3);
    const [first = 0, , third = 0] = at;
    expect(third - first).toBeGreaterThan(390);
  });

  test("a wake-up while a conversation waits for its time works it at once, and it keeps no slot meanwhile", async () => {
    const worked: string[] = [];
    queue.consume(async (id) => {
      worked.push(id);
      return id === "other" ? null : 600_000;
    });
    for (const id of ["a", "b", "c", "d", "e"]) await queue.wake(id);
    await expect.poll(() => worked).toHaveLength(5);
    await queue.wake("other");
    await queue.wake("a");
    await expect.poll(() => worked).toHaveLength(7);
    expect(worked.slice(5).toSorted()).toEqual(["a", "other"]);
  });

  test("the time asked for last counts", async () => {
    const asked = [600_000, 50, null];
    let calls = 0;
    queue.consume(async () => asked[calls++] ?? null);
    await queue.wake("a");
    await expect.poll(() => calls).toBe(1);
    await queue.wake("a");
    await expect.poll(() => calls).toBe(3);
  });

  test("wake-ups while a conversation waits for its time do not add to how often it is worked later", async () => {
    let calls = 0;
    queue.consume(async () => {
      calls++;
      return 100;
    });
    for (let round = 1; round <= 20; round++) {
      await queue.wake("a");
      await expect.poll(() => calls, { interval: 1 }).toBeGreaterThanOrEqual(round);
    }
    const before = calls;
    await sleep(1_000);
    expect(calls - before).toBeLessThan(25);
  });

  test("a wake-up during work that asks for more time does not wait for it", async () => {
    let calls = 0;
    queue.consume(async (id) => {
      calls++;
      if (calls > 1) return null;
      await queue.wake(id);
      return 600_000;
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(2);
  });

  test("closing tells the running work and waits for it", async () => {
    let ended = false;
    let started = false;
    queue.consume(async (_id, signal) => {
      started = true;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended = true;
      return null;
    });
    await queue.wake("a");
    await expect.poll(() => started).toBe(true);
    await queue.close();
    expect(ended).toBe(true);
    await expect(queue.ping()).rejects.toThrow();
  });
}
