// The unsent replies of one conversation in, each handed to its platform, in order, out.
import { markSent, markTried, type UnsentReply } from "../records/outbox.ts";
import type { WorkerParts } from "./worker.ts";

/** How many were posted; none where another process serves the platform, whose sweeper finds them. */
export async function postReplies(
  { platform: name, place }: { platform: string; place: string },
  replies: UnsentReply[],
  parts: WorkerParts,
): Promise<number> {
  const { database, platforms } = parts;
  const home = platforms.find((platform) => platform.name === name);
  for (const { id, reply } of replies) {
    // Whoever pressed on another platform waits there for what came of it.
    const askedFrom = platforms.filter(
      (platform) => platform !== home && reply.inReplyTo.some((key) => key.startsWith(`${platform.name}:`)),
    );
    try {
      for (const platform of askedFrom) await platform.post(place, reply);
      if (home === undefined) continue;
      await markSent(database.client, id, await home.post(place, reply), parts.clock());
    } catch (error) {
      await markTried(database.client, id);
      throw error;
    }
  }
  return home === undefined ? 0 : replies.length;
}
