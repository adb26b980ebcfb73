// A draft in; the message in Slack that it became out. Every send and edit has pings and link previews switched off.
import type { Log } from "../../telemetry/log.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isGone, isUnfit } from "./api-errors.ts";
import type { Draft } from "./blocks.ts";
import { type Target, threadOf } from "./place.ts";

/** By which a message of ours is known again: whose part it is. */
export interface Mark {
  id: string;
  part: number;
}

export interface Messages {
  /** Resolves with the message's stamp. */
  send(target: Target, draft: Draft, mark: Mark | null): Promise<string>;
  edit(target: Target, ts: string, draft: Draft, mark: Mark | null): Promise<void>;
  /** Fine, too, when it is gone already. */
  remove(target: Target, ts: string): Promise<void>;
  /** To be seen by this person alone. */
  whisper(target: Target, user: string, draft: Draft): Promise<void>;
}

export const MARK = "tillhand_reply";

const SILENT = { parse: "none", link_names: false } as const;
const NO_PREVIEWS = { unfurl_links: false, unfurl_media: false } as const;

export function createMessages({ web, once, paced }: SlackApi, log: Log): Messages {
  async function send(target: Target, draft: Draft, mark: Mark | null): Promise<string> {
    const { channel } = target;
    const post = () =>
      fitting(draft, (content) =>
        paced(channel, () =>
          once.chat.postMessage({
            channel,
            ...threadOf(target),
            ...content,
            ...metadataOf(mark),
            ...SILENT,
            ...NO_PREVIEWS,
          }),
        ),
      );
    try {
      return stampOf(await post());
    } catch (error) {
      if (codeOf(error) !== "not_in_channel") throw error;
      // Of a private channel nobody becomes a member by asking; the first error tells more then.
      await web.conversations.join({ channel }).catch(() => Promise.reject(error));
      return stampOf(await post());
    }
  }

  async function edit({ channel }: Target, ts: string, draft: Draft, mark: Mark | null): Promise<void> {
    await fitting(draft, (content) =>
      paced(channel, () => web.chat.update({ channel, ts, ...content, ...metadataOf(mark), ...SILENT })),
    );
  }

  /** Should Slack not take the blocks after all, the words go out, and the buttons. */
  async function fitting<Result>(draft: Draft, call: (content: Draft) => Promise<Result>): Promise<Result> {
    try {
      return await call(draft);
    } catch (error) {
      if (!isUnfit(error)) throw error;
      log.error({ code: codeOf(error), blocks: draft.blocks.length }, "Slack does not take blocks of ours");
      return call({ text: draft.text, blocks: draft.blocks.filter(({ type }) => type === "actions") });
    }
  }

  return {
    send,
    edit,
    remove: async ({ channel }, ts) => {
      try {
        await paced(channel, () => web.chat.delete({ channel, ts }));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    whisper: async (target, user, { text, blocks }) => {
      const { channel } = target;
      const content = { text, blocks, ...SILENT };
      await paced(channel, () => once.chat.postEphemeral({ channel, user, ...threadOf(target), ...content }));
    },
  };
}

function metadataOf(mark: Mark | null) {
  return mark === null ? {} : { metadata: { event_type: MARK, event_payload: { id: mark.id, part: mark.part } } };
}

function stampOf({ ts }: { ts?: string }): string {
  if (ts === undefined) throw new Error("Slack took a message and did not say which it is.");
  return ts;
}
