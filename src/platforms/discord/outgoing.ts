// A message of ours in, the body and the files of the call that sends or edits it out: it pings nobody.
import type { RequestData } from "@discordjs/rest";
import { type APIEmbed, MessageFlags } from "discord-api-types/v10";
import type { Attachment } from "../platform.ts";
import type { Row } from "./buttons.ts";
import { clipped, label } from "./escape.ts";

/** What is left out of an edit stays as it is. */
export interface Outgoing {
  content?: string;
  embeds?: APIEmbed[];
  rows?: Row[];
  files?: Attachment[];
  /** Sent twice under the same one, it stands there once. */
  nonce?: string;
  /** The message of the same channel that this replies to; when that is gone, it stands by itself. */
  replyTo?: string;
  /** For one person alone; only in answer to what they did. */
  isPrivate?: boolean;
}

/** Discord's own default pings everybody whom a text names. */
export const NOBODY = { parse: [], replied_user: false };

const ALT_TEXT_CHARS = 1_024;

export function messageBody(message: Outgoing) {
  const { content, embeds, rows, files = [], nonce, replyTo, isPrivate = false } = message;
  return {
    allowed_mentions: NOBODY,
    ...(content === undefined ? {} : { content }),
    ...(embeds === undefined ? {} : { embeds }),
    ...(rows === undefined ? {} : { components: rows }),
    ...(nonce === undefined ? {} : { nonce, enforce_nonce: true }),
    ...(replyTo === undefined ? {} : { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
    ...(isPrivate ? { flags: MessageFlags.Ephemeral } : {}),
    ...(files.length === 0 ? {} : { attachments: files.map(described) }),
  };
}

export function messageCall(message: Outgoing): Pick<RequestData, "body" | "files"> {
  const files = (message.files ?? []).map(({ name, mediaType, bytes }) => ({
    name: fileName(name),
    contentType: mediaType,
    data: bytes,
  }));
  return { body: messageBody(message), ...(files.length === 0 ? {} : { files }) };
}

function described({ name, altText }: Attachment, index: number) {
  return { id: String(index), filename: fileName(name), description: clipped(altText, ALT_TEXT_CHARS, label) };
}

const fileName = (name: string) => name.replace(/[^\w.-]+/g, "_").slice(-100) || "file";
