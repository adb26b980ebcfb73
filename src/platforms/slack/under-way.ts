// Work that outlives its acknowledgement; awaited when the ear closes.
import { setTimeout as sleep } from "node:timers/promises";

export interface UnderWay {
  track<Result>(work: Promise<Result>): Promise<Result>;
  /** Resolves when all of it has ended, or after this long. */
  settled(mostMs: number): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const works = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      works.add(work);
      const leave = () => void works.delete(work);
      work.then(leave, leave);
      return work;
    },
    settled: async (mostMs) => {
      const late = new AbortController();
      const ended = Promise.allSettled(works).finally(() => late.abort());
      await Promise.race([ended, sleep(mostMs, undefined, { signal: late.signal }).catch(() => {})]);
    },
  };
}

/** Whether the work has ended by then; it goes on if not. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new AbortController();
  const isEnded = work.then(
    () => true,
    () => true,
  );
  const isLate = sleep(ms, false, { signal: late.signal }).catch(() => false);
  const ended = await Promise.race([isEnded, isLate]);
  late.abort();
  return ended;
}
