// What the model cost → one row a day (UTC) and person; and back as what was spent today.
import type { Transaction } from "../database/database.ts";
import type { RunReport } from "../report.ts";
import type { Person } from "../requester.ts";

export interface Spent {
  tokens: number;
  usd: number;
}

/** A customer is one however they write; whoever has no account is known by the platform only. */
export function spenderOf({ customerId, person }: Person): string {
  return customerId === null ? person : `customer:${customerId}`;
}

export async function addSpending(tx: Transaction, who: Person, usage: RunReport["usage"]): Promise<void> {
  const { costUsd: usd } = usage;
  const tokens = usage.promptTokens + usage.completionTokens;
  if (tokens === 0 && usd === 0) return;
  await tx.$executeRaw`
    INSERT INTO spending (day, person, tokens, usd)
    VALUES ((now() AT TIME ZONE 'utc')::date, ${spenderOf(who)}, ${tokens}::bigint, ${usd.toFixed(6)}::numeric)
    ON CONFLICT (day, person)
      DO UPDATE SET tokens = spending.tokens + excluded.tokens, usd = spending.usd + excluded.usd`;
}

interface SpentRow {
  tokens: number;
  usd: number;
}

export async function spentTodayByAll(tx: Transaction): Promise<Spent> {
  const rows = await tx.$queryRaw<SpentRow[]>`
    SELECT coalesce(sum(tokens), 0)::float8 AS tokens, coalesce(sum(usd), 0)::float8 AS usd FROM spending
    WHERE day = (now() AT TIME ZONE 'utc')::date`;
  return rows[0] ?? { tokens: 0, usd: 0 };
}
