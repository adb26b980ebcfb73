// Messages that were stored → requests that are worked, one after the other.
import type { Transaction } from "../database/database.ts";
import type { IncomingMessage } from "../platforms/platform.ts";
import type { Person } from "../requester.ts";
import { newId } from "./id.ts";
import type { WaitingMessage } from "./work.ts";

/** Where a request stands in the records; the finer stages on the way are told as progress only. */
export type RequestStage = "received" | "waiting" | "done" | "failed";

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

/**
 * The oldest request that is not finished: one that a worker left open, or a new one made from the oldest messages of
 * one person. null: nothing to do.
 */
export async function takeRequest(
  tx: Transaction,
  conversationId: string,
  messages: WaitingMessage[],
  limits: { mostChars: number; standsAlone: (text: string) => boolean },
): Promise<OpenRequest | null> {
  const [first] = messages;
  if (first === undefined) return null;
  const { author, receivedAt, request } = first;
  if (request !== null) {
    const own = messages.filter((message) => message.request?.id === request.id);
    return { ...request, conversationId, keys: own.map((message) => message.key), receivedAt };
  }
  const together = joined(messages, limits);
  const id = newId("req");
  const text = together.map((message) => message.text).join("\n");
  await tx.$executeRaw`
    WITH opened AS (
      INSERT INTO requests (id, conversation_id, requester, text, stage)
      VALUES (${id}, ${conversationId}, ${JSON.stringify(author)}::jsonb, ${text}, 'received') RETURNING id
    )
    UPDATE messages SET request_id = (SELECT id FROM opened)
    WHERE id = ANY(${together.map((message) => message.id)})`;
  return { id, conversationId, requester: author, text, keys: together.map((message) => message.key), receivedAt };
}

/** Consecutive messages of one person are one request, as long as together they are no longer than one may be. */
function joined(
  messages: WaitingMessage[],
  { mostChars, standsAlone }: { mostChars: number; standsAlone: (text: string) => boolean },
): WaitingMessage[] {
  const [first] = messages;
  if (first === undefined || standsAlone(first.text)) return messages.slice(0, 1);
  let chars = 0;
  const end = messages.findIndex((message) => {
    chars += message.text.length;
    return message.author.person !== first.author.person || standsAlone(message.text) || chars > mostChars;
  });
  return end === -1 ? messages : messages.slice(0, Math.max(end, 1));
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
