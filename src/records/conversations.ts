// A place on a platform → its conversation, with what was said in it.
import { z } from "zod";
import type { Transaction } from "../database/database.ts";
import type { Json } from "../json.ts";

export interface Conversation {
  id: string;
  platform: string;
  place: string;
}

export interface Talk {
  history: { who: "customer" | "shop"; text: string }[];
  /** What this person's last answered request was still waiting for. */
  pending: Json;
}

const TalkRow = z.object({
  turns: z.array(z.object({ who: z.enum(["customer", "shop"]), text: z.string() })),
  pending: z.json().nullable(),
});

/** The last `turns` things said before this request, oldest first. */
export async function readTalk(
  tx: Transaction,
  conversationId: string,
  requestId: string,
  person: string,
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
          AND requests.requester->>'person' = ${person}
        ORDER BY requests.position DESC, runs.created_at DESC LIMIT 1
      ) AS pending`;
  const [row] = z.array(TalkRow).parse(rows);
  if (row === undefined) throw new Error("A statement without FROM gave no row.");
  return { history: row.turns, pending: row.pending };
}
