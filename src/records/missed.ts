// A message that was written too long ago to be answered now → stored like any other, so that it counts as known, with one
// apology for all of its place.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { IncomingMessage, Reply } from "../platforms/platform.ts";
import { newId } from "./id.ts";
import { storeMessage } from "./messages.ts";
import { addReply } from "./outbox.ts";

const Last = z.object({ text: z.string() });

/** The conversations that have something to post. Nothing of what it asks for is ever done. */
export async function storeMissed(
  tx: Transaction,
  platform: string,
  message: IncomingMessage,
  apology: Reply,
): Promise<string[]> {
  const { kind, conversationId } = await storeMessage(tx, platform, message, null);
  if (kind !== "stored") return [];
  const id = newId("req");
  await tx.$executeRaw`
    INSERT INTO requests (id, conversation_id, requester, text, stage)
    VALUES (${id}, ${conversationId}, ${JSON.stringify(message.author)}::jsonb, ${message.text}, 'done')`;
  await tx.message.updateMany({ where: { key: message.key }, data: { requestId: id } });
  const latest = await tx.outbox.findFirst({ where: { conversationId }, orderBy: { position: "desc" } });
  const isTold = latest !== null && Last.safeParse(latest.reply).data?.text === apology.text;
  if (isTold) return [];
  await addReply(tx, conversationId, apology, null);
  return [conversationId];
}
