// A request in; what was said before it, what is pending, and what its person has spent today, in one statement, out.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Json } from "../json.ts";
import type { OpenRequest } from "./requests.ts";
import { type Spent, spenderOf } from "./spending.ts";

export interface Conversation {
  id: string;
  platform: string;
  place: string;
}

export interface Talk {
  history: { who: "customer" | "shop"; text: string }[];
  /** What this person's last answered request was still waiting for. */
  pending: Json;
  /** What the model has cost for this person today. */
  spentToday: Spent;
}

const TalkRow = z.object({
  turns: z.array(z.object({ who: z.enum(["customer", "shop"]), text: z.string() })),
  pending: z.json().nullable(),
  spentToday: z
    .object({ tokens: z.number(), usd: z.number() })
    .nullable()
    .transform((spent) => spent ?? { tokens: 0, usd: 0 }),
});

/** The assistant is silent there from now on: people of the shop have the talk, with this ticket. */
export async function handOver(tx: Transaction, conversationId: string, ticketId: number): Promise<void> {
  await tx.conversation.update({ where: { id: conversationId }, data: { ticketId } });
}

/** Where the ticket came from; null when that was no conversation, or there is no such ticket. */
export async function talkOfTicket(
  tx: Transaction,
  ticketId: number,
): Promise<{ conversationId: string; status: string } | null> {
  const rows = await tx.$queryRaw<{ conversationId: string; status: string }[]>`
    SELECT q.conversation_id AS "conversationId", t.status
    FROM tickets t JOIN runs r ON r.id = t.run_id JOIN requests q ON q.id = r.request_id
    WHERE t.id = ${ticketId} FOR UPDATE OF t`;
  return rows[0] ?? null;
}

/** The assistant has these tickets' conversations again, and begins afresh. */
export async function giveBack(tx: Transaction, ticketIds: number[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE conversations SET ticket_id = NULL, fresh_from = clock_timestamp()
    WHERE ticket_id = ANY(${ticketIds}::int[]) RETURNING id`;
  return rows.map((row) => row.id);
}

/** False when another conversation has that place. */
export async function movePlace(tx: Transaction, conversationId: string, place: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE conversations c SET place = ${place} WHERE c.id = ${conversationId}
      AND NOT EXISTS (SELECT FROM conversations other WHERE other.platform = c.platform AND other.place = ${place})`;
  return count === 1;
}

/** The last `turns` things said before this request, oldest first. */
export async function readTalk(
  tx: Transaction,
  { conversationId, id: requestId, requester }: Pick<OpenRequest, "conversationId" | "id" | "requester">,
  turns: number,
): Promise<Talk> {
  const rows = await tx.$queryRaw`
    WITH since AS (
      -- What was said in a case that is closed does not come up again.
      SELECT coalesce(fresh_from, '-infinity') AS at FROM conversations WHERE id = ${conversationId}
    )
    SELECT
      coalesce((
        SELECT json_agg(json_build_object('who', who, 'text', text) ORDER BY at)
        FROM (
          SELECT * FROM (
            (SELECT 'customer' AS who, text, received_at AS at FROM since, messages
              WHERE conversation_id = ${conversationId} AND request_id IS DISTINCT FROM ${requestId}
                AND request_id IS NOT NULL AND received_at >= since.at ORDER BY received_at DESC LIMIT ${turns})
            UNION ALL
            (SELECT 'shop', reply->>'text', created_at FROM since, outbox WHERE conversation_id = ${conversationId}
              AND created_at >= since.at ORDER BY created_at DESC LIMIT ${turns})
          ) said ORDER BY at DESC LIMIT ${turns}
        ) latest
      ), '[]') AS turns,
      (
        SELECT runs.extras->'pending' FROM since, runs JOIN requests ON requests.id = runs.request_id
        WHERE requests.conversation_id = ${conversationId} AND requests.id <> ${requestId}
          AND requests.created_at >= since.at AND requests.requester->>'person' = ${requester.person}
        ORDER BY requests.position DESC, runs.created_at DESC LIMIT 1
      ) AS pending,
      (
        SELECT json_build_object('tokens', tokens, 'usd', usd) FROM spending
        WHERE day = (now() AT TIME ZONE 'utc')::date AND person = ${spenderOf(requester)}
      ) AS "spentToday"`;
  const [row] = z.array(TalkRow).parse(rows);
  if (row === undefined) throw new Error("A statement without FROM gave no row.");
  return { history: row.turns, pending: row.pending, spentToday: row.spentToday };
}
