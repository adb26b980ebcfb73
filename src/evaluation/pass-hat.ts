// How often each case was tried and passed in; pass^k, the chance that k independent trials of a case all pass, out.

/** Only trials that were held; one that could not be says nothing. */
export interface Tally {
  trials: number;
  passes: number;
}

/**
 * pass^1 to pass^most: the mean over the cases of C(passes, k) / C(trials, k), which is what the share of all choices of k
 * trials is in which each passed. A case with fewer than k trials says nothing about k; where none has as many, the list
 * ends before it.
 */
export function passHat(cases: Tally[], most: number): number[] {
  const shares: number[] = [];
  for (let k = 1; k <= most; k++) {
    const tried = cases.filter(({ trials }) => trials >= k);
    if (tried.length === 0) break;
    shares.push(tried.reduce((sum, one) => sum + allPass(one, k), 0) / tried.length);
  }
  return shares;
}

/** C(passes, k) / C(trials, k), as a product of factors of at most 1: the numbers themselves would soon be too large. */
function allPass({ trials, passes }: Tally, k: number): number {
  let share = 1;
  for (let i = 0; i < k; i++) share *= Math.max(0, passes - i) / (trials - i);
  return share;
}
