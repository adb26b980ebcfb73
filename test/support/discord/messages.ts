// Messages come, change and go: the world after it, the notifications they raised, and the events.
import { GatewayIntentBits, MessageType } from "discord-api-types/v10";
import { type Component, flatten, numbered } from "./component-shapes.ts";
import { DEFAULT_ANSWER_MENTIONS, DEFAULT_MENTIONS, findMentions, NOBODY } from "./mentions.ts";
import { publishMessage } from "./message-payload.ts";
import { type AllowedMentions, LOADING } from "./message-shapes.ts";
import { may } from "./permissions.ts";
import { archiveThread, changeThreadMember } from "./thread-state.ts";
import { channelOf, type Mentions, type Message, type Ping, publish, type World } from "./world.ts";

export type NewMessage = Partial<Message> & { channelId: string; authorId: string };

const HEARD_TYPES: number[] = [MessageType.Default, MessageType.Reply, MessageType.ChatInputCommand];

/** `allowed` as the call had it; without it what Discord assumes. */
export function postMessage(world: World, about: NewMessage, allowed?: AllowedMentions | null): Message {
  const channel = channelOf(world, about.channelId);
  const message: Message = {
    id: world.newId(),
    type: about.reference?.kind === "reply" ? MessageType.Reply : MessageType.Default,
    webhookName: null,
    content: "",
    embeds: [],
    attachments: [],
    flags: 0,
    editedAt: null,
    nonce: null,
    reference: null,
    snapshot: null,
    reactions: new Map(),
    ephemeralFor: null,
    interaction: null,
    isFollowUp: false,
    ...NOBODY,
    ...about,
    components: numbered(about.components ?? []),
  };
  message.content = cleaned(message.content);
  if (channel.thread?.isArchived === true) archiveThread(world, channel, { isArchived: false });
  if (HEARD_TYPES.includes(message.type)) notify(world, message, allowed, "message");
  world.messages.set(message.id, message);
  if (message.ephemeralFor === null) {
    channel.lastMessageId = message.id;
    if (channel.thread !== null) {
      channel.thread.messageCount += message.type === MessageType.ThreadStarterMessage ? 0 : 1;
      if (message.webhookName === null) changeThreadMember(world, channel, message.authorId, true);
    }
  }
  publishMessage(world, "MESSAGE_CREATE", message);
  return message;
}

export type MessageChange = Partial<Pick<Message, "content" | "embeds" | "attachments" | "flags">> & {
  components?: Component[];
};

/** An edit; the words under a "thinking" message are none. */
export function changeMessage(
  world: World,
  message: Message,
  change: MessageChange,
  allowed?: AllowedMentions | null,
): void {
  const wasThinking = (message.flags & LOADING) !== 0;
  Object.assign(message, change);
  if (change.components !== undefined) message.components = numbered(change.components);
  message.content = cleaned(message.content);
  message.flags &= ~LOADING;
  if (!wasThinking) message.editedAt = Math.max(Date.now(), (message.editedAt ?? 0) + 1);
  if (change.content !== undefined || change.components !== undefined) {
    notify(world, message, allowed, wasThinking ? "message" : "edit");
  }
  publishMessage(world, "MESSAGE_UPDATE", message);
}

export function removeMessage(world: World, message: Message): void {
  world.messages.delete(message.id);
  const channel = world.channels.get(message.channelId);
  if (channel === undefined || message.ephemeralFor !== null) return;
  if (channel.thread !== null) channel.thread.messageCount--;
  if (!may(world, channel, world.botId, "ViewChannel")) return;
  publish(world, {
    name: "MESSAGE_DELETE",
    data: {
      id: message.id,
      channel_id: channel.id,
      ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
    },
    guildId: channel.guildId,
    intents: channel.guildId === null ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages,
  });
}

/** The words that can notify somebody; embeds cannot. */
function textOf(message: Pick<Message, "content" | "components">): string {
  const displays = flatten(message.components).flatMap((one) => (one.type === 10 ? [one.content] : []));
  return [message.content, ...displays].join("\n");
}

function notify(
  world: World,
  message: Message,
  sent: AllowedMentions | null | undefined,
  by: "message" | "edit",
): void {
  const channel = channelOf(world, message.channelId);
  const allowed = sent ?? (message.interaction === null ? DEFAULT_MENTIONS : DEFAULT_ANSWER_MENTIONS);
  const before: Mentions = { users: message.users, roles: message.roles, everyone: message.everyone };
  const found = findMentions(world, channel, message.authorId, textOf(message), allowed);
  const { reference } = message;
  const repliedTo = reference?.kind === "reply" ? world.messages.get(reference.messageId)?.authorId : undefined;
  const isReplyPing = repliedTo !== undefined && allowed.replied_user === true && repliedTo !== message.authorId;
  if (isReplyPing && !found.users.includes(repliedTo) && world.people.has(repliedTo)) found.users.push(repliedTo);
  Object.assign(message, found);
  const raise = (ping: Ping) => world.pings.push({ ...ping, channelId: channel.id });
  const mayHear = (id: string) => message.ephemeralFor === null || message.ephemeralFor === id;
  for (const user of found.users) {
    if (before.users.includes(user) || !mayHear(user)) continue;
    const isReply = user === repliedTo && !textOf(message).includes(user);
    raise({ messageId: message.id, by: isReply ? "reply" : by, who: { user } });
  }
  if (message.ephemeralFor !== null) return;
  for (const role of found.roles) {
    if (!before.roles.includes(role)) raise({ messageId: message.id, by, who: { role } });
  }
  if (found.everyone && !before.everyone) raise({ messageId: message.id, by, who: "everyone" });
}

/** Discord trims, and takes out what no screen shows. */
function cleaned(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
}
