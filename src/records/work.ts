// A conversation in, what waits in it out: one cheap look before anything is read or locked.
import type { Transaction } from "../database/database.ts";

export interface WaitingWork {
  hasReplies: boolean;
  hasPresses: boolean;
  hasRequests: boolean;
}

export async function waitingWork(tx: Transaction, conversationId: string, tries: number): Promise<WaitingWork> {
  const [row] = await tx.$queryRaw<WaitingWork[]>`
    SELECT
      EXISTS (SELECT FROM outbox WHERE conversation_id = ${conversationId} AND sent_at IS NULL AND tries < ${tries})
        AS "hasReplies",
      EXISTS (SELECT FROM presses WHERE conversation_id = ${conversationId} AND outcome IS NULL) AS "hasPresses",
      EXISTS (SELECT FROM messages WHERE conversation_id = ${conversationId} AND request_id IS NULL)
        OR EXISTS (SELECT FROM requests WHERE conversation_id = ${conversationId} AND stage = 'received')
        AS "hasRequests"`;
  if (row === undefined) throw new Error("A statement without FROM gave no row.");
  return row;
}
