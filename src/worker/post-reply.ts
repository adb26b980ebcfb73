// The outbox of one conversation in, its replies handed to their platform, in order, out.
import { markSent, markTried, unsentReplies } from "../records/outbox.ts";
import type { WorkerParts } from "./worker.ts";

export async function postReplies(conversationId: string, parts: WorkerParts): Promise<void> {
  const { database, config } = parts;
  const unsent = await unsentReplies(database.client, conversationId, config.outbox.tries);
  if (unsent.length === 0) return;
  const conversation = await database.client.conversation.findUniqueOrThrow({ where: { id: conversationId } });
  const platform = parts.platforms.find(({ name }) => name === conversation.platform);
  // Another process may serve that platform; its sweeper finds the reply.
  if (platform === undefined) return;
  for (const { id, reply } of unsent) {
    let platformMessageId: string;
    try {
      platformMessageId = await platform.post(conversation.place, reply);
    } catch (error) {
      await markTried(database.client, id);
      throw error;
    }
    await markSent(database.client, id, platformMessageId, parts.clock());
  }
}
