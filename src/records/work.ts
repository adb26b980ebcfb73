// A conversation in, all that waits in it out, in one statement: its replies, its next press, its unanswered messages.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Reply } from "../platforms/platform.ts";
import { PersonSchema } from "./person.ts";

const Work = z.object({
  platform: z.string(),
  place: z.string(),
  // Written by `addReply` alone.
  replies: z.array(z.object({ id: z.string(), reply: z.custom<Reply>() })),
  press: z
    .object({
      id: z.string(),
      key: z.string(),
      approvalId: z.string(),
      person: PersonSchema,
      decision: z.enum(["confirm", "cancel", "approve", "reject"]),
      reason: z.string().nullable(),
      receivedAt: z.coerce.date(),
    })
    .nullable(),
  messages: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      author: PersonSchema,
      text: z.string(),
      receivedAt: z.coerce.date(),
      /** The request that these messages were taken for already, by a worker that did not end it. */
      request: z.object({ id: z.string(), requester: PersonSchema, text: z.string() }).nullable(),
    }),
  ),
});

export type Work = z.infer<typeof Work>;
export type WaitingPress = NonNullable<Work["press"]>;
export type WaitingMessage = Work["messages"][number];

/** Everything oldest first; replies that failed `tries` times are left for the operator. */
export async function readWork(tx: Transaction, conversationId: string, tries: number): Promise<Work> {
  const rows = await tx.$queryRaw`
    SELECT c.platform, c.place,
      coalesce((
        SELECT json_agg(json_build_object('id', o.id, 'reply', o.reply) ORDER BY o.position) FROM outbox o
        WHERE o.conversation_id = c.id AND o.sent_at IS NULL AND o.tries < ${tries}
      ), '[]') AS replies,
      (
        SELECT json_build_object('id', p.id, 'key', p.key, 'approvalId', p.approval_id, 'person', p.person,
          'decision', p.decision, 'reason', p.reason, 'receivedAt', p.received_at)
        FROM presses p WHERE p.conversation_id = c.id AND p.outcome IS NULL ORDER BY p.position LIMIT 1
      ) AS press,
      coalesce((
        SELECT json_agg(json_build_object('id', m.id, 'key', m.key, 'author', m.author, 'text', m.text,
          'receivedAt', m.received_at, 'request', CASE WHEN r.id IS NOT NULL THEN
            json_build_object('id', r.id, 'requester', r.requester, 'text', r.text) END) ORDER BY m.position)
        FROM messages m LEFT JOIN requests r ON r.id = m.request_id
        WHERE m.conversation_id = c.id AND (m.request_id IS NULL OR r.stage = 'received')
      ), '[]') AS messages
    FROM conversations c WHERE c.id = ${conversationId}`;
  const [work] = z.array(Work).parse(rows);
  return work ?? { platform: "", place: "", replies: [], press: null, messages: [] };
}
