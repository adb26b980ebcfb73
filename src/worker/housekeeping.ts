// The worker's parts in; two rounds that go on until they are stopped out: forgotten work is woken, old talk forgotten.
import type { Queue } from "../queue/queue.ts";
import { forgetBefore } from "../records/retention.ts";
import { sweep } from "./sweep.ts";
import type { WorkerParts } from "./worker.ts";

const DAY_MS = 86_400_000;

/** Resolves, when what was left behind is woken, with the function that stops both. */
export async function startHousekeeping(parts: WorkerParts, queue: Queue): Promise<() => Promise<void>> {
  const { config, log } = parts;
  const stop = new AbortController();
  // At the start, whatever waits was left behind by somebody; later, only what has waited for longer than one round.
  let olderThanMs = 0;
  const sweeping = startRound(config.sweep.everyMs, async () => {
    try {
      await sweep(parts, queue, olderThanMs);
      olderThanMs = config.sweep.everyMs;
    } catch (error) {
      log.error({ err: error }, "sweep failed; the next one tries again");
    }
  });
  const forgetting = startRound(config.retention.everyMs, async () => {
    try {
      await forget(parts, stop.signal);
    } catch (error) {
      log.error({ err: error }, "forgetting old talk failed; the next round tries again");
    }
  });
  await sweeping.first;
  return async () => {
    stop.abort();
    await Promise.all([sweeping.stop(), forgetting.stop()]);
  };
}

/** One round at a time, however long it takes. Stopping waits for the one that runs. */
function startRound(everyMs: number, work: () => Promise<void>): { first: Promise<void>; stop(): Promise<void> } {
  let isRunning = false;
  const round = () => {
    isRunning = true;
    return work().finally(() => {
      isRunning = false;
    });
  };
  const first = round();
  let running = first;
  const timer = setInterval(() => {
    if (!isRunning) running = round();
  }, everyMs);
  timer.unref();
  return {
    first,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function forget({ database, config, clock }: WorkerParts, signal: AbortSignal): Promise<void> {
  const { days, requestsAtOnce } = config.retention;
  const day = new Date(clock().getTime() - days * DAY_MS);
  // In bites, so that nobody waits long; each one makes the rest smaller.
  let forgotten = requestsAtOnce;
  while (forgotten === requestsAtOnce && !signal.aborted) {
    forgotten = await database.transaction((tx) => forgetBefore(tx, day, requestsAtOnce));
  }
}
