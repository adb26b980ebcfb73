// A place and a message in, where it stands out: in the place's thread, which is made by whoever posts first, or beside
// it where there can be none.
import { NeverPosted } from "../platform.ts";
import type { Api, Sent } from "./api.ts";
import { Code, hasCode } from "./api-errors.ts";
import { clipped, label } from "./escape.ts";
import type { Outgoing } from "./outgoing.ts";
import type { MessageAt, Place } from "./places.ts";

export interface Sender {
  send(place: Place, message: Outgoing): Promise<Sent>;
  /** In the same channel, so that it is seen what it is about. */
  reply(channelId: string, messageId: string, message: Outgoing): Promise<Sent>;
  /** Opens an archived thread for it. */
  edit(at: MessageAt, message: Outgoing): Promise<Sent>;
  /** Shows that somebody is at it. */
  type(place: Place): Promise<void>;
  /** False where there can be none. */
  makeThread(channelId: string, messageId: string, name: string): Promise<boolean>;
}

const THREAD_NAME_CHARS = 90;
const NO_TITLE = "Request";
const TITLE_REFUSED = [
  Code.InvalidFormBodyOrContentType,
  Code.TitleWasBlockedByAutomaticModeration,
  Code.MessageWasBlockedByAutomaticModeration,
];

export function createSender(api: Api): Sender {
  async function reply(channelId: string, messageId: string, message: Outgoing): Promise<Sent> {
    try {
      return await api.send(channelId, { ...message, replyTo: messageId });
    } catch (error) {
      if (!hasCode(error, Code.CannotReplyWithoutPermissionToReadMessageHistory)) throw error;
      return api.send(channelId, message);
    }
  }

  async function makeThread(channelId: string, messageId: string, name: string): Promise<boolean> {
    try {
      await api.startThread(channelId, messageId, name);
    } catch (error) {
      // A title of somebody's words that Discord or the server does not take.
      if (name !== NO_TITLE && hasCode(error, ...TITLE_REFUSED)) return makeThread(channelId, messageId, NO_TITLE);
      if (hasCode(error, Code.ThreadAlreadyCreatedForMessage)) return true;
      const none = [Code.MaximumActiveThreads, Code.MissingPermissions, Code.CannotExecuteActionOnThisChannelType];
      if (hasCode(error, ...none, Code.CannotExecuteActionOnSystemMessage)) return false;
      throw error;
    }
    return true;
  }

  async function nameFor(channelId: string, messageId: string): Promise<string> {
    try {
      return threadName((await api.message(channelId, messageId)).content);
    } catch (error) {
      if (hasCode(error, Code.UnknownMessage))
        throw new NeverPosted("The thread is gone, or the message on which it would hang.");
      if (hasCode(error, Code.MissingAccess)) return threadName("");
      throw error;
    }
  }

  async function sendInThread(channelId: string, threadId: string, message: Outgoing): Promise<Sent> {
    try {
      return await api.send(threadId, message);
    } catch (error) {
      if (!hasCode(error, Code.UnknownChannel)) throw error;
    }
    // The id of a thread that hangs on a message is that message's.
    const isMade = await makeThread(channelId, threadId, await nameFor(channelId, threadId));
    return isMade ? api.send(threadId, message) : reply(channelId, threadId, message);
  }

  async function edit({ channelId, messageId }: MessageAt, message: Outgoing): Promise<Sent> {
    try {
      return await api.edit(channelId, messageId, message);
    } catch (error) {
      if (!hasCode(error, Code.InvalidActionOnArchivedThread)) throw error;
    }
    await api.reopenThread(channelId);
    return api.edit(channelId, messageId, message);
  }

  return {
    reply,
    edit,
    makeThread,
    send: (place, message) =>
      place.kind === "thread"
        ? sendInThread(place.channelId, place.threadId, message)
        : api.send(place.channelId, message),
    type: async (place) => {
      if (place.kind !== "thread") return api.type(place.channelId);
      try {
        await api.type(place.threadId);
      } catch (error) {
        if (!hasCode(error, Code.UnknownChannel)) throw error;
        await api.type(place.channelId);
      }
    },
  };
}

/** By what it is about; Discord takes up to 100 characters and no markup. */
export function threadName(text: string): string {
  const words = text
    .replace(/<[@#:/][^>\s]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return clipped(words, THREAD_NAME_CHARS, label) || NO_TITLE;
}
