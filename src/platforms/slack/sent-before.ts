// A reply that somebody may have posted already in; which parts of it stand in Slack out.
import { z } from "zod";
import type { SlackApi } from "./api.ts";
import { MARK } from "./messages.ts";
import { stampsIn, type Target } from "./place.ts";

export interface SentBefore {
  /** Part → stamp. */
  parts: Map<number, string>;
  /** A streamed message of ours that was never ended. */
  unended: string | null;
  /** Names of files that were sent since. */
  files: Set<string>;
}

export const NOTHING_SENT: SentBefore = { parts: new Map(), unended: null, files: new Set() };

const Found = z.object({
  ts: z.string(),
  bot_id: z.string().optional(),
  streaming_state: z.string().optional(),
  metadata: z
    .object({ event_type: z.string(), event_payload: z.object({ id: z.string(), part: z.number() }) })
    .optional()
    .catch(undefined),
  files: z
    .array(z.object({ name: z.string().nullish() }))
    .optional()
    .catch(undefined),
});

const PAGE = 200;
const MOST_PAGES = 5;

export async function sentBefore(
  { web, paced }: SlackApi,
  { channel, thread }: Target,
  { id, inReplyTo, botId }: { id: string; inReplyTo: string[]; botId: string },
): Promise<SentBefore> {
  // What answers a message stands after it.
  const [oldest] = stampsIn(channel, inReplyTo).sort();
  const sent: SentBefore = { parts: new Map(), unended: null, files: new Set() };
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const window = {
      channel,
      limit: PAGE,
      include_all_metadata: true,
      ...(oldest && { oldest }),
      ...(cursor && { cursor }),
    };
    const { messages = [], response_metadata } = await paced(channel, async () =>
      thread === null ? web.conversations.history(window) : web.conversations.replies({ ...window, ts: thread }),
    );
    for (const message of messages.map((one) => Found.safeParse(one).data)) {
      if (message === undefined || message.bot_id !== botId) continue;
      const { event_type, event_payload } = message.metadata ?? {};
      if (event_type === MARK && event_payload?.id === id) sent.parts.set(event_payload.part, message.ts);
      else if (message.streaming_state === "in_progress") sent.unended = message.ts;
      for (const { name } of message.files ?? []) if (name) sent.files.add(name);
    }
    cursor = response_metadata?.next_cursor || undefined;
    if (cursor === undefined) break;
  }
  return sent;
}
