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

/** The last `turns` things said before this request, oldest first. */
export async function readTalk(
  tx: Transaction,
  { conversationId, id: requestId, requester }: Pick<OpenRequest, "conversationId" | "id" | "requester">,
  turns: number,
): Promise<Talk> {
  const rows = await tx.$queryRaw`
    SELECT
      coalesce((
        SELECT json_agg(json_build_object('who', who, 'text', text) ORDER BY at)
        FROM (
          SELECT * FROM (
            (SELECT 'customer' AS who, text, received_at AS at FROM messages
              WHERE conversation_id = ${conversationId} AND request_id IS DISTINCT FROM ${requestId}
                AND request_id IS NOT NULL ORDER BY received_at DESC LIMIT ${turns})
            UNION ALL
            (SELECT 'shop', reply->>'text', created_at FROM outbox WHERE conversation_id = ${conversationId}
              ORDER BY created_at DESC LIMIT ${turns})
          ) said ORDER BY at DESC LIMIT ${turns}
        ) latest
      ), '[]') AS turns,
      (
        SELECT runs.extras->'pending' FROM runs JOIN requests ON requests.id = runs.request_id
        WHERE requests.conversation_id = ${conversationId} AND requests.id <> ${requestId}
          AND requests.requester->>'person' = ${requester.person}
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
