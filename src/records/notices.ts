// What admins must hear of → kept once a day and subject, and back as today's list.
import type { Transaction } from "../database/database.ts";
import { newId } from "./id.ts";

export interface Notice {
  kind: "spending";
  /** Whom or what it is about; the same once more on one day is one notice. */
  subject: string;
  text: string;
}

/** False when it was told today already. */
export async function addNotice(tx: Transaction, { kind, subject, text }: Notice): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO notices (id, day, kind, subject, text)
    VALUES (${newId("ntc")}, (now() AT TIME ZONE 'utc')::date, ${kind}, ${subject}, ${text})
    ON CONFLICT (day, kind, subject) DO NOTHING`;
  return count === 1;
}

/** Today's (UTC), the newest first. */
export async function todaysNotices(tx: Transaction): Promise<{ text: string; createdAt: string }[]> {
  const rows = await tx.$queryRaw<{ text: string; createdAt: Date }[]>`
    SELECT text, created_at AS "createdAt" FROM notices
    WHERE day = (now() AT TIME ZONE 'utc')::date ORDER BY created_at DESC LIMIT 50`;
  return rows.map(({ text, createdAt }) => ({ text, createdAt: createdAt.toISOString() }));
}
