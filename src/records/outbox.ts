// Replies on their way out: written where they become true, marked when the platform has taken them.

import type { Transaction } from "../database/database.ts";
import type { Prisma } from "../database/generated/client.ts";
import type { Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";

export interface UnsentReply {
  id: string;
  reply: Reply;
}

export async function addReply(tx: Transaction, conversationId: string, reply: Reply): Promise<UnsentReply> {
  const id = newId("out");
  // A Reply is plain JSON by construction; Prisma's JSON input type cannot see that.
  const json = reply as unknown as Prisma.InputJsonObject;
  await tx.outbox.createMany({ data: { id, conversationId, reply: json } });
  return { id, reply };
}

export async function markSent(tx: Transaction, id: string, platformMessageId: string, now: Date): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { sentAt: now, platformMessageId, tries: { increment: 1 } } });
}

export async function markTried(tx: Transaction, id: string): Promise<void> {
  await tx.outbox.updateMany({ where: { id }, data: { tries: { increment: 1 } } });
}
