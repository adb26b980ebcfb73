// A decimal as the service sends it in, "$5,890.00" out.
import type { Json } from "../json.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

export function money(amount: Json | undefined): string {
  const value = amount === null || amount === undefined || amount === "" ? Number.NaN : Number(amount);
  return Number.isFinite(value) ? dollars.format(value).replace("-", "−") : "—";
}

/** What a model call costs is often less than a cent. */
export const cost = (usd: number): string => (usd === 0 ? "$0" : parts.format(usd));

/** The amount of a card, positive into the till, as words. */
export function tillWords(amount: string): string {
  const value = Number(amount);
  if (value === 0) return "No money moves";
  return value > 0 ? `${money(value)} into the till` : `${money(-value)} out of the till`;
}
