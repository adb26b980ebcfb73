// Ids as Discord makes them out: the time in the upper bits, so that sorting by id is sorting by time.

const EPOCH_MS = 1_420_070_400_000n;

/** Every id is greater than all before it. */
export function createIds(): () => string {
  let last = 0n;
  return () => {
    const now = (BigInt(Date.now()) - EPOCH_MS) << 22n;
    last = now > last ? now : last + 1n;
    return String(last);
  };
}

export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH_MS);
}

/** For sorting: below zero if `a` is the older one. */
export function compareIds(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000+00:00");
}
