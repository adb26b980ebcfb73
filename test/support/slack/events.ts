// Changes of the workspace in; events to the app out, as far as it is subscribed and sits in the channel.
import type { Envelope } from "./deliveries.ts";
import {
  changedEvent,
  deletedEvent,
  eventCallback,
  mentionEvent,
  messageEvent,
  reactionEvent,
} from "./event-payloads.ts";
import type { Fields } from "./fields.ts";
import { findPings } from "./markup.ts";
import { messageJson } from "./message-json.ts";
import type { Channel, Message, Workspace } from "./workspace.ts";

export interface Events {
  posted(channel: Channel, message: Message): void;
  /** Runs the change and tells of it. */
  changed(channel: Channel, message: Message, change: () => void): void;
  deleted(channel: Channel, message: Message): void;
  reacted(
    channel: Channel,
    message: Message,
    type: "reaction_added" | "reaction_removed",
    userId: string,
    name: string,
  ): void;
  /** Any other kind, e.g. app_home_opened. */
  emit(event: Fields, channel: Channel | null): void;
}

interface Options {
  workspace: Workspace;
  send: (envelope: Envelope) => void;
  /** `null`: to everything. */
  subscriptions: string[] | null;
  mentionOrder: "mention-first" | "message-first" | "random";
}

const SUBSCRIPTIONS = { public: "message.channels", private: "message.groups", im: "message.im" } as const;

export function createEvents({ workspace, send, subscriptions, mentionOrder }: Options): Events {
  const { app } = workspace;
  const hears = (name: string) => subscriptions === null || subscriptions.includes(name);
  const isIn = (channel: Channel) => channel.memberIds.includes(app.botUserId);

  function emitMessage(event: Fields, channel: Channel): void {
    if (hears(SUBSCRIPTIONS[channel.kind]) && isIn(channel)) send(eventCallback(workspace, event, channel));
  }

  /** Nobody is told by mention in a direct message, nor the bot of its own words. */
  function mentions(channel: Channel, message: Message): boolean {
    if (channel.kind === "im" || message.userId === app.botUserId || !hears("app_mention")) return false;
    return (
      findPings(message.text).some(({ targetId }) => targetId === app.botUserId) &&
      (isIn(channel) || channel.kind === "public")
    );
  }

  return {
    posted: (channel, message) => {
      const sendMention = () => send(eventCallback(workspace, mentionEvent(workspace, channel, message), channel));
      const sendMessage = () => emitMessage(messageEvent(workspace, channel, message), channel);
      if (!mentions(channel, message)) return sendMessage();
      const isMentionFirst = mentionOrder === "random" ? Math.random() < 0.5 : mentionOrder === "mention-first";
      const order = isMentionFirst ? [sendMention, sendMessage] : [sendMessage, sendMention];
      for (const one of order) one();
    },
    changed: (channel, message, change) => {
      const previous = messageJson(workspace, message);
      const wasMention = mentions(channel, message);
      change();
      emitMessage(changedEvent(workspace, channel, message, previous), channel);
      if (!wasMention && mentions(channel, message)) {
        send(eventCallback(workspace, mentionEvent(workspace, channel, message), channel));
      }
    },
    deleted: (channel, message) =>
      emitMessage(deletedEvent(workspace, channel, messageJson(workspace, message)), channel),
    reacted: (channel, message, type, userId, name) => {
      if (!hears(type) || !isIn(channel)) return;
      send(eventCallback(workspace, reactionEvent(workspace, type, message, userId, name), channel));
    },
    emit: (event, channel) => {
      const type = String(event.type);
      if (hears(type)) send(eventCallback(workspace, event, channel));
    },
  };
}
