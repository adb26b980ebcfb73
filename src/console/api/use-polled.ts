// A read in, its newest value out: read at once, every so often while the page is visible, and on demand.
import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiError, connectionError } from "./api-error.ts";

export interface Polled<Value> {
  value: Value | null;
  /** Why the newest read failed; the last good value stays. */
  problem: ApiError | null;
  refresh: () => void;
}

/** `read` has to be stable (a client's function or useCallback): a new one starts over. */
export function usePolled<Value>(read: () => Promise<Value>, everyMs: number): Polled<Value> {
  const [state, setState] = useState<{ value: Value | null; problem: ApiError | null }>({ value: null, problem: null });
  // Answers may overtake each other: only the one asked for last is shown.
  const newest = useRef(0);

  const refresh = useCallback(() => {
    newest.current += 1;
    const number = newest.current;
    read().then(
      (value) => number === newest.current && setState({ value, problem: null }),
      (cause: unknown) =>
        number === newest.current && setState((before) => ({ ...before, problem: connectionError(cause) })),
    );
  }, [read]);

  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === "visible") refresh();
    };
    refresh();
    const timer = setInterval(refreshIfVisible, everyMs);
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => {
      newest.current += 1;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshIfVisible);
    };
  }, [refresh, everyMs]);

  return { ...state, refresh };
}
