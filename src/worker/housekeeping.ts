// The worker's parts in; two rounds that go on until they are stopped out: forgotten work is woken, old talk forgotten.
import type { Queue } from "../queue/queue.ts";
import { forgetBefore } from "../records/retention.ts";
import { sweep } from "./sweep.ts";
import type { WorkerParts } from "./worker.ts";

const DAY_MS = 86_400_000;

/** Resolves, after the first round of each, with the function that stops them. */
export async function startHousekeeping(parts: WorkerParts, queue: Queue): Promise<() => Promise<void>> {
  const { config, log } = parts;
  // At the start, whatever waits was left behind by somebody; later, only what has waited for longer than one round.
  let olderThanMs = 0;
  const stopSweeping = await startRound(config.sweep.everyMs, async () => {
    try {
      await sweep(parts, queue, olderThanMs);
      olderThanMs = config.sweep.everyMs;
    } catch (error) {
      log.error({ err: error }, "sweep failed; the next one tries again");
    }
  });
  const stopForgetting = await startRound(config.retention.everyMs, async () => {
    try {
      await forget(parts);
    } catch (error) {
      log.error({ err: error }, "forgetting old talk failed; the next round tries again");
    }
  });
  return async () => void (await Promise.all([stopSweeping(), stopForgetting()]));
}

/** One round at a time, however long it takes. Stopping waits for the one that runs. */
async function startRound(everyMs: number, work: () => Promise<void>): Promise<() => Promise<void>> {
  let running = work();
  await running;
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = work().finally(() => {
      isRunning = false;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function forget({ database, config, clock }: WorkerParts): Promise<void> {
  const { days, requestsAtOnce } = config.retention;
  const day = new Date(clock().getTime() - days * DAY_MS);
  // In bites, so that nobody waits long; each one makes the rest smaller.
  while ((await database.transaction((tx) => forgetBefore(tx, day, requestsAtOnce))) === requestsAtOnce);
}
