// Work that was begun and nobody waits for: whether some is left, since when, and an end to wait for.
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../telemetry/log.ts";

export interface UnderWay {
  /** `holdsNote`: what arrived with it counts as heard only once it is done. */
  run(work: () => Promise<void>, options: { holdsNote: boolean }): void;
  oldestMs(): number | null;
  /** Resolves when nothing is left, or after that time. */
  allDone(withinMs: number): Promise<void>;
}

export function createUnderWay(clock: () => Date, log: Log): UnderWay {
  const all = new Map<Promise<void>, number | null>();
  return {
    run: (work, { holdsNote }) => {
      // Also what throws at once is a rejection here, and ends nothing.
      const mine = Promise.try(work)
        .catch((error) => log.error({ err: error }, "something that came from Discord could not be handled"))
        .then(() => void all.delete(mine));
      all.set(mine, holdsNote ? clock().getTime() : null);
    },
    oldestMs: () => {
      const begun = [...all.values()].filter((ms) => ms !== null);
      return begun.length === 0 ? null : Math.min(...begun);
    },
    allDone: async (withinMs) => {
      const over = new AbortController();
      const late = sleep(withinMs, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([Promise.all(all.keys()), late]);
      over.abort();
    },
  };
}
