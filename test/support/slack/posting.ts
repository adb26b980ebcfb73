// What someone says in; a stored message out, with the pings it raises and the events it causes.
import { randomUUID } from "node:crypto";
import { findBlockPings } from "./block-text.ts";
import type { Events } from "./events.ts";
import type { Fields } from "./fields.ts";
import { findPings } from "./markup.ts";
import type { Block, Channel, Message, Workspace } from "./workspace.ts";

interface Draft {
  userId: string;
  text: string;
  blocks?: Block[] | null;
  threadTs?: string | null;
  isBroadcast?: boolean;
  botId?: string | null;
  appId?: string | null;
  username?: string | null;
  subtype?: string | null;
  isMrkdwn?: boolean;
  attachments?: Fields[];
  fileIds?: string[];
  metadata?: Fields | null;
  ephemeralFor?: string | null;
  stream?: Message["stream"];
  /** Bare names ring too (link_names, parse: full). */
  hasBareNames?: boolean;
}

export interface Posting {
  post(channel: Channel, draft: Draft): Message;
  /** Changes a stored message; `by` counts as its editor. */
  edit(channel: Channel, message: Message, change: Partial<Message>, options?: { hasBareNames?: boolean }): void;
  remove(channel: Channel, message: Message): void;
}

export function createPosting(workspace: Workspace, events: Events): Posting {
  const { stamps, app, pings, statuses } = workspace;

  function ring(message: Message, hasBareNames: boolean): void {
    const found = [
      ...findPings(message.text, hasBareNames),
      ...findBlockPings(message.blocks ?? []),
      ...findBlockPings(message.attachments.flatMap(({ blocks }) => blocks ?? [])),
    ];
    const { ts, channelId, userId } = message;
    // The same name in the text and in the blocks rings once.
    const distinct = new Map(found.map((ping) => [`${ping.kind} ${ping.targetId}`, ping]));
    for (const ping of distinct.values())
      pings.push({ ts, channelId, ...ping, userId, isFromBot: message.botId !== null });
  }

  return {
    post: (channel, draft) => {
      const { hasBareNames = false, ...said } = draft;
      const isBot = said.botId !== undefined && said.botId !== null;
      const message: Message = {
        ts: stamps.ts(),
        channelId: channel.id,
        threadTs: null,
        isBroadcast: false,
        botId: null,
        appId: null,
        username: null,
        subtype: null,
        clientMsgId: isBot ? null : randomUUID(),
        isMrkdwn: true,
        blocks: null,
        attachments: [],
        fileIds: [],
        edited: null,
        reactions: [],
        metadata: null,
        ephemeralFor: null,
        stream: null,
        ...said,
      };
      channel.messages.push(message);
      ring(message, hasBareNames);
      if (message.ephemeralFor === null) {
        if (message.botId === app.botId) statuses.delete(`${channel.id} ${message.threadTs ?? message.ts}`);
        events.posted(channel, message);
      }
      return message;
    },
    edit: (channel, message, change, { hasBareNames = false } = {}) => {
      const apply = () => void Object.assign(message, change);
      if (message.ephemeralFor === null) events.changed(channel, message, apply);
      else apply();
      ring(message, hasBareNames);
    },
    remove: (channel, message) => {
      channel.messages.splice(channel.messages.indexOf(message), 1);
      if (message.ephemeralFor === null) events.deleted(channel, message);
    },
  };
}
