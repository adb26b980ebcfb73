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

/** Stores a message under its key. False when that key was there already. */
export async function storeMessage(
  tx: Transaction,
  conversationId: string,
  message: IncomingMessage,
): Promise<boolean> {
  const { count } = await tx.message.createMany({
    data: { id: newId("msg"), key: message.key, conversationId, author: { ...message.author }, text: message.text },
    skipDuplicates: true,
  });
  return count === 1;
}

/**
 * The oldest request of a conversation that is not finished, made from the oldest unanswered messages of one person
 * where none is open. null: nothing to do.
 */
export async function takeRequest(tx: Transaction, conversationId: string): Promise<OpenRequest | null> {
  const messages = await tx.message.findMany({
    where: { conversationId, OR: [{ requestId: null }, { request: { stage: "received" } }] },
    orderBy: { position: "asc" },
    include: { request: true },
  });
  const first = messages[0];
  if (first === undefined) return null;
  const author = PersonSchema.parse(first.author);
  if (first.request !== null) {
    const own = messages.filter((message) => message.requestId === first.requestId);
    return {
      id: first.request.id,
      conversationId,
      requester: PersonSchema.parse(first.request.requester),
      text: first.request.text,
      keys: own.map((message) => message.key),
      receivedAt: first.receivedAt,
    };
  }
  // Consecutive messages of one person are one request.
  const end = messages.findIndex((message) => PersonSchema.parse(message.author).person !== author.person);
  const together = end === -1 ? messages : messages.slice(0, end);
  const id = newId("req");
  const text = together.map((message) => message.text).join("\n");
  await tx.request.create({ data: { id, conversationId, requester: { ...author }, text, stage: "received" } });
  await tx.message.updateMany({
    where: { id: { in: together.map((message) => message.id) } },
    data: { requestId: id },
  });
  return {
    id,
    conversationId,
    requester: author,
    text,
    keys: together.map((message) => message.key),
    receivedAt: first.receivedAt,
  };
}

export async function setStage(tx: Transaction, requestId: string, stage: RequestStage): Promise<void> {
  await tx.request.update({ where: { id: requestId }, data: { stage } });
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
