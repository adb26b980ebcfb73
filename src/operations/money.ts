// Exact amounts in, the three forms they leave in out: decimal strings, plain numbers, words.
import { Prisma } from "../database/generated/client.ts";

/** What numeric(12, 2) holds. */
const MOST = new Prisma.Decimal("9999999999.99");

/** "285.00"; never "-0.00". */
export function decimalText(amount: Prisma.Decimal): string {
  return amount.isZero() ? "0.00" : amount.toFixed(2);
}

/** For a plan: a plain finite number, never -0. */
export function plainNumber(amount: Prisma.Decimal): number {
  return amount.isZero() ? 0 : amount.toNumber();
}

/** "$5,890.00", "-$160.00". */
export function dollars(amount: Prisma.Decimal): string {
  const [whole = "0", cents = "00"] = decimalText(amount.abs()).split(".");
  return `${amount.isNegative() && !amount.isZero() ? "-" : ""}$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

export function fitsLedger(amount: Prisma.Decimal): boolean {
  return amount.abs().lessThanOrEqualTo(MOST);
}
