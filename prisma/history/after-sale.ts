// A visit in, what became of it later out: cancelled, refunded, some of it brought back, a worry told; and what state its
// order is in when the history ends.
import type { Chance } from "./chance.ts";
import { openingTime, type Visit } from "./visits.ts";

export interface Aftermath {
  /** Of the order; a walk-in has none. */
  status: "pending" | "shipped" | "delivered" | "cancelled" | "refunded";
  cancelledAt: Date | null;
  refundedAt: Date | null;
  returns: { at: Date; item: number; quantity: number }[];
  ticket: { at: Date; issue: number; closedAt: Date | null } | null;
}

/** By the item's place: some frames come back more often than others. */
const RETURN_SHARES = [0.04, 0.06, 0.16, 0.05, 0.03, 0.09, 0.01];
const CANCELLED = 0.03;
const REFUNDED = 0.015;
const WORRIED = 0.13;
const CLOSED_WITHIN_DAYS = 14;
export const ISSUES = [
  "has a scratch on one lens",
  "came with a loose screw",
  "is later than promised",
  "was meant to be a gift; can it be exchanged",
  "came without its pouch",
  "does not fit well behind the ears",
];
const SHIPPED_AFTER_DAYS = 2;
const DELIVERED_AFTER_DAYS = 5;
const RETURNED_WITHIN_DAYS = 20;
const DAY_MS = 24 * 60 * 60_000;

export function inventAftermath(chance: Chance, visit: Visit, days: number): Aftermath {
  const later = (after: number): Date | null => {
    if (visit.day + after >= days) return null;
    const midnight = visit.at.getTime() - (visit.at.getTime() % DAY_MS) + after * DAY_MS;
    return openingTime(chance, new Date(midnight));
  };
  const none: Aftermath = { status: "delivered", cancelledAt: null, refundedAt: null, returns: [], ticket: null };
  if (visit.person !== null && chance.happens(CANCELLED)) {
    const cancelledAt = later(1);
    if (cancelledAt !== null) return { ...none, status: "cancelled", cancelledAt };
  }
  const ticket = visit.person !== null && chance.happens(WORRIED) ? inventTicket(chance, later) : null;
  if (visit.person !== null && chance.happens(REFUNDED)) {
    const refundedAt = later(DELIVERED_AFTER_DAYS + chance.below(RETURNED_WITHIN_DAYS));
    if (refundedAt !== null) return { ...none, status: "refunded", refundedAt, ticket };
  }
  const returns = visit.lines.flatMap(({ item, quantity }) => {
    if (!chance.happens(RETURN_SHARES[item % RETURN_SHARES.length] ?? 0)) return [];
    const at = later(DELIVERED_AFTER_DAYS + chance.below(RETURNED_WITHIN_DAYS));
    return at === null ? [] : [{ at, item, quantity: 1 + chance.below(quantity) }];
  });
  const age = days - 1 - visit.day;
  const status = age < SHIPPED_AFTER_DAYS ? "pending" : age < DELIVERED_AFTER_DAYS ? "shipped" : "delivered";
  return { ...none, status, returns, ticket };
}

function inventTicket(chance: Chance, later: (days: number) => Date | null): Aftermath["ticket"] {
  const after = 1 + chance.below(RETURNED_WITHIN_DAYS);
  const at = later(after);
  const issue = chance.below(ISSUES.length);
  const closedAt = later(after + 1 + chance.below(CLOSED_WITHIN_DAYS));
  return at === null ? null : { at, issue, closedAt };
}
