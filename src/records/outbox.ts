// Replies on their way out: written where they become true, marked when the platform has taken them.

import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";

export async function addReply(tx: Transaction, conversationId: string, reply: Reply): Promise<void> {
  // A Reply is plain JSON by construction; Prisma's JSON input type cannot see that.
  const json = reply as unknown as Prisma.InputJsonObject;
  await tx.outbox.createMany({ data: { id: newId("out"), conversationId, reply: json } });
}

export interface UnsentReply {
  id: string;
  platform: string;
  place: string;
  reply: Reply;
}

/** Oldest first; those that failed too often are left for the operator. */
export async function unsentReplies(tx: Transaction, conversationId: string, tries: number): Promise<UnsentReply[]> {
  // `reply` was written by `addReply` alone.
  return tx.$queryRaw<UnsentReply[]>`
    SELECT o.id, o.reply, c.platform, c.place FROM outbox o JOIN conversations c ON c.id = o.conversation_id
    WHERE o.conversation_id = ${conversationId} AND o.sent_at IS NULL AND o.tries < ${tries} ORDER BY o.position`;
}

export async function markSent(tx: Transaction, id: string, platformMessageId: string, now: Date): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { sentAt: now, platformMessageId, tries: { increment: 1 } } });
}

export async function markTried(tx: Transaction, id: string): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { tries: { increment: 1 } } });
}
