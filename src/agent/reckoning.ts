// A figure and the columns of what was read in; whether the host can work it out from them out.
import type { Seen } from "./seen.ts";

/** `of`: whether it is an amount or a number of things; from stock alone no price is worked out. */
export function isComputable(cents: number, of: "money" | "count", seen: Seen): boolean {
  const known = inCents([...(of === "money" ? seen.amounts : seen.counts)]);
  if (known.has(cents)) return true;
  const written = inCents([...seen.written]);
  // Two prices are a bill; twice a stock is nothing.
  const factors = of === "money" ? seen.counts : new Set<number>();
  const other = of === "money" ? "count" : "money";
  return seen.columns
    .filter(({ kind }) => kind !== other)
    .some(({ values }) => isReckonedFrom(cents, values, factors, written) || isBill(cents, values));
}

function inCents(values: number[]): Set<number> {
  return new Set(values.map(toWholeCents));
}

function toWholeCents(value: number): number {
  return Math.abs(Math.round(value * 100));
}

/** The sum, the average, a difference, or a multiple by a number of things that was read or asked for. */
function isReckonedFrom(cents: number, column: number[], factors: Set<number>, written: Set<number>): boolean {
  const sum = column.reduce((total, value) => total + value, 0);
  if (toWholeCents(sum) === cents || toWholeCents(sum / column.length) === cents) return true;
  const own = inCents(column);
  for (const value of own) {
    for (const other of [cents + value, Math.abs(cents - value)]) {
      // A figure beside itself is twice as much, which takes somebody who asks for two.
      if ((own.has(other) && other !== value) || written.has(other)) return true;
    }
    if (value !== 0 && cents % value === 0 && factors.has(cents / value)) return true;
  }
  return false;
}

const MAX_BILL_CENTS = 10_000_000;
const MAX_BILL_LINES = 40;
// Beyond this many different sums nearly anything would count as supported.
const MAX_BILL_SUMS = 2_000;

/** Whether some rows of the column add up to the amount, each taken once: a part of a list, summed by the plan. */
function isBill(cents: number, column: number[]): boolean {
  if (cents > MAX_BILL_CENTS) return false;
  let sums = new Set([0]);
  for (const value of column.slice(0, MAX_BILL_LINES)) {
    const part = toWholeCents(value);
    sums = new Set([...sums, ...[...sums].map((sum) => sum + part)].filter((sum) => sum <= cents));
    if (sums.has(cents) && cents > 0) return true;
    if (sums.size > MAX_BILL_SUMS) return false;
  }
  return false;
}
