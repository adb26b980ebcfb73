// A message as it came in → stored once, changed or taken back while nobody has begun to answer it.
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Language } from "../language.ts";
import type { IncomingMessage } from "../platforms/platform.ts";
import { newId } from "./id.ts";
import { PersonSchema } from "./person.ts";

export interface Stored {
  /** "known": that message was there already. "another": its key was, with somebody else's message or in another place. */
  kind: "stored" | "known" | "another";
  conversationId: string;
}

/**
 * Stores a message under its key, and opens the conversation of its place where there is none: one statement, so that
 * the platform can be told at once.
 */
export async function storeMessage(
  tx: Transaction,
  platform: string,
  message: IncomingMessage,
  trace: string | null,
  written: Language | null = null,
): Promise<Stored> {
  // "two" is every language: then it is the one that they wrote in here before, or their platform's.
  const own = JSON.stringify({ ...message.author, language: written ?? message.author.language });
  const author =
    written !== null
      ? Prisma.sql`${own}::jsonb`
      : Prisma.sql`${own}::jsonb || coalesce((
          SELECT jsonb_build_object('language', before.author->'language') FROM messages before
          WHERE before.author->>'person' = ${message.author.person} AND before.conversation_id = conversation.id
            AND before.author->'language' IS NOT NULL
          ORDER BY before.received_at DESC LIMIT 1
        ), '{}')`;
  // The update is there for the id to come back. Of a key column it would lock out whoever refers to the conversation, and
  // a worker that is taking this very message waits for that crosswise.
  const rows = await tx.$queryRaw<{ conversation_id: string; is_new: boolean }[]>`
    WITH conversation AS (
      INSERT INTO conversations (id, platform, place) VALUES (${newId("cnv")}, ${platform}, ${message.place})
      ON CONFLICT (platform, place) DO UPDATE SET created_at = conversations.created_at RETURNING id
    ), stored AS (
      INSERT INTO messages (id, key, conversation_id, author, text, stands_alone, not_read, answer_to, trace)
      SELECT ${newId("msg")}, ${message.key}, id, ${author}, ${message.text},
        ${message.standsAlone}, ${message.notRead}::text[], ${message.answerTo}, ${trace}
      FROM conversation ON CONFLICT (key) DO NOTHING RETURNING id
    )
    SELECT id AS conversation_id, EXISTS (SELECT FROM stored) AS is_new FROM conversation`;
  const [row] = rows;
  if (row === undefined) throw new Error("The conversation was neither found nor opened.");
  const conversationId = row.conversation_id;
  if (row.is_new) return { kind: "stored", conversationId };
  const known = await tx.message.findUnique({
    where: { key: message.key },
    select: { conversationId: true, author: true },
  });
  const isSame =
    known?.conversationId === conversationId && PersonSchema.parse(known.author).person === message.author.person;
  return { kind: isSame ? "known" : "another", conversationId };
}

/** Only while it belongs to no request: what is being answered stays as it was asked. */
export async function editMessage(tx: Transaction, key: string, text: string): Promise<void> {
  await tx.message.updateMany({ where: { key, requestId: null }, data: { text } });
}

export async function removeMessage(tx: Transaction, key: string): Promise<void> {
  await tx.message.deleteMany({ where: { key, requestId: null } });
}

/** Whether this person has written in this place before. */
export async function hasWrittenIn(tx: Transaction, platform: string, place: string, person: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE c.platform = ${platform} AND c.place = ${place} AND m.author->>'person' = ${person}
    ) AS found`;
  return rows[0]?.found === true;
}
