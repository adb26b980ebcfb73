// A call in; the limit headers of its answer out, and how long it has to wait when its bucket is empty.
import { createHash } from "node:crypto";

export interface LimitedCall {
  method: string;
  route: string;
  /** What the bucket belongs to: a channel, a guild, an interaction's token. */
  owner: string;
}

interface Limited {
  headers: { [name: string]: string };
  /** `null`: it may pass. */
  wait: { ms: number; isGlobal: boolean } | null;
}

const GLOBAL = { calls: 50, ms: 1_000 };
const USUAL = { calls: 50, ms: 1_000 };

/** As observed; Discord publishes none of these numbers and may change them. */
const BUCKETS: { [call: string]: { calls: number; ms: number } } = {
  "POST /channels/:channel/messages": { calls: 5, ms: 5_000 },
  "PATCH /channels/:channel/messages/:message": { calls: 5, ms: 5_000 },
  "DELETE /channels/:channel/messages/:message": { calls: 5, ms: 1_000 },
  "POST /channels/:channel/typing": { calls: 5, ms: 5_000 },
  "PUT /channels/:channel/messages/:message/reactions/:emoji/@me": { calls: 1, ms: 300 },
  "POST /webhooks/:application/:token": { calls: 5, ms: 2_000 },
  "PATCH /webhooks/:application/:token/messages/:message": { calls: 5, ms: 2_000 },
};

/** `areEnforced: false`: the headers alone, of a bucket that never runs dry. */
export function createRateLimits(areEnforced: boolean): (call: LimitedCall) => Limited {
  const windows = new Map<string, { endsAt: number; used: number }>();

  function use(key: string, limit: { calls: number; ms: number }): { left: number; ms: number } {
    const now = Date.now();
    const known = windows.get(key);
    const open = known !== undefined && known.endsAt > now ? known : { endsAt: now + limit.ms, used: 0 };
    windows.set(key, open);
    if (open.used < limit.calls) {
      open.used++;
      return { left: limit.calls - open.used, ms: open.endsAt - now };
    }
    return { left: -1, ms: open.endsAt - now };
  }

  return (call) => {
    const name = `${call.method} ${call.route}`;
    const limit = BUCKETS[name] ?? USUAL;
    const isExempt = call.route.startsWith("/interactions/") || call.route.startsWith("/webhooks/");
    const shared = areEnforced && !isExempt ? use("global", GLOBAL) : { left: GLOBAL.calls, ms: 0 };
    const own = areEnforced ? use(`${name} ${call.owner}`, limit) : { left: limit.calls - 1, ms: limit.ms };
    const isGlobal = shared.left === -1;
    const wait = isGlobal ? shared.ms : own.left === -1 ? own.ms : null;
    const headers = {
      "x-ratelimit-bucket": createHash("md5").update(name).digest("hex"),
      "x-ratelimit-limit": String(limit.calls),
      "x-ratelimit-remaining": String(Math.max(own.left, 0)),
      "x-ratelimit-reset": ((Date.now() + own.ms) / 1_000).toFixed(3),
      "x-ratelimit-reset-after": (own.ms / 1_000).toFixed(3),
    };
    return { headers, wait: wait === null ? null : { ms: wait, isGlobal } };
  };
}
