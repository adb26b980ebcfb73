// What the model cost → one row a day (UTC) and person; and back as what was spent today.
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
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
  if (costsNothing(usage)) return;
  await tx.$executeRaw(insertSpending(who, usage));
}

export function costsNothing({ promptTokens, completionTokens, costUsd }: RunReport["usage"]): boolean {
  return promptTokens + completionTokens === 0 && costUsd === 0;
}

/** The statement that adds it, under a condition where it is part of a larger one. */
export function insertSpending(
  who: Person,
  { promptTokens, completionTokens, costUsd }: RunReport["usage"],
  condition: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO spending (day, person, tokens, usd)
    SELECT (now() AT TIME ZONE 'utc')::date, ${spenderOf(who)}, ${promptTokens + completionTokens}::bigint,
      ${costUsd.toFixed(6)}::numeric ${condition}
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
