// The calls that a stored attempt made in; what serves the same calls again from that record, without the shop, out.
import { setTimeout as pause } from "node:timers/promises";
import type { HostCallRecord } from "../changeset/host.ts";
import type { Json } from "../json.ts";
import type { StoredCall } from "../run-detail.ts";
import type { HostCall, HostError, HostResult } from "../sandbox/sandbox.ts";
import { canonical } from "./canonical.ts";

export interface MadeCall {
  name: string;
  args: Json;
  isRecorded: boolean;
}

export interface RecordedCalls {
  onCall: HostCall;
  /** In the order in which the plan made them. */
  made: MadeCall[];
  /** Those that the record served, with its results and effects. */
  served: HostCallRecord[];
}

/** `unrecordedMs`: how long a call that is not in the record waits for the plan's end, before it counts as a difference. */
export function serveRecorded(
  recorded: StoredCall[],
  limits: { unrecordedMs: number; unrecordedLookMs: number },
): RecordedCalls {
  const left = recorded.map((call) => ({ call, key: keyOf(call.name, call.args) }));
  const made: MadeCall[] = [];
  const served: HostCallRecord[] = [];

  /** What a plan had queued when it ended was not served, and so is not in the record: it may end now too. */
  async function unlessOver(made: MadeCall[], call: MadeCall, isWanted: () => boolean): Promise<HostResult> {
    const until = performance.now() + limits.unrecordedMs;
    const place = made.length;
    while (isWanted()) {
      if (performance.now() >= until) {
        made.splice(place, 0, call);
        return { ok: false, error: unrecorded(call.name) };
      }
      await pause(limits.unrecordedLookMs);
    }
    return { ok: false, error: CLOSED };
  }

  return {
    made,
    served,
    async onCall(name, args, isWanted = () => true) {
      const key = keyOf(name, args);
      const index = left.findIndex((one) => one.key === key);
      const [found] = index === -1 ? [] : left.splice(index, 1);
      if (found === undefined) return unlessOver(made, { name, args, isRecorded: false }, isWanted);
      made.push({ name, args, isRecorded: true });
      served.push({ ...found.call, effects: found.call.effects ?? null });
      return found.call.result;
    },
  };
}

const CLOSED: HostError = { code: "CLOSED", message: "The run is over.", facts: {} };

function unrecorded(name: string): HostError {
  return { code: "NOT_RECORDED", message: `The stored run never made this call of ${name}.`, facts: {} };
}

function keyOf(name: string, args: Json): string {
  return `${name} ${canonical(args)}`;
}
