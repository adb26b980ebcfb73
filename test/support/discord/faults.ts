// What goes wrong, and for which calls and events, until it is switched off; each fault keeps count of its hits.

export type RestFault =
  /** 429; `scope` as Discord names whose limit it was. */
  | { kind: "rate-limit"; retryAfterMs: number; scope?: "user" | "shared" | "global" }
  /** Waits, then serves as usual if the caller is still there. */
  | { kind: "stall"; ms: number }
  /** Does it at once, and answers only after this time. */
  | { kind: "slow-answer"; ms: number }
  /** Does it, then cuts the connection. */
  | { kind: "answer-lost" }
  /** Cuts the connection and does nothing. */
  | { kind: "reset" }
  /** As 502; with `isDone` although the call was carried out. */
  | { kind: "status"; status: number; isDone?: boolean }
  /** A refusal of Discord's, as 50013; 400 unless told otherwise. */
  | { kind: "error"; code: number; status?: number };

type EventFault =
  | { kind: "drop" }
  | { kind: "duplicate"; times: number }
  | { kind: "late"; ms: number }
  /** Arrives after the next event that this fault is not for. */
  | { kind: "swap" };

interface CallFilter {
  method?: string;
  /** As in the call log, e.g. "/channels/:channel/messages". */
  route?: string;
  channelId?: string;
  /** For so many calls; without it until switched off. */
  times?: number;
}

interface EventFilter {
  /** E.g. "MESSAGE_CREATE". */
  event?: string;
  channelId?: string;
  times?: number;
}

interface FaultHandle {
  hits: number;
  off(): void;
}

export interface Faults {
  rest(fault: RestFault, filter?: CallFilter): FaultHandle;
  events(fault: EventFault, filter?: EventFilter): FaultHandle;
  /** Everything is well again. */
  off(): void;
}

interface Active<Fault, Filter extends { times?: number }> extends FaultHandle {
  fault: Fault;
  filter: Filter;
}

/** The two takers are asked for each call and each event; they count. */
export interface FaultBook extends Faults {
  takeForCall(call: { method: string; route: string; channelId: string | null }): RestFault | null;
  takeForEvent(event: { name: string; channelId: string | null }): EventFault | null;
}

export function createFaults(): FaultBook {
  const calls: Active<RestFault, CallFilter>[] = [];
  const events: Active<EventFault, EventFilter>[] = [];

  function add<Fault, Filter extends { times?: number }>(
    list: Active<Fault, Filter>[],
    fault: Fault,
    filter: Filter,
  ): FaultHandle {
    const handle: Active<Fault, Filter> = {
      fault,
      filter,
      hits: 0,
      off: () => {
        const place = list.indexOf(handle);
        if (place !== -1) list.splice(place, 1);
      },
    };
    list.push(handle);
    return handle;
  }

  function take<Fault, Filter extends { times?: number }>(
    list: Active<Fault, Filter>[],
    isFor: (filter: Filter) => boolean,
  ): Fault | null {
    const found = list.find((one) => isFor(one.filter));
    if (found === undefined) return null;
    found.hits++;
    if (found.hits >= (found.filter.times ?? Number.POSITIVE_INFINITY)) found.off();
    return found.fault;
  }

  const fits = <T>(wanted: T | undefined, is: T | null) => wanted === undefined || wanted === is;

  return {
    rest: (fault, filter = {}) => add(calls, fault, filter),
    events: (fault, filter = {}) => add(events, fault, filter),
    off: () => {
      calls.length = 0;
      events.length = 0;
    },
    takeForCall: (call) =>
      take(
        calls,
        (filter) =>
          fits(filter.method, call.method) && fits(filter.route, call.route) && fits(filter.channelId, call.channelId),
      ),
    takeForEvent: (event) =>
      take(events, (filter) => fits(filter.event, event.name) && fits(filter.channelId, event.channelId)),
  };
}
