// Messages that were stored → requests that are worked, one after the other.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { IncomingMessage } from "../platforms/platform.ts";
import type { Person } from "../requester.ts";
import { newId } from "./id.ts";

/** Where a request stands in the records; the finer stages on the way are told as progress only. */
export type RequestStage = "received" | "waiting" | "done" | "failed";

export const PersonSchema = z.object({
  person: z.string(),
  role: z.enum(["customer", "staff", "admin"]),
  customerId: z.int().nullable(),
  name: z.string().nullable(),
});

export interface OpenRequest {
  id: string;
  conversationId: string;
  requester: Person;
  text: string;
  keys: string[];
  receivedAt: Date;
}

/**
 * Stores a message under its key, and opens the conversation of its place where there is none: one statement, so that
 * the platform can be told at once. `isNew` is false when that key was there already.
 */
export async function storeMessage(
  tx: Transaction,
  platform: string,
  message: IncomingMessage,
): Promise<{ conversationId: string; isNew: boolean }> {
  const rows = await tx.$queryRaw<{ conversation_id: string; is_new: boolean }[]>`
    WITH conversation AS (
      INSERT INTO conversations (id, platform, place) VALUES (${newId("cnv")}, ${platform}, ${message.place})
      ON CONFLICT (platform, place) DO UPDATE SET place = excluded.place RETURNING id
    ), stored AS (
      INSERT INTO messages (id, key, conversation_id, author, text)
      SELECT ${newId("msg")}, ${message.key}, id, ${JSON.stringify(message.author)}::jsonb, ${message.text}
      FROM conversation ON CONFLICT (key) DO NOTHING RETURNING id
    )
    SELECT id AS conversation_id, EXISTS (SELECT FROM stored) AS is_new FROM conversation`;
  const [row] = rows;
  if (row === undefined) throw new Error("The conversation was neither found nor opened.");
  return { conversationId: row.conversation_id, isNew: row.is_new };
}

const WaitingMessages = z.array(
  z.object({
    id: z.string(),
    key: z.string(),
    author: PersonSchema,
    text: z.string(),
    received_at: z.date(),
    request_id: z.string().nullable(),
    requester: PersonSchema.nullable(),
    request_text: z.string().nullable(),
  }),
);

/**
 * The oldest request of a conversation that is not finished, made from the oldest unanswered messages of one person
 * where none is open. null: nothing to do.
 */
export async function takeRequest(tx: Transaction, conversationId: string): Promise<OpenRequest | null> {
  const rows = await tx.$queryRaw`
    SELECT m.id, m.key, m.author, m.text, m.received_at, m.request_id, r.requester, r.text AS request_text
    FROM messages m LEFT JOIN requests r ON r.id = m.request_id
    WHERE m.conversation_id = ${conversationId} AND (m.request_id IS NULL OR r.stage = 'received')
    ORDER BY m.position`;
  const messages = WaitingMessages.parse(rows);
  const [first] = messages;
  if (first === undefined) return null;
  if (first.request_id !== null && first.requester !== null && first.request_text !== null) {
    const own = messages.filter((message) => message.request_id === first.request_id);
    return {
      id: first.request_id,
      conversationId,
      requester: first.requester,
      text: first.request_text,
      keys: own.map((message) => message.key),
      receivedAt: first.received_at,
    };
  }
  // Consecutive messages of one person are one request.
  const end = messages.findIndex((message) => message.author.person !== first.author.person);
  const together = end === -1 ? messages : messages.slice(0, end);
  const id = newId("req");
  const text = together.map((message) => message.text).join("\n");
  await tx.request.createMany({
    data: { id, conversationId, requester: { ...first.author }, text, stage: "received" },
  });
  await tx.message.updateMany({
    where: { id: { in: together.map((message) => message.id) } },
    data: { requestId: id },
  });
  return {
    id,
    conversationId,
    requester: first.author,
    text,
    keys: together.map((message) => message.key),
    receivedAt: first.received_at,
  };
}

export async function setStage(tx: Transaction, requestId: string, stage: RequestStage): Promise<void> {
  await tx.request.updateMany({ where: { id: requestId }, data: { stage } });
}

/** Notes that working the request failed for reasons of our own; how often by now. */
export async function countTry(tx: Transaction, requestId: string): Promise<number> {
  const { tries } = await tx.request.update({ where: { id: requestId }, data: { tries: { increment: 1 } } });
  return tries;
}

/** Puts the person's last failed request of this conversation back to work. Its id, or null when there is none. */
export async function reopenFailed(tx: Transaction, conversationId: string, person: string): Promise<string | null> {
  const failed = await tx.request.findFirst({
    where: { conversationId, stage: "failed", requester: { path: ["person"], equals: person } },
    orderBy: { position: "desc" },
  });
  if (failed === null) return null;
  await tx.request.update({ where: { id: failed.id }, data: { stage: "received", tries: 0 } });
  return failed.id;
}
