// A channel and somebody who looks at it in; what the client draws for them out.
import { type Button, flatten, inputOf } from "./component-shapes.ts";
import { type Embed, IS_V2, LOADING } from "./message-shapes.ts";
import { may } from "./permissions.ts";
import { shownText } from "./shown-text.ts";
import { compareIds } from "./snowflake.ts";
import { type Channel, channelOf, type Message, type OpenModal, personOf, type World } from "./world.ts";

interface SeenButton {
  label: string | null;
  customId: string | null;
  /** 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
  style: number;
  disabled: boolean;
  url: string | null;
}

export interface SeenMessage {
  id: string;
  /** The name over the message. */
  author: string;
  authorId: string;
  /** As it was sent. */
  content: string;
  /** As it is read: content, embeds and text displays, with names for mentions and without marks and escapes. */
  shown: string;
  buttons: SeenButton[];
  embeds: Embed[];
  files: { name: string; altText: string | null; bytes: Uint8Array }[];
  edited: boolean;
  ephemeralFor: string | null;
  /** The thread that hangs on it. */
  thread: string | null;
  isThinking: boolean;
  replyTo: string | null;
  /** Who reacted, by emoji. */
  reactions: { [emoji: string]: string[] };
}

export interface SeenModal {
  customId: string;
  title: string;
  inputs: { customId: string; label: string; value: string; isLong: boolean; isRequired: boolean }[];
}

/** Talk only; Discord's own notices (somebody joined, a thread was begun) are left out. */
const TALK_TYPES = [0, 19, 20, 23];

export function seenIn(world: World, channelId: string, as: string | null): SeenMessage[] {
  const channel = channelOf(world, channelId);
  if (as !== null && !maySee(world, channel, as)) return [];
  return [...world.messages.values()]
    .filter((one) => one.channelId === channelId && TALK_TYPES.includes(one.type))
    .filter((one) => one.ephemeralFor === null || one.ephemeralFor === as)
    .sort((a, b) => compareIds(a.id, b.id))
    .map((one) => seenMessage(world, one));
}

export const maySee = (world: World, channel: Channel, userId: string) => may(world, channel, userId, "ViewChannel");

export function seenMessage(world: World, message: Message): SeenMessage {
  const showsEmbeds = (message.flags & 4) === 0;
  const embeds = showsEmbeds ? message.embeds : [];
  const all = flatten(message.components);
  const buttons = all.flatMap((one) => (one.type === 2 ? [seenButton(one)] : []));
  const texts = [
    shownText(world, message.content, false),
    message.snapshot === null ? "" : shownText(world, message.snapshot.content, false),
    ...embeds.flatMap((one) => embedTexts(world, one)),
    ...all.flatMap((one) => (one.type === 10 ? [shownText(world, one.content, true)] : [])),
  ];
  return {
    id: message.id,
    author: message.webhookName ?? personOf(world, message.authorId).name,
    authorId: message.authorId,
    content: message.content,
    shown: texts.filter((text) => text !== "").join("\n"),
    buttons,
    embeds,
    files: shownFiles(message),
    edited: message.editedAt !== null,
    ephemeralFor: message.ephemeralFor,
    thread: world.channels.get(message.id)?.id ?? null,
    isThinking: (message.flags & LOADING) !== 0,
    replyTo: message.reference?.kind === "reply" ? message.reference.messageId : null,
    reactions: Object.fromEntries(message.reactions),
  };
}

function seenButton(button: Button): SeenButton {
  return {
    label: button.label ?? null,
    customId: button.custom_id ?? null,
    style: button.style,
    disabled: button.disabled ?? false,
    url: button.url ?? null,
  };
}

export function seenModal(modal: OpenModal): SeenModal {
  const inputs = modal.components.flatMap((line) => {
    const input = inputOf(line);
    if (input === null) return [];
    const isText = input.type === 4;
    return {
      customId: input.custom_id,
      label: line.type === 18 ? line.label : isText ? (input.label ?? "") : "",
      value: isText ? (input.value ?? "") : "",
      isLong: isText && input.style === 2,
      isRequired: input.required ?? true,
    };
  });
  return { customId: modal.customId, title: modal.title, inputs };
}

function embedTexts(world: World, embed: Embed): string[] {
  const marked = (text: string | undefined) => (text === undefined ? "" : shownText(world, text, true));
  const fields = (embed.fields ?? []).flatMap((field) => [marked(field.name), marked(field.value)]);
  return [
    embed.author?.name ?? "",
    marked(embed.title),
    marked(embed.description),
    ...fields,
    embed.footer?.text ?? "",
  ];
}

/** With components v2 a file is drawn where a component names it, and else not at all. */
function shownFiles(message: Message): SeenMessage["files"] {
  const named = JSON.stringify(message.components);
  const shown =
    (message.flags & IS_V2) === 0
      ? message.attachments
      : message.attachments.filter((one) => named.includes(`"attachment://${one.filename}"`));
  return shown.map(({ filename, description, bytes }) => ({ name: filename, altText: description, bytes }));
}
