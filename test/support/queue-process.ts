// A process with a worker of its own: tells its parent what it works, and does not do it well.
import { readConfig } from "../../src/config.ts";
import { createBullmqQueue } from "../../src/queue/bullmq.ts";
import { createLog } from "../../src/telemetry/log.ts";

const [redisUrl = "", lockMs, how] = process.argv.slice(2);
const settings = { ...readConfig({}).queue, lockMs: Number(lockMs), stalledMs: Number(lockMs) / 2 };
const BLOCKED_MS = Number(lockMs) * 4;

const queue = createBullmqQueue(redisUrl, settings, createLog("warn"));
let calls = 0;
queue.consume(async (conversationId) => {
  calls++;
  process.send?.({ kind: "began", conversationId });
  // Time for the message to leave before the process stands still.
  await new Promise((resolve) => setTimeout(resolve, 100));
  if (how === "hangs") await new Promise(() => {});
  if (how === "blocks" && calls === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  process.send?.({ kind: "ended", conversationId });
  return null;
});
