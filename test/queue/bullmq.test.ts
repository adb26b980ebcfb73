import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { LOCK_MS, setUpQueues, workAll } from "../support/redis-queues.ts";
import { hasRedis } from "../support/redis-server.ts";

describe.skipIf(!hasRedis())("the queue on Redis", () => {
  const { redis, openQueue, startProcess, leftovers } = setUpQueues();

  test("B01: while a worker stands still beyond its lock another one takes the work, and the late end harms nobody", async () => {
    const { child, messages } = startProcess("blocks");
    const queue = openQueue();
    await queue.wake("a");
    await expect.poll(() => messages.map(({ kind }) => kind)).toEqual(["began"]);
    const worked = workAll(queue);
    await expect.poll(() => worked).toEqual(["a"]);
    await expect.poll(() => messages.map(({ kind }) => kind)).toEqual(["began", "ended"]);
    await queue.wake("b");
    await expect.poll(() => worked.length + messages.length).toBeGreaterThanOrEqual(4);
    expect(child.exitCode).toBeNull();
    await expect.poll(leftovers).toEqual([0, 0, 0]);
  });

  test("B03: what a killed process was working is worked once more by the next, which stays up", async () => {
    const { child, messages } = startProcess("hangs");
    const queue = openQueue();
    await queue.wake("a");
    await expect.poll(() => messages).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    const worked = workAll(queue);
    await expect.poll(() => worked).toEqual(["a"]);
    await queue.wake("b");
    await expect.poll(() => worked).toEqual(["a", "b"]);
    await sleep(LOCK_MS * 2);
    expect(worked).toEqual(["a", "b"]);
  });

  test("B03: a wake-up while the killed process still counts as working is not lost", async () => {
    const { child, messages } = startProcess("hangs");
    const queue = openQueue();
    await queue.wake("a");
    await expect.poll(() => messages).toHaveLength(1);
    child.kill("SIGKILL");
    await queue.wake("a");
    const worked = workAll(queue);
    await expect.poll(() => worked.length).toBeGreaterThanOrEqual(1);
    await expect.poll(leftovers).toEqual([0, 0, 0]);
  });

  test("B03: a job taken away while it is worked ends quietly, and its conversation can be woken again", async () => {
    const queue = openQueue();
    const worked: string[] = [];
    const gate = Promise.withResolvers<null>();
    queue.consume(async (id) => {
      worked.push(id);
      return worked.length === 1 ? gate.promise : null;
    });
    await queue.wake("a");
    await expect.poll(() => worked).toHaveLength(1);
    for (const key of (await redis().run("KEYS", "tillhand:conversations:wake-*")) as string[])
      await redis().run("DEL", key);
    gate.resolve(null);
    await queue.wake("a");
    await expect.poll(() => worked).toEqual(["a", "a"]);
    // What the list of active jobs still names has lost its data, and is put away.
    await expect.poll(leftovers).toEqual([0, 0, 0]);
    expect(worked).toEqual(["a", "a"]);
  });

  test("B09: any string names a conversation", async () => {
    const queue = openQueue();
    const ids = [
      "1234567890123456789",
      "0",
      "0:1",
      "slack:T1:C1:17.5",
      "🕶️ à la carte",
      "\ud800",
      "\udfff",
      "a".repeat(5_000),
    ];
    for (const id of ids) await queue.wake(id);
    const worked = workAll(queue);
    await expect.poll(() => worked).toHaveLength(ids.length);
    expect(worked.toSorted()).toEqual(ids.toSorted());
  });

  test("B10: a conversation whose job is done is worked again when it is woken again", async () => {
    const queue = openQueue();
    const worked = workAll(queue);
    await queue.wake("a");
    await expect.poll(() => worked).toHaveLength(1);
    await expect.poll(() => redis().run("KEYS", "tillhand:conversations:wake-*")).toEqual([]);
    await queue.wake("a");
    await expect.poll(() => worked).toHaveLength(2);
  });

  test("B13: closing ends quickly, tells the work, and the next queue works what was left", async () => {
    const first = openQueue();
    const aborted: boolean[] = [];
    let isStarted = false;
    first.consume(async (_id, signal) => {
      isStarted = true;
      await once(signal, "abort");
      aborted.push(signal.aborted);
      throw new Error("stopped");
    });
    await first.wake("a");
    await expect.poll(() => isStarted).toBe(true);
    const began = performance.now();
    await first.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(aborted).toEqual([true]);
    const worked = workAll(openQueue({ lockMs: 600_000, stalledMs: 600_000 }));
    await expect.poll(() => worked, { timeout: 5_000 }).toEqual(["a"]);
    await expect(first.wake("a")).rejects.toThrow("The queue is closed.");
  });
});
