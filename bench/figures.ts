// Samples in, the figures that are printed out.

/** The value below which `share` of the samples lie, rounded to hundredths. */
export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Milliseconds of each of `runs` calls, after `warmUps` that do not count. */
export async function sample(warmUps: number, runs: number, work: (round: number) => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < warmUps + runs; round++) {
    const startedAt = performance.now();
    await work(round);
    if (round >= warmUps) samples.push(performance.now() - startedAt);
  }
  return samples;
}
