// The unsent replies of one conversation in, each handed to its platform, in order, out.
import { markSent, markTried, type UnsentReply } from "../records/outbox.ts";
import type { WorkerParts } from "./worker.ts";

/** How many were posted; none where another process serves the platform, whose sweeper finds them. */
export async function postReplies(
  { platform: name, place }: { platform: string; place: string },
  replies: UnsentReply[],
  parts: WorkerParts,
): Promise<number> {
  const { database } = parts;
  const platform = parts.platforms.find((candidate) => candidate.name === name);
  if (platform === undefined) return 0;
  for (const { id, reply } of replies) {
    let platformMessageId: string;
    try {
      platformMessageId = await platform.post(place, reply);
    } catch (error) {
      await markTried(database.client, id);
      throw error;
    }
    await markSent(database.client, id, platformMessageId, parts.clock());
  }
  return replies.length;
}
