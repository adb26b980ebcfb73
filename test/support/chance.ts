// A seed in, the same numbers in every run of a test out: 0 to 1, never 1.
export type Chance = () => number;

export function createChance(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
