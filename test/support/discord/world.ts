// All that exists in the emulated Discord out, as plain data, and one door through which its events leave.
import type { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import { ApiError } from "./api-error.ts";
import type { Component, FormComponent } from "./component-shapes.ts";
import type { Embed } from "./message-shapes.ts";

export interface Person {
  id: string;
  name: string;
  isBot: boolean;
  locale: string;
  hasClosedDms: boolean;
  notices: string[];
  modals: OpenModal[];
}

export interface OpenModal {
  customId: string;
  title: string;
  components: FormComponent[];
  /** The interaction that opened it. */
  opener: Interaction;
}

export interface Role {
  id: string;
  name: string;
  permissions: bigint;
  isMentionable: boolean;
}

export interface Member {
  userId: string;
  roleIds: string[];
  joinedAt: number;
}

export interface Guild {
  id: string;
  name: string;
  ownerId: string;
  roles: Map<string, Role>;
  members: Map<string, Member>;
}

interface Thread {
  ownerId: string;
  isArchived: boolean;
  isLocked: boolean;
  archivedAt: number;
  autoArchiveMinutes: number;
  memberIds: Set<string>;
  messageCount: number;
}

export interface Channel {
  id: string;
  type: ChannelType;
  /** `null`: a private talk of `recipientId` with the bot. */
  guildId: string | null;
  recipientId: string | null;
  name: string;
  /** Of a thread: where it hangs. */
  parentId: string | null;
  overwrites: { id: string; isRole: boolean; allow: bigint; deny: bigint }[];
  lastMessageId: string | null;
  thread: Thread | null;
}

export interface Attachment {
  id: string;
  filename: string;
  contentType: string;
  description: string | null;
  bytes: Uint8Array;
}

export interface Mentions {
  users: string[];
  roles: string[];
  /** @everyone or @here. */
  everyone: boolean;
}

export interface Message extends Mentions {
  id: string;
  channelId: string;
  type: number;
  authorId: string;
  /** Of a webhook: the name it gave itself. */
  webhookName: string | null;
  content: string;
  embeds: Embed[];
  components: Component[];
  attachments: Attachment[];
  flags: number;
  editedAt: number | null;
  nonce: string | number | null;
  reference: { kind: "reply" | "forward" | "thread"; channelId: string; messageId: string } | null;
  snapshot: Message | null;
  reactions: Map<string, string[]>;
  ephemeralFor: string | null;
  interaction: Interaction | null;
  isFollowUp: boolean;
}

export interface Interaction {
  id: string;
  token: string;
  type: number;
  userId: string;
  channelId: string;
  createdAt: number;
  /** The message whose button was pressed, or whose button opened the modal. */
  messageId: string | null;
  commandName: string | null;
  /** The type of the callback; `null` while nobody answered. */
  answeredBy: number | null;
  originalId: string | null;
  hasExpired: boolean;
  /** What waits for the first answer. */
  onAnswer: (() => void)[];
  openedBy: Interaction | null;
}

export interface Ping {
  messageId: string;
  /** What raised it; a reply notifies the author of the message replied to. */
  by: "message" | "reply" | "edit";
  who: { user: string } | { role: string } | "everyone";
}

export interface WorldEvent {
  name: string;
  data: object;
  guildId: string | null;
  /** Sessions with any of these intents get it; 0: all sessions. */
  intents: number;
  /** Sessions without the intent for message content get it empty. */
  hidesContent?: boolean;
}

export interface World {
  newId: () => string;
  botId: string;
  guilds: Map<string, Guild>;
  people: Map<string, Person>;
  channels: Map<string, Channel>;
  messages: Map<string, Message>;
  /** By token. */
  interactions: Map<string, Interaction>;
  pings: (Ping & { channelId: string })[];
  typings: string[];
  /** Where attachments can be read. */
  filesUrl: string;
  answerMs: number;
  tokenMs: number;
  listeners: ((event: WorldEvent) => void)[];
}

export type Permission = keyof typeof PermissionFlagsBits;

export function publish(world: World, event: WorldEvent): void {
  for (const listener of world.listeners) listener(event);
}

export function personOf(world: World, id: string): Person {
  const person = world.people.get(id);
  if (person === undefined) throw new ApiError(404, 10013);
  return person;
}

export function guildOf(world: World, id: string): Guild {
  const guild = world.guilds.get(id);
  if (guild === undefined) throw new ApiError(404, 10004);
  return guild;
}

export function channelOf(world: World, id: string): Channel {
  const channel = world.channels.get(id);
  if (channel === undefined) throw new ApiError(404, 10003);
  return channel;
}

export function messageOf(world: World, channelId: string, id: string): Message {
  const message = world.messages.get(id);
  if (message === undefined || message.channelId !== channelId) throw new ApiError(404, 10008);
  return message;
}
