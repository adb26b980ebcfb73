// What shall reach the app in; attempts over the transport out, repeated while nobody acknowledges, with faults on demand.
import { setTimeout as sleep } from "node:timers/promises";
import { createFaultList, type FaultHandle, type FaultScope } from "./api-faults.ts";
import { asFields, asText, type Fields } from "./fields.ts";

export interface Envelope {
  type: "events_api" | "slash_commands" | "interactive";
  payload: Fields;
  /** Whether the acknowledgement may carry an answer. */
  acceptsResponse: boolean;
}

/** The first attempt is number 0 and has no reason. */
export interface Attempt {
  num: number;
  reason: string;
}

export type Outcome =
  | { kind: "acked"; status: number | null; ackMs: number; response: unknown }
  /** `stopsRetries`: the app said so with x-slack-no-retry. */
  | {
      kind: "failed";
      status: number | null;
      ackMs: number;
      why: "timeout" | "http_error" | "connection_failed";
      stopsRetries: boolean;
    };

export type Transport = (envelope: Envelope, attempt: Attempt) => Promise<Outcome>;

export type DeliveryFault =
  /** So many more times; `isMarked` as a retry after a timeout, or as if it had never been sent. */
  | { kind: "duplicate"; copies: number; isMarked: boolean }
  /** Never sent, nor repeated. */
  | { kind: "drop" }
  | { kind: "late"; ms: number }
  /** Kept until there are so many, then sent last first. `off()` lets go of what is kept. */
  | { kind: "reorder"; among: number };

interface DeliveryRecord {
  envelope: Envelope;
  attempt: Attempt;
  /** `null` while the app has the time to acknowledge. */
  outcome: Outcome | null;
}

export interface DeliveryScope extends FaultScope {
  /** Of an event ("app_mention", "message") or a payload ("block_actions", "view_submission", "slash_commands"). */
  type?: string;
  channel?: string;
}

export interface DeliveryDoors {
  /** Every attempt that was sent. */
  deliveries: DeliveryRecord[];
  failDeliveries(fault: DeliveryFault, scope?: DeliveryScope): FaultHandle;
  /** Events go to this address from now on, after it has answered a url_verification. */
  deliverTo(url: string): Promise<void>;
  /** Events go to the sockets from now on, as in the beginning. */
  deliverToSockets(): void;
  /** Sends what is given as it is; tells of the first attempt. */
  deliver(envelope: Envelope): Promise<Outcome>;
  /** Posts a raw body to the address, signed with the secret at hand or a wrong one, now or at another time. */
  deliverSigned(
    body: string,
    options?: {
      secret?: string;
      timestampOffsetS?: number;
      contentType?: string;
      headers?: { [name: string]: string };
    },
  ): Promise<number>;
  /** Resolves when nothing is on its way or waiting for its repetition. */
  settled(): Promise<void>;
}

interface Options {
  transport: () => Transport;
  retryDelaysMs: number[];
  /** Whether the present transport repeats commands and presses too. */
  repeatsAll: () => boolean;
}

export function createDeliveries({ transport, retryDelaysMs, repeatsAll }: Options) {
  const records: DeliveryRecord[] = [];
  const faults = createFaultList<DeliveryFault>();
  const under = new Set<Promise<unknown>>();
  const stop = new AbortController();
  let kept: (() => void)[] = [];

  function track<T>(work: Promise<T>): Promise<T> {
    under.add(work);
    void work.finally(() => under.delete(work)).catch(() => {});
    return work;
  }

  async function attempt(envelope: Envelope, { num, reason }: Attempt): Promise<Outcome> {
    const record: DeliveryRecord = { envelope, attempt: { num, reason }, outcome: null };
    records.push(record);
    record.outcome = await transport()(envelope, record.attempt);
    return record.outcome;
  }

  async function repeat(envelope: Envelope, first: Outcome): Promise<void> {
    let last = first;
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      if (last.kind === "acked" || last.stopsRetries) return;
      await sleep(delayMs, undefined, { signal: stop.signal });
      last = await attempt(envelope, { num: index + 1, reason: last.why === "timeout" ? "http_timeout" : last.why });
    }
  }

  async function send(envelope: Envelope): Promise<Outcome> {
    const first = await attempt(envelope, { num: 0, reason: "" });
    if (envelope.type === "events_api" || repeatsAll()) void track(repeat(envelope, first)).catch(() => {});
    return first;
  }

  async function deliver(envelope: Envelope): Promise<Outcome> {
    const fault = faults.take(describe(envelope));
    switch (fault?.kind) {
      case undefined:
        return send(envelope);
      case "duplicate": {
        for (let copy = 1; copy <= fault.copies; copy += 1) {
          const again = fault.isMarked ? attempt(envelope, { num: copy, reason: "http_timeout" }) : send(envelope);
          void track(again).catch(() => {});
        }
        return send(envelope);
      }
      case "drop":
        return { kind: "failed", status: null, ackMs: 0, why: "connection_failed", stopsRetries: true };
      case "late":
        await sleep(fault.ms, undefined, { signal: stop.signal });
        return send(envelope);
      case "reorder":
        await new Promise<void>((resolve) => {
          kept.push(resolve);
          if (kept.length >= fault.among) void letGo();
        });
        return send(envelope);
    }
  }

  async function letGo(): Promise<void> {
    const waiting = kept.reverse();
    kept = [];
    for (const resume of waiting) {
      resume();
      // Posts at the same moment may overtake each other.
      await sleep(20);
    }
  }

  return {
    records,
    deliver: (envelope: Envelope) => track(deliver(envelope)),
    fail: (fault: DeliveryFault, { times = Number.POSITIVE_INFINITY, type, channel }: DeliveryScope = {}) => {
      const fits = (call: Fields) =>
        (type === undefined || call.type === type) && (channel === undefined || call.channel === channel);
      const handle = faults.add(fault, fits, times);
      return {
        get hits() {
          return handle.hits;
        },
        off: () => {
          handle.off();
          if (fault.kind === "reorder") void letGo();
        },
      };
    },
    settled: async () => {
      while (under.size > 0) await Promise.allSettled(under);
    },
    close: () => {
      stop.abort();
      void letGo();
    },
  };
}

function describe({ type, payload }: Envelope): Fields {
  const event = asFields(payload.event);
  if (type === "events_api") {
    return { type: event.type, channel: event.channel ?? asFields(event.item).channel };
  }
  if (type === "slash_commands") return { type, channel: payload.channel_id };
  return { type: asText(payload.type), channel: asFields(payload.channel).id };
}
