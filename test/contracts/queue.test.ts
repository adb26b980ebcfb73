import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createInProcessQueue } from "../../src/queue/in-process.ts";
import type { Queue } from "../../src/queue/queue.ts";

// What the worker relies on, whatever the technology: every queue passes this suite.
const QUEUES: { [name: string]: () => Queue } = {
  "in-process": () => createInProcessQueue({ concurrency: 3, retryMs: 10, longestRetryMs: 50 }),
};

describe.each(Object.entries(QUEUES))("%s", (_name, create) => {
  let queue: Queue;
  beforeEach(() => {
    queue = create();
  });
  afterEach(() => queue.close());

  test("a conversation woken before anybody works is worked", async () => {
    const worked: string[] = [];
    await queue.wake("a");
    queue.consume(async (id) => void worked.push(id));
    await expect.poll(() => worked).toEqual(["a"]);
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
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.set(id, (running.get(id) ?? 0) - 1);
      done++;
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
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(2);
  });

  test("work that failed is tried again", async () => {
    let calls = 0;
    queue.consume(async () => {
      calls++;
      if (calls < 3) throw new Error("not yet");
    });
    await queue.wake("a");
    await expect.poll(() => calls).toBe(3);
  });

  test("closing tells the running work and waits for it", async () => {
    let ended = false;
    let started = false;
    queue.consume(async (_id, signal) => {
      started = true;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended = true;
    });
    await queue.wake("a");
    await expect.poll(() => started).toBe(true);
    await queue.close();
    expect(ended).toBe(true);
    await expect(queue.ping()).rejects.toThrow();
  });
});
