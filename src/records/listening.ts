// How far a platform was listened to → kept, so that the next start knows what was missed.
import type { Transaction } from "../database/database.ts";

/** null: never yet. */
export async function seenUntil(tx: Transaction, platform: string): Promise<Date | null> {
  const row = await tx.listening.findUnique({ where: { platform } });
  return row?.seenUntil ?? null;
}

/** Only ever forward: several processes may listen. */
export async function noteSeen(tx: Transaction, platform: string, until: Date): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO listening (platform, seen_until) VALUES (${platform}, ${until})
    ON CONFLICT (platform) DO UPDATE SET seen_until = greatest(listening.seen_until, excluded.seen_until)`;
}

/** The places of this platform where somebody wrote since then, the latest first. */
export async function placesSince(tx: Transaction, platform: string, since: Date, most: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ place: string }[]>`
    SELECT c.place FROM conversations c JOIN messages m ON m.conversation_id = c.id
    WHERE c.platform = ${platform} AND m.received_at >= ${since}
    GROUP BY c.place ORDER BY max(m.received_at) DESC LIMIT ${most}`;
  return rows.map((row) => row.place);
}
