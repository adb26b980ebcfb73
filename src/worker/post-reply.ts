// The unsent replies of one conversation in, each handed to its platform, in order, out.

import type { Platform } from "../platforms/platform.ts";
import { markSent, markTried, type UnsentReply } from "../records/outbox.ts";
import { inSpan } from "../telemetry/tracing.ts";
import type { WorkerParts } from "./worker.ts";

/** How many were posted; none where another process serves the platform, whose sweeper finds them. */
export async function postReplies(
  { platform: name, place }: { platform: string; place: string },
  replies: UnsentReply[],
  parts: WorkerParts,
): Promise<number> {
  const { database, platforms } = parts;
  const home = platforms.find((platform) => platform.name === name);
  const posted = (platform: Platform, { reply, trace }: UnsentReply) =>
    inSpan("post reply", { kind: "producer", parent: trace, attributes: { "tillhand.platform": platform.name } }, () =>
      platform.post(place, reply),
    );
  for (const unsent of replies) {
    const { id, reply } = unsent;
    // Whoever pressed on another platform waits there for what came of it.
    const askedFrom = platforms.filter(
      (platform) => platform !== home && reply.inReplyTo.some((key) => key.startsWith(`${platform.name}:`)),
    );
    try {
      for (const platform of askedFrom) await posted(platform, unsent);
      if (home === undefined) continue;
      await markSent(database.client, id, await posted(home, unsent), parts.clock());
      parts.metrics.replySent();
    } catch (error) {
      parts.metrics.replyFailed();
      await markTried(database.client, id, parts.clock());
      throw error;
    }
  }
  return home === undefined ? 0 : replies.length;
}
