// Milliseconds and the caller's signal in; one signal over every wait of a call out.

export interface TimeBudget {
  /** Aborts when the time is spent or the caller aborts, whichever comes first. */
  signal: AbortSignal;
  isSpent(): boolean;
  leftMs(): number;
  /** Stops the clock. Must be called when the work is over. */
  close(): void;
}

export function startTimeBudget(ms: number, caller: AbortSignal | null): TimeBudget {
  const clock = new AbortController();
  const endsAt = performance.now() + ms;
  // Not AbortSignal.timeout: its timer lets the process exit while somebody still waits for the answer.
  const timer = setTimeout(() => clock.abort(), ms);
  return {
    signal: caller === null ? clock.signal : AbortSignal.any([clock.signal, caller]),
    isSpent: () => clock.signal.aborted,
    leftMs: () => Math.max(0, endsAt - performance.now()),
    close: () => clearTimeout(timer),
  };
}
