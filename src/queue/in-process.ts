// Wake-ups in memory: the queue of the embedded preset. What a crash forgets, the sweeper wakes again.
import type { Queue, WorkAgain } from "./queue.ts";

export function createInProcessQueue(limits: { concurrency: number; retryMs: number; longestRetryMs: number }): Queue {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const failures = new Map<string, number>();
  const stop = new AbortController();
  let work: ((conversationId: string, signal: AbortSignal) => Promise<WorkAgain>) | null = null;

  function next(): void {
    if (work === null || stop.signal.aborted) return;
    for (const conversationId of waiting) {
      if (running.size >= limits.concurrency) return;
      // A conversation woken while it is worked stays waiting: its turn comes when this one ends.
      if (running.has(conversationId)) continue;
      waiting.delete(conversationId);
      running.set(conversationId, runOne(work, conversationId));
    }
  }

  async function runOne(handle: NonNullable<typeof work>, conversationId: string): Promise<void> {
    try {
      const againMs = await handle(conversationId, stop.signal);
      failures.delete(conversationId);
      if (againMs !== null) wakeAfter(conversationId, againMs);
    } catch {
      // The worker has logged it; the queue's part is to come back later.
      const failed = failures.get(conversationId) ?? 0;
      failures.set(conversationId, failed + 1);
      wakeAfter(conversationId, Math.min(limits.retryMs * 2 ** failed, limits.longestRetryMs));
    } finally {
      running.delete(conversationId);
      next();
    }
  }

  function wakeAfter(conversationId: string, ms: number): void {
    if (stop.signal.aborted) return;
    // The newest wish counts: were older ones kept, each wake-up in between would add one more round for ever.
    clearTimeout(timers.get(conversationId));
    const timer = setTimeout(() => {
      timers.delete(conversationId);
      waiting.add(conversationId);
      next();
    }, ms);
    timers.set(conversationId, timer);
  }

  return {
    wake: async (conversationId) => {
      waiting.add(conversationId);
      next();
    },
    consume: (handle) => {
      work = handle;
      next();
    },
    ping: async () => {
      if (stop.signal.aborted) throw new Error("The queue is closed.");
    },
    close: async () => {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
