// A conversation in, all that waits in it out, in one statement: its replies, its next press, its unanswered messages.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import { StoredReply } from "./outbox.ts";
import { PersonSchema } from "./person.ts";

const Message = z.object({
  id: z.string(),
  key: z.string(),
  author: PersonSchema,
  text: z.string(),
  standsAlone: z.boolean(),
  notRead: z.array(z.string()),
  answerTo: z.string().nullable(),
  trace: z.string().nullable(),
  receivedAt: z.coerce.date(),
  /** How long ago, by the database's own clock: the processes' may differ. */
  agoMs: z.number(),
  /** The request that this message was taken for already, by a worker that did not end it. */
  request: z
    .object({
      id: z.string(),
      requester: PersonSchema,
      text: z.string(),
      drafts: z.int(),
      /** How long the model wants to be left alone. */
      waitMs: z.number(),
    })
    .nullable(),
});

const Work = z.object({
  platform: z.string(),
  place: z.string(),
  /** People of the shop have the conversation, with this ticket. */
  ticketId: z.int().nullable(),
  // Written by `insertReply` alone.
  replies: z.array(
    z.object({ id: z.string(), reply: StoredReply, trace: z.string().nullable(), isRepeat: z.boolean() }),
  ),
  press: z
    .object({
      id: z.string(),
      key: z.string(),
      approvalId: z.string(),
      person: PersonSchema,
      decision: z.enum(["confirm", "cancel", "approve", "reject"]),
      reason: z.string().nullable(),
      answerTo: z.string().nullable(),
      trace: z.string().nullable(),
    })
    .nullable(),
  messages: z.array(Message),
});

export type Work = z.infer<typeof Work>;
/** A press with the conversation of its card. */
export type WaitingPress = NonNullable<Work["press"]> & Pick<Work, "platform" | "place">;
export type WaitingMessage = z.infer<typeof Message>;

/** Of messages and replies each: somebody may have written thousands. */
export const MOST_AT_ONCE = 100;

/** The oldest of everything; replies that failed `tries` times are left for the operator. */
export async function readWork(tx: Transaction, conversationId: string, tries: number): Promise<Work> {
  const rows = await tx.$queryRaw`
    SELECT c.platform, c.place, c.ticket_id AS "ticketId",
      coalesce((
        SELECT json_agg(json_build_object('id', o.id, 'reply', o.reply, 'trace', o.trace, 'isRepeat', true)
          ORDER BY o.position)
        FROM (
          SELECT * FROM outbox u WHERE u.conversation_id = c.id AND u.sent_at IS NULL AND u.tries < ${tries}
          ORDER BY u.position LIMIT ${MOST_AT_ONCE}
        ) o
      ), '[]') AS replies,
      (
        SELECT json_build_object('id', p.id, 'key', p.key, 'approvalId', p.approval_id, 'person', p.person,
          'decision', p.decision, 'reason', p.reason, 'answerTo', p.answer_to, 'trace', p.trace)
        FROM presses p WHERE p.conversation_id = c.id AND p.outcome IS NULL ORDER BY p.position LIMIT 1
      ) AS press,
      coalesce((
        SELECT json_agg(json_build_object('id', m.id, 'key', m.key, 'author', m.author, 'text', m.text,
          'standsAlone', m.stands_alone, 'notRead', m.not_read, 'answerTo', m.answer_to, 'trace', m.trace,
          'receivedAt', m.received_at,
          'agoMs', extract(epoch FROM clock_timestamp() - m.received_at) * 1000,
          'request', CASE WHEN m.request IS NOT NULL THEN m.request END) ORDER BY m.position)
        FROM (
          (SELECT w.*, NULL::json AS request FROM messages w
            WHERE w.conversation_id = c.id AND w.request_id IS NULL ORDER BY w.position LIMIT ${MOST_AT_ONCE})
          UNION ALL
          SELECT t.*, json_build_object('id', r.id, 'requester', r.requester, 'text', r.text, 'drafts', r.drafts,
            'waitMs', greatest(0, coalesce(extract(epoch FROM r.not_before - clock_timestamp()) * 1000, 0)))
          FROM requests r JOIN messages t ON t.request_id = r.id
          WHERE r.conversation_id = c.id AND r.stage = 'received'
        ) m
      ), '[]') AS messages
    FROM conversations c WHERE c.id = ${conversationId}`;
  const [work] = z.array(Work).parse(rows);
  return work ?? { platform: "", place: "", ticketId: null, replies: [], press: null, messages: [] };
}

const Later = z.array(z.object({ author: PersonSchema, text: z.string(), standsAlone: z.boolean() }));

/** The oldest message of the conversation that belongs to no request yet. */
export async function nextMessage(
  tx: Transaction,
  conversationId: string,
): Promise<Pick<WaitingMessage, "author" | "text" | "standsAlone"> | null> {
  const rows = await tx.$queryRaw`
    SELECT author, text, stands_alone AS "standsAlone" FROM messages
    WHERE conversation_id = ${conversationId} AND request_id IS NULL ORDER BY position LIMIT 1`;
  return Later.parse(rows)[0] ?? null;
}

/**
 * Conversations in which something has waited for longer than `olderThanMs`, the longest first: messages, presses, and
 * replies for the platforms that are served here.
 */
export async function conversationsWithWork(
  tx: Transaction,
  { olderThanMs, tries, longestRetryMs, platforms, most }: SweepLimits,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH since AS (SELECT now() - ${olderThanMs}::float8 * interval '1 ms' AS at),
    waiting AS (
      (SELECT m.conversation_id AS id, min(m.received_at) AS at FROM since, messages m
        WHERE m.request_id IS NULL AND m.received_at <= since.at
        GROUP BY m.conversation_id ORDER BY at LIMIT ${most})
      UNION ALL
      (SELECT conversation_id, min(requests.created_at) AS at FROM requests, since
        WHERE stage = 'received' AND created_at <= since.at AND (not_before IS NULL OR not_before <= now())
        GROUP BY conversation_id ORDER BY at LIMIT ${most})
      UNION ALL
      (SELECT conversation_id, min(received_at) AS at FROM presses, since
        WHERE outcome IS NULL AND received_at <= since.at GROUP BY conversation_id ORDER BY at LIMIT ${most})
      UNION ALL
      (SELECT o.conversation_id, min(o.created_at) AS at
        FROM since, outbox o JOIN conversations c ON c.id = o.conversation_id
        WHERE o.sent_at IS NULL AND o.tries < ${tries} AND o.created_at <= since.at AND c.platform = ANY(${platforms})
          AND (o.tried_at IS NULL
            OR o.tried_at <= now() - least(power(2, least(o.tries, 30)) * 1000, ${longestRetryMs}) * interval '1 ms')
        GROUP BY o.conversation_id ORDER BY at LIMIT ${most})
    )
    SELECT id FROM waiting GROUP BY id ORDER BY min(at) LIMIT ${most}`;
  return rows.map((row) => row.id);
}

export interface SweepLimits {
  olderThanMs: number;
  /** Of a reply; beyond them it is left for the operator. */
  tries: number;
  /** The longest pause between two tries of a reply. */
  longestRetryMs: number;
  platforms: string[];
  most: number;
}
