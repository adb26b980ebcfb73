// A seed in, the same draws in the same order on every machine out.
export interface Chance {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** The place of one of the weights, each as likely as it is heavy. */
  weighed(weights: readonly number[]): number;
  /** A whole number around `mean`, as arrivals by chance are. */
  count(mean: number): number;
}

export function createChance(seed: number): Chance {
  let state = seed | 0;
  // mulberry32: 32 bits of state are plenty for what a demo needs.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    happens: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
    weighed: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const place = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return place === -1 ? weights.length - 1 : place;
    },
    count: (mean) => {
      let product = next();
      let count = 0;
      for (const floor = Math.exp(-mean); product > floor; count++) product *= next();
      return count;
    },
  };
}
