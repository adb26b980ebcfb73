// A request in; what was said before it, what its person has left open, and what they have spent today, in one statement,
// out.
import { z } from "zod";
import type { OperationCall } from "../changeset/changeset.ts";
import type { Transaction } from "../database/database.ts";
import { LANGUAGES, type Language } from "../language.ts";
import { type OpenIntent, OpenIntents, openOnCard } from "./open-intents.ts";
import type { OpenRequest } from "./requests.ts";
import { type Spent, spenderOf } from "./spending.ts";

export interface Conversation {
  id: string;
  platform: string;
  place: string;
}

export interface Talk {
  /** What this person wrote and was told; what others in the same thread have to do with the shop is not theirs. */
  history: { who: "customer" | "shop"; text: string }[];
  /** What this person has not finished here, the latest first: what they were asked for, and what waits for their button. */
  pending: OpenIntent[];
  /** What the model has cost for this person today. */
  spentToday: Spent;
}

const TalkRow = z.object({
  turns: z.array(z.object({ who: z.enum(["customer", "shop"]), text: z.string() })),
  open: OpenIntents.nullable().transform((open) => open ?? []),
  // Written by `insertApproval` alone.
  cards: z.array(z.object({ askedAt: z.string(), calls: z.custom<OperationCall[]>() })),
  spentToday: z
    .object({ tokens: z.number(), usd: z.number() })
    .nullable()
    .transform((spent) => spent ?? { tokens: 0, usd: 0 }),
});

/** The assistant is silent there from now on: people of the shop have the talk, with this ticket. */
export async function handOver(tx: Transaction, conversationId: string, ticketId: number): Promise<void> {
  await tx.conversation.update({ where: { id: conversationId }, data: { ticketId } });
}

/** In which its customer wrote last. */
export async function languageOfTalk(tx: Transaction, conversationId: string): Promise<Language> {
  const rows = await tx.$queryRaw<{ language: string | null }[]>`
    SELECT author->>'language' AS language FROM messages
    WHERE conversation_id = ${conversationId} AND author->>'role' = 'customer' ORDER BY received_at DESC LIMIT 1`;
  return LANGUAGES.find((known) => known === rows[0]?.language) ?? "en";
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

export interface TalkLimits {
  turns: number;
  /** What was asked for longer ago than this is not open any more. */
  openHours: number;
  now: Date;
}

/** A request that failed and was tried again is older than those after it: so many are looked through for the last run. */
const LAST_REQUESTS = 20;

/** The last `turns` things said before this request, oldest first. */
export async function readTalk(
  tx: Transaction,
  { conversationId, id: requestId, requester }: Pick<OpenRequest, "conversationId" | "id" | "requester">,
  { turns, openHours, now }: TalkLimits,
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
                AND request_id IS NOT NULL AND received_at >= since.at AND author->>'person' = ${requester.person}
              ORDER BY received_at DESC LIMIT ${turns})
            UNION ALL
            (SELECT 'shop', o.reply->>'text', o.created_at
              FROM since, outbox o
                LEFT JOIN runs r ON r.id = o.reply->>'runId' LEFT JOIN requests q ON q.id = r.request_id
              WHERE o.conversation_id = ${conversationId} AND o.created_at >= since.at
                AND (q.id IS NULL OR q.requester->>'person' = ${requester.person})
              ORDER BY o.created_at DESC LIMIT ${turns})
          ) said ORDER BY at DESC LIMIT ${turns}
        ) latest
      ), '[]') AS turns,
      (
        SELECT runs.extras->'open' FROM (
          SELECT requests.id, requests.position FROM since, requests
          WHERE requests.conversation_id = ${conversationId} AND requests.id <> ${requestId}
            AND requests.created_at >= since.at AND requests.requester->>'person' = ${requester.person}
          ORDER BY requests.position DESC LIMIT ${LAST_REQUESTS}
        ) latest JOIN runs ON runs.request_id = latest.id
        WHERE runs.extras->'open' IS NOT NULL
        ORDER BY runs.created_at DESC, latest.position DESC LIMIT 1
      ) AS open,
      coalesce((
        SELECT json_agg(json_build_object('askedAt', a.created_at, 'calls', a.changeset->'calls'))
        FROM since, approvals a JOIN runs r ON r.id = a.run_id JOIN requests q ON q.id = r.request_id
        WHERE a.conversation_id = ${conversationId} AND a.state = 'pending' AND a.decisions = '[]'
          AND a.expires_at > ${now} AND a.created_at >= since.at AND q.requester->>'person' = ${requester.person}
      ), '[]') AS cards,
      (
        SELECT json_build_object('tokens', tokens, 'usd', usd) FROM spending
        WHERE day = (now() AT TIME ZONE 'utc')::date AND person = ${spenderOf(requester)}
      ) AS "spentToday"`;
  const [row] = z.array(TalkRow).parse(rows);
  if (row === undefined) throw new Error("A statement without FROM gave no row.");
  const lapsedAt = now.getTime() - openHours * 3_600_000;
  const asked = row.open.filter(({ askedAt }) => Date.parse(askedAt) > lapsedAt);
  const onCards = row.cards.flatMap(({ askedAt, calls }) => openOnCard(calls, askedAt));
  // What was asked later comes first; of what was asked at once, what was asked for first.
  const pending = [...asked, ...onCards].toSorted((a, b) => Date.parse(b.askedAt) - Date.parse(a.askedAt));
  return { history: row.turns, pending, spentToday: row.spentToday };
}
