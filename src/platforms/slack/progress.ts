// Where requests stand in; the line "Tillhand is …" below a thread out, or a message where the workspace has no such line.
import type { ChatParts } from "../chat.ts";
import {
  createProgressMessages,
  type MessageWays,
  type ProgressMessages,
  type TakenMessage,
} from "../progress-messages.ts";
import type { SlackApi } from "./api.ts";
import { isGone, isLacking } from "./api-errors.ts";
import { literal, plainOf, richText } from "./blocks.ts";
import type { Feature } from "./feature.ts";
import type { Messages } from "./messages.ts";
import type { Opened } from "./open-talk.ts";
import { type Target, targetOf } from "./place.ts";
import type { Self } from "./self.ts";
import { sentBefore } from "./sent-before.ts";

/** In place of a message's id: nothing of it stays once something is posted. */
export const STATUS_LINE = "status-line";

export interface SlackProgress extends ProgressMessages {
  /** Takes a sign away of which nothing becomes an answer. */
  drop(taken: TakenMessage): Promise<void>;
}

interface SlackProgressParts {
  api: SlackApi;
  messages: Messages;
  statusLine: Feature;
  opened: Opened;
  self: Self;
  chat: ChatParts;
}

export function createSlackProgress({
  api,
  messages,
  statusLine,
  opened,
  self,
  chat,
}: SlackProgressParts): SlackProgress {
  const { web, paced } = api;
  const { posts, limits, log } = chat;

  async function target(placeText: string): Promise<Target> {
    const place = await opened(placeText);
    if (place === null) throw new Error("There is no such place in Slack.");
    return targetOf(place);
  }

  async function setStatus({ channel, thread }: Target, status: string): Promise<void> {
    if (thread === null) return;
    const loading = status === "" ? {} : { loading_messages: [status] };
    const call = { channel_id: channel, thread_ts: thread, status, ...loading };
    await paced(`${channel} status`, () => web.assistant.threads.setStatus(call));
  }

  const markOf = (about: string) => ({ id: `progress ${about}`, part: 0 });
  const draftOf = (text: string) => ({ text: plainOf(text), blocks: [richText([literal(text)])] });

  const ways: MessageWays = {
    send: async (place, text, about) => {
      const at = await target(place);
      if (at.thread !== null && statusLine.isThere()) {
        try {
          await setStatus(at, text);
          return STATUS_LINE;
        } catch (error) {
          if (!isLacking(error)) throw error;
          statusLine.isMissed(error);
        }
      }
      return messages.send(at, draftOf(text), markOf(about));
    },
    find: async (place, about) => {
      const { botId } = await self();
      const { parts } = await sentBefore(api, await target(place), { ...markOf(about), inReplyTo: [about], botId });
      return parts.get(0) ?? null;
    },
    edit: async (place, messageId, text) => {
      const at = await target(place);
      if (messageId === STATUS_LINE) await setStatus(at, text);
      else await messages.edit(at, messageId, draftOf(text), null);
    },
    remove: async (place, messageId) => {
      const at = await target(place);
      try {
        await (messageId === STATUS_LINE ? setStatus(at, "") : messages.remove(at, messageId));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
  return {
    ...createProgressMessages(ways, { posts, limits: limits.progress, log }),
    drop: async (taken) => {
      await ways.remove(taken.place, taken.messageId);
      await taken.settle();
    },
  };
}
