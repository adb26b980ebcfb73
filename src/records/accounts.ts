// A person of a platform → the customer they are, by an account that was linked; and the codes that prove it.
import type { Transaction } from "../database/database.ts";

export interface Caller {
  customerId: number | null;
  /** As the shop knows them. */
  customerName: string | null;
  /** How much they wrote in the last minute. */
  recentMessages: number;
}

/** Everything that is to be known of somebody before what they write is taken, in one statement. */
export async function readCaller(
  tx: Transaction,
  { person, handle }: { person: string; handle: string },
): Promise<Caller> {
  const rows = await tx.$queryRaw<Caller[]>`
    SELECT c.id AS "customerId", c.name AS "customerName",
      (SELECT count(*)::int FROM messages
        WHERE author->>'person' = ${person} AND received_at > now() - interval '1 minute') AS "recentMessages"
    FROM (SELECT) nobody
    LEFT JOIN accounts a ON a.handle = ${handle}
    LEFT JOIN customers c ON c.id = a.customer_id`;
  return rows[0] ?? { customerId: null, customerName: null, recentMessages: 0 };
}

export async function linkAccount(
  tx: Transaction,
  { handle, customerId, linkedBy }: { handle: string; customerId: number; linkedBy: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO accounts (handle, customer_id, linked_by) VALUES (${handle}, ${customerId}, ${linkedBy})
    ON CONFLICT (handle) DO UPDATE SET customer_id = excluded.customer_id, linked_by = excluded.linked_by,
      linked_at = now()`;
}

/** False when there was no link. */
export async function unlinkAccount(tx: Transaction, handle: string): Promise<boolean> {
  const { count } = await tx.account.deleteMany({ where: { handle } });
  return count > 0;
}

export interface NewLinkCode {
  handle: string;
  customerId: number | null;
  codeHash: string;
  expiresAt: Date;
  /** A person who had one less long ago than this gets no other yet. */
  pauseMs: number;
}

/** Takes the place of the person's last code; false when that is too young. */
export async function saveLinkCode(tx: Transaction, code: NewLinkCode): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO link_codes (handle, customer_id, code_hash, expires_at)
    VALUES (${code.handle}, ${code.customerId}, ${code.codeHash}, ${code.expiresAt})
    ON CONFLICT (handle) DO UPDATE SET customer_id = excluded.customer_id, code_hash = excluded.code_hash, tries = 0,
      expires_at = excluded.expires_at, created_at = now()
    WHERE link_codes.created_at <= now() - ${code.pauseMs}::float8 * interval '1 ms'`;
  return count === 1;
}

export interface LinkCodeRecord {
  customerId: number | null;
  codeHash: string;
  tries: number;
  expiresAt: Date;
}

/** Nobody else tries this person's code until the transaction ends. */
export async function lockLinkCode(tx: Transaction, handle: string): Promise<LinkCodeRecord | null> {
  const rows = await tx.$queryRaw<LinkCodeRecord[]>`
    SELECT customer_id AS "customerId", code_hash AS "codeHash", tries, expires_at AS "expiresAt"
    FROM link_codes WHERE handle = ${handle} FOR UPDATE`;
  return rows[0] ?? null;
}

export async function countLinkTry(tx: Transaction, handle: string): Promise<void> {
  await tx.linkCode.updateMany({ where: { handle }, data: { tries: { increment: 1 } } });
}

/** Used up: it stays, without effect, for the pause before the next one. */
export async function spendLinkCode(tx: Transaction, handle: string): Promise<void> {
  await tx.linkCode.updateMany({ where: { handle }, data: { customerId: null, codeHash: "", expiresAt: new Date(0) } });
}
