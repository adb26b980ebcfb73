// Replies on their way out: written where they become true, marked when the platform has taken them. Every request passes
// here, and Prisma makes the plan of a `createMany` anew each time: the statement as such takes a third of its time.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";

export interface UnsentReply {
  id: string;
  reply: Reply;
  trace: string | null;
  /** Somebody may have posted it and died before saying so. */
  isRepeat: boolean;
}

export interface NewReply extends UnsentReply {
  conversationId: string;
}

export function newReply(conversationId: string, reply: Reply, trace: string | null): NewReply {
  return { id: newId("out"), conversationId, reply, trace, isRepeat: false };
}

/** As `insertReply` wrote it; one from before there were tables has none. */
export const StoredReply = z
  .custom<Omit<Reply, "table"> & { table?: Reply["table"] }>()
  .transform((reply): Reply => ({ ...reply, table: reply.table ?? null }));

/** The statement that adds it, under a condition where it is part of a larger one. */
export function insertReply(unsent: NewReply, condition: Prisma.Sql = Prisma.empty): Prisma.Sql {
  const { id, conversationId, reply, trace } = unsent;
  // The transaction may have begun long before: what people wrote meanwhile came first.
  return Prisma.sql`
    INSERT INTO outbox (id, conversation_id, reply, trace, created_at)
    SELECT ${id}, ${conversationId}, ${JSON.stringify(reply)}::jsonb, ${trace}, clock_timestamp() ${condition}`;
}

export async function addReply(
  tx: Transaction,
  conversationId: string,
  reply: Reply,
  trace: string | null,
): Promise<UnsentReply> {
  const unsent = newReply(conversationId, reply, trace);
  await tx.$executeRaw(insertReply(unsent));
  return unsent;
}

export async function markSent(tx: Transaction, id: string, platformMessageId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE outbox SET sent_at = ${now}, platform_message_id = ${platformMessageId}, tries = tries + 1 WHERE id = ${id}`;
}

export async function markTried(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.$executeRaw`UPDATE outbox SET tried_at = ${now}, tries = tries + 1 WHERE id = ${id}`;
}

/** The platform will never take it: it is kept with the reason, and holds up nothing behind it. */
export async function markRefused(tx: Transaction, id: string, why: string, now: Date): Promise<void> {
  await tx.$executeRaw`UPDATE outbox SET sent_at = ${now}, refused = ${why}, tries = tries + 1 WHERE id = ${id}`;
}

/** The reply to the message or press with this key, sent or not; null while there is none. */
export async function findReply(tx: Transaction, conversationId: string, key: string): Promise<Reply | null> {
  const [row] = await tx.outbox.findMany({
    where: { conversationId, reply: { path: ["inReplyTo"], array_contains: key } },
    orderBy: { position: "desc" },
    take: 1,
  });
  return row === undefined ? null : StoredReply.parse(row.reply);
}
