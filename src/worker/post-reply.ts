// The outbox of one conversation in, its replies handed to their platform, in order, out.
import { markSent, markTried, unsentReplies } from "../records/outbox.ts";
import type { WorkerParts } from "./worker.ts";

/** How many were posted; fewer than wait where another process serves their platform. */
export async function postReplies(conversationId: string, parts: WorkerParts): Promise<number> {
  const { database, config } = parts;
  let posted = 0;
  for (const { id, platform: name, place, reply } of await unsentReplies(
    database.client,
    conversationId,
    config.outbox.tries,
  )) {
    const platform = parts.platforms.find((candidate) => candidate.name === name);
    // Another process may serve that platform; its sweeper finds the reply.
    if (platform === undefined) break;
    let platformMessageId: string;
    try {
      platformMessageId = await platform.post(place, reply);
    } catch (error) {
      await markTried(database.client, id);
      throw error;
    }
    await markSent(database.client, id, platformMessageId, parts.clock());
    posted++;
  }
  return posted;
}
