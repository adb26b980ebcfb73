// A call that claims to come from Slack in; whether it does out: signed with our secret, and within the last five minutes.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const MOST_SKEW_S = 300;

export type Verdict = "genuine" | "signature" | "timestamp";

export function verify(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: Date): Verdict {
  const { "x-slack-signature": signature, "x-slack-request-timestamp": timestamp } = headers;
  if (typeof signature !== "string" || typeof timestamp !== "string") return "signature";
  // A clock of theirs that is ahead is as wrong as one that is behind: a call that was caught can be replayed until then.
  const skewS = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || skewS > MOST_SKEW_S) return "timestamp";
  const ours = `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex")}`;
  const [theirs, expected] = [Buffer.from(signature), Buffer.from(ours)];
  return theirs.length === expected.length && timingSafeEqual(theirs, expected) ? "genuine" : "signature";
}
