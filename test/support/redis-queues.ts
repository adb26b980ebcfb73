// Queues on a throwaway Redis server for the tests of the queue, and processes that work them badly.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Config, readConfig } from "../../src/config.ts";
import { createBullmqQueue } from "../../src/queue/bullmq.ts";
import type { Queue } from "../../src/queue/queue.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

export const LOCK_MS = 1_000;
const settings = { ...readConfig({}).queue, retryMs: 50, lockMs: LOCK_MS, stalledMs: LOCK_MS / 2 };

interface Message {
  kind: "began" | "ended";
  conversationId: string;
}

interface Bench {
  redis(): RedisServer;
  openQueue(changes?: Partial<Config["queue"]>): Queue;
  startProcess(how: "hangs" | "blocks"): { child: ChildProcess; messages: Message[] };
  /** Whether jobs wait, are worked and are put off, as Redis has it: [0, 0, 0] when nothing is left. */
  leftovers(): Promise<unknown[]>;
}

/** Empties the server before each test; afterwards closes what was opened and asks that nothing went astray. */
export function setUpQueues(): Bench {
  let redis: RedisServer;
  const queues: Queue[] = [];
  const children: ChildProcess[] = [];
  const stray: unknown[] = [];
  const keep = (error: unknown) => void stray.push(error);

  beforeAll(async () => {
    redis = await startRedis();
    process.on("unhandledRejection", keep);
    process.on("uncaughtException", keep);
  });
  beforeEach(() => redis.run("FLUSHALL"));
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.close();
    for (const child of children.splice(0)) child.kill("SIGKILL");
    expect(stray.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    process.off("unhandledRejection", keep);
    process.off("uncaughtException", keep);
    await redis.stop();
  });

  return {
    redis: () => redis,
    openQueue: (changes = {}) => {
      const queue = createBullmqQueue(redis.url, { ...settings, ...changes }, createLog("silent"));
      queues.push(queue);
      return queue;
    },
    startProcess: (how) => {
      const path = fileURLToPath(import.meta.resolve("./queue-process.ts"));
      const child = fork(path, [redis.url, String(LOCK_MS), how], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
      children.push(child);
      const messages: Message[] = [];
      child.on("message", (message: Message) => messages.push(message));
      return { child, messages };
    },
    leftovers: () =>
      Promise.all(["wait", "active", "delayed"].map((list) => redis.run("EXISTS", `tillhand:conversations:${list}`))),
  };
}

/** What it works is in the list as it begins. */
export function workAll(queue: Queue, worked: string[] = []): string[] {
  queue.consume(async (id) => {
    worked.push(id);
    return null;
  });
  return worked;
}
