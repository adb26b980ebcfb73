// A long answer in; the same growing in the thread, where the workspace has streams out. Whatever a stream meets, the text
// stands once and whole in the end: null means that nothing of it stands, and the caller posts it.
import type { ChatSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Reply } from "../platform.ts";
import { shownText } from "../shown-text.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isForEver, isGone, isLacking, retryAfterMsOf } from "./api-errors.ts";
import type { Draft } from "./blocks.ts";
import { cut } from "./escape.ts";
import type { Feature } from "./feature.ts";
import { isStreamable, markdownOf, readMarkdown } from "./markdown.ts";
import { MARK, type Mark, type Messages } from "./messages.ts";
import { isDirect, stampsIn, type Target } from "./place.ts";
import { footOf } from "./reply-drafts.ts";
import type { Self } from "./self.ts";

/** `draft`: what is to stand in the end. */
export type Stream = (target: Target, reply: Reply, draft: Draft, mark: Mark) => Promise<string | null>;

const MINUTE_MS = 60_000;

interface StreamParts {
  api: SlackApi;
  messages: Messages;
  feature: Feature;
  self: Self;
  limits: ChatSettings["streaming"];
  log: Log;
}

export function createStream({ api, messages, feature, self, limits, log }: StreamParts): Stream {
  const { web, once } = api;
  let starts: number[] = [];

  /** Slack starts only so many in a minute and a workspace; the others are posted whole. */
  function mayStart(): boolean {
    const now = Date.now();
    starts = starts.filter((at) => now - at < MINUTE_MS);
    if (starts.length >= limits.startsPerMinute) return false;
    starts.push(now);
    return true;
  }

  /** In channels Slack wants to know for whom it is. */
  async function recipientOf({ channel, thread }: Target, reply: Reply) {
    if (isDirect(channel)) return {};
    const [stamp] = stampsIn(channel, reply.inReplyTo);
    if (stamp === undefined || thread === null) return null;
    const window = { oldest: stamp, latest: stamp, inclusive: true, limit: 2 };
    const { messages: found = [] } = await web.conversations.replies({ channel, ts: thread, ...window });
    const user = found.find(({ ts }) => ts === stamp)?.user;
    return user === undefined ? null : { recipient_user_id: user, recipient_team_id: (await self()).team };
  }

  async function start(target: Target, reply: Reply, text: string): Promise<string | null> {
    const { channel, thread } = target;
    if (thread === null) return null;
    try {
      const recipient = await recipientOf(target, reply);
      if (recipient === null) return null;
      const begun = await once.chat.startStream({ channel, thread_ts: thread, markdown_text: text, ...recipient });
      return begun.ts ?? null;
    } catch (error) {
      if (isLacking(error)) feature.isMissed(error);
      // Not done, as Slack says itself; anything else may have been, and is for the outbox.
      if ((codeOf(error) === null && retryAfterMsOf(error) === null) || isForEver(error)) throw error;
      return null;
    }
  }

  return async (target, reply, draft, mark) => {
    const shown = shownText(reply);
    const pieces = readMarkdown(shown);
    const text = markdownOf(pieces);
    const isFit = shown.length >= limits.fromChars && text.length <= limits.mostChars;
    if (!isFit || !isStreamable(pieces) || target.thread === null || !feature.isThere() || !mayStart()) return null;
    const [head = "", ...rest] = piecesOf(text, limits.pieceChars);
    const ts = await start(target, reply, head);
    if (ts === null) return null;
    const { channel } = target;
    const metadata = { event_type: MARK, event_payload: { id: mark.id, part: mark.part } };
    try {
      for (const piece of rest) await once.chat.appendStream({ channel, ts, markdown_text: piece });
      const foot = footOf(reply);
      await once.chat.stopStream({ channel, ts, metadata, ...(foot.length === 0 ? {} : { blocks: foot }) });
      return ts;
    } catch (error) {
      log.info({ code: codeOf(error) }, "a stream of Slack broke off; the answer takes its place");
    }
    // Slack does not let an open stream be edited; that it is closed already is just as well.
    await once.chat.stopStream({ channel, ts }).catch(() => {});
    try {
      await messages.edit(target, ts, draft, mark);
      return ts;
    } catch (error) {
      if (!isGone(error)) throw error;
      return null;
    }
  };
}

function piecesOf(text: string, chars: number): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const piece = rest.length <= chars ? rest : cut(rest, chars).slice(0, -1);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}
