// What shall go wrong in; the fault that the next fitting call of the web API meets out.
import type { Fields } from "./fields.ts";

export type ApiFault =
  /** 429, not done. */
  | { kind: "rate-limited"; retryAfterS: number }
  /** Done and answered, only later. */
  | { kind: "stall"; ms: number }
  /** ok:false with this error, not done. */
  | { kind: "error"; error: string }
  /** Not done, e.g. 503. */
  | { kind: "status"; status: number }
  /** Not done; the connection breaks. */
  | { kind: "reset" }
  /** Done, but the caller never learns: no answer, a broken connection, or a gateway's error. */
  | { kind: "done-but-silent" }
  | { kind: "done-but-reset" }
  | { kind: "done-but-status"; status: number };

export interface FaultScope {
  /** For so many calls or deliveries; until the handle ends it unless told. */
  times?: number;
}

export interface FaultHandle {
  /** How many met it. */
  readonly hits: number;
  off(): void;
}

export interface ApiFaults {
  /** Of the methods named (all by default), in the channel named. "response_url" and "upload" count as methods. */
  failCalls(fault: ApiFault, scope?: FaultScope & { method?: string | string[]; channel?: string }): FaultHandle;
  /** Closes the port; what calls meanwhile is refused. Sockets stay. */
  refuseConnections(): Promise<{ off(): Promise<void> }>;
}

export interface FaultList<Fault> {
  add(fault: Fault, fits: (call: Fields) => boolean, times: number): FaultHandle;
  /** The oldest that fits, counted as met. */
  take(call: Fields): Fault | null;
}

export function createFaultList<Fault>(): FaultList<Fault> {
  const active: { fault: Fault; fits: (call: Fields) => boolean; left: number; hits: number }[] = [];
  return {
    add: (fault, fits, times) => {
      const entry = { fault, fits, left: times, hits: 0 };
      active.push(entry);
      return {
        get hits() {
          return entry.hits;
        },
        off: () => {
          entry.left = 0;
        },
      };
    },
    take: (call) => {
      const entry = active.find((one) => one.left > 0 && one.fits(call));
      if (entry === undefined) return null;
      entry.left -= 1;
      entry.hits += 1;
      return entry.fault;
    },
  };
}
