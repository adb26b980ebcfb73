// Replies on their way out: written where they become true, marked when the platform has taken them.

import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";

export interface UnsentReply {
  id: string;
  reply: Reply;
  trace: string | null;
}

export async function addReply(
  tx: Transaction,
  conversationId: string,
  reply: Reply,
  trace: string | null,
): Promise<UnsentReply> {
  const id = newId("out");
  // A Reply is plain JSON by construction; Prisma's JSON input type cannot see that.
  const json = reply as unknown as Prisma.InputJsonObject;
  await tx.outbox.createMany({ data: { id, conversationId, reply: json, trace } });
  return { id, reply, trace };
}

export async function markSent(tx: Transaction, id: string, platformMessageId: string, now: Date): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { sentAt: now, platformMessageId, tries: { increment: 1 } } });
}

export async function markTried(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { triedAt: now, tries: { increment: 1 } } });
}

/** The reply to the message or press with this key, sent or not; null while there is none. */
export async function findReply(tx: Transaction, conversationId: string, key: string): Promise<Reply | null> {
  const [row] = await tx.outbox.findMany({
    where: { conversationId, reply: { path: ["inReplyTo"], array_contains: key } },
    orderBy: { position: "desc" },
    take: 1,
  });
  return row === undefined ? null : (row.reply as unknown as Reply);
}
