// The records in, how much waits and for how long out: for health and metrics.
import type { Transaction } from "../database/database.ts";

export interface Backlog {
  messages: number;
  presses: number;
  replies: number;
  /** Seconds that the oldest message or press has waited; 0 when none does. */
  oldestSeconds: number;
  openApprovals: number;
}

export async function readBacklog(tx: Transaction): Promise<Backlog> {
  const rows = await tx.$queryRaw<Backlog[]>`
    WITH asked AS (
      SELECT received_at AS at FROM messages WHERE request_id IS NULL
      UNION ALL SELECT created_at FROM requests WHERE stage = 'received'
    ), pressed AS (SELECT received_at AS at FROM presses WHERE outcome IS NULL)
    SELECT (SELECT count(*)::int FROM asked) AS messages, (SELECT count(*)::int FROM pressed) AS presses,
      (SELECT count(*)::int FROM outbox WHERE sent_at IS NULL) AS replies,
      coalesce(extract(epoch FROM now() - least((SELECT min(at) FROM asked), (SELECT min(at) FROM pressed))), 0)::float8
        AS "oldestSeconds",
      (SELECT count(*)::int FROM approvals WHERE state = 'pending') AS "openApprovals"`;
  const [row] = rows;
  if (row === undefined) throw new Error("A statement without FROM gave no row.");
  return row;
}
