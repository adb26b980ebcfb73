// Discord's ids hold the time they were made: an id in, its time out, and the other way round.

const EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

export function timeOf(id: string): Date {
  return new Date(Number(BigInt(id) >> TIME_SHIFT) + EPOCH_MS);
}

/** Every id that was made later is greater. */
export function idAt(time: Date): string {
  return String(BigInt(Math.max(0, time.getTime() - EPOCH_MS)) << TIME_SHIFT);
}

export function isLater(id: string, than: string): boolean {
  return BigInt(id) > BigInt(than);
}

/** For sorting, the oldest first. */
export function byAge(a: { id: string }, b: { id: string }): number {
  if (a.id === b.id) return 0;
  return isLater(a.id, b.id) ? 1 : -1;
}
