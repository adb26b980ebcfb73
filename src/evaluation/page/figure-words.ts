// Figures of a report in, the words that the page shows of them out. Pure.

/** A share of 0 to 1: "97.3%"; what is not all is never shown as 100%, and what is not nothing never as 0%. */
export function percent(share: number): string {
  const tenths = Math.round(share * 1_000);
  const honest = share < 1 && tenths === 1_000 ? 999 : share > 0 && tenths === 0 ? 1 : tenths;
  return `${honest / 10}%`;
}

export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
export const count = (value: number): string => grouped.format(value);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
export const cost = (usd: number): string => (usd === 0 ? "$0" : dollars.format(usd));

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** "2026-12-01 09:30 UTC" */
export const moment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
