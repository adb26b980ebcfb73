// A shop whose processes were killed in, everything out that would break its promise: to each rule the rows that break it.
import type { Database } from "../../src/database/database.ts";
import type { Acknowledged } from "./killed-customers.ts";

/** What the test knows and the shop does not. */
export interface Seen {
  acknowledged: Acknowledged[];
  /** Numbers of the processes that died. */
  dead: number[];
  startStock: number;
}

export async function keepSeen({ client }: Database, { acknowledged, dead, startStock }: Seen): Promise<void> {
  await client.$executeRaw`CREATE TABLE seen.acknowledged AS
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(acknowledged)}::jsonb) AS a (key text, "approvalId" text)`;
  await client.$executeRaw`CREATE TABLE seen.dead AS SELECT unnest(${dead}::int[]) AS process`;
  await client.$executeRaw`CREATE TABLE seen.start AS SELECT ${startStock}::int AS stock`;
  await client.$executeRaw`CREATE INDEX ON seen.posts USING hash (reply)`;
  await client.$executeRaw`ANALYZE`;
}

/** Work that nobody has done yet. */
export async function countUndone({ client }: Database): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT ((SELECT count(*) FROM messages WHERE request_id IS NULL)
      + (SELECT count(*) FROM requests WHERE stage = 'received')
      + (SELECT count(*) FROM presses WHERE outcome IS NULL)
      + (SELECT count(*) FROM outbox WHERE sent_at IS NULL))::int AS count`;
  return rows[0]?.count ?? 0;
}

const RULES: { [rule: string]: string } = {
  "an acknowledged message is answered by a reply that was posted": `
    SELECT a.key FROM seen.acknowledged a WHERE a."approvalId" IS NULL AND NOT EXISTS (
      SELECT FROM messages m JOIN runs r ON r.request_id = m.request_id
        JOIN outbox o ON o.reply->>'runId' = r.id JOIN seen.posts p ON p.reply = o.reply
      WHERE m.key = a.key AND o.reply->'inReplyTo' ? m.key AND o.sent_at IS NOT NULL)`,
  "an acknowledged press is answered by a reply that was posted": `
    SELECT a.key FROM seen.acknowledged a WHERE a."approvalId" IS NOT NULL AND NOT EXISTS (
      SELECT FROM presses s JOIN outbox o ON o.conversation_id = s.conversation_id
        JOIN seen.posts p ON p.reply = o.reply
      WHERE s.key = a.key AND o.reply->'inReplyTo' ? s.key AND o.sent_at IS NOT NULL)`,
  "nothing is answered twice": `
    SELECT key, count(*) FROM outbox, jsonb_array_elements_text(reply->'inReplyTo') key GROUP BY key HAVING count(*) > 1`,
  "a request is worked once, at the first try": `
    SELECT q.id, q.stage, q.tries, count(r.id) FROM requests q LEFT JOIN runs r ON r.request_id = q.id
    GROUP BY q.id HAVING count(r.id) <> 1 OR q.tries > 0 OR bool_or(r.status <> 'success')`,
  "no request, press or reply is left over": `
    SELECT id, stage FROM requests WHERE stage NOT IN ('waiting', 'done')
    UNION ALL SELECT id, 'message' FROM messages WHERE request_id IS NULL
    UNION ALL SELECT id, outcome FROM presses WHERE outcome IS NULL OR outcome NOT IN ('committed', 'closed') OR tries > 0
    UNION ALL SELECT id, 'reply' FROM outbox WHERE sent_at IS NULL OR tries > 1`,
  "a card is open if its request waits for it, and no other is": `
    SELECT q.id, q.stage, a.id, a.state FROM requests q LEFT JOIN runs r ON r.request_id = q.id
      LEFT JOIN approvals a ON a.run_id = r.id
    WHERE a.id IS NULL OR a.state NOT IN ('pending', 'committed', 'replaced')
      OR (a.state = 'pending') <> (q.stage = 'waiting')`,
  "a card that was confirmed is committed, and no other is": `
    SELECT id, state FROM approvals
    WHERE (state = 'committed') <> (id IN (SELECT "approvalId" FROM seen.acknowledged WHERE "approvalId" IS NOT NULL))`,
  "a committed card has one press that committed it": `
    SELECT a.id, count(s.id) FROM approvals a LEFT JOIN presses s ON s.approval_id = a.id AND s.outcome = 'committed'
    GROUP BY a.id HAVING count(s.id) <> (CASE WHEN a.state = 'committed' THEN 1 ELSE 0 END)`,
  "a committed card has one sale and one order, and there are no other sales": `
    SELECT a.id, a.state, t.transaction_id, t.order_id
    FROM (SELECT * FROM approvals WHERE state = 'committed') a
      FULL JOIN (SELECT * FROM transactions WHERE run_id IS NOT NULL) t ON t.run_id = a.run_id
      LEFT JOIN orders o ON o.id = t.order_id
    WHERE a.id IS NULL OR t.kind IS DISTINCT FROM 'sale' OR t.quantity <> 1 OR o.total_amount IS DISTINCT FROM t.amount
    UNION ALL SELECT min(kind), NULL, run_id, count(*)::int FROM transactions WHERE run_id IS NOT NULL
      GROUP BY run_id HAVING count(*) > 1
    UNION ALL SELECT 'order', NULL, NULL, order_id FROM transactions WHERE run_id IS NOT NULL
      GROUP BY order_id HAVING count(*) > 1`,
  "no order is without its sale": `
    SELECT o.id FROM orders o WHERE o.created_at > (SELECT min(created_at) FROM conversations)
      AND NOT EXISTS (SELECT FROM transactions t WHERE t.order_id = o.id)`,
  "the stock is what it was, less what was sold": `
    SELECT i.quantity_in_stock, s.stock FROM inventory i, seen.start s
    WHERE i.item_id = 'SG007'
      AND i.quantity_in_stock <> s.stock - (SELECT count(*) FROM transactions WHERE run_id IS NOT NULL)`,
  "the balance runs on from row to row": `
    SELECT transaction_id FROM (
      SELECT transaction_id, position, balance_after, row_number() OVER w AS number, sum(amount) OVER w AS balance
      FROM transactions WINDOW w AS (ORDER BY position)
    ) chain WHERE position <> number OR balance_after <> balance`,
  "a reply is posted again only when the process that posted it died over it": `
    SELECT p.reply->'inReplyTo', array_agg(p.process) FROM seen.posts p LEFT JOIN seen.dead d ON d.process = p.process
    GROUP BY p.reply
    HAVING count(*) > count(DISTINCT p.process) OR count(*) - count(d.process) > 1`,
  "nothing is posted that is not kept": `
    SELECT p.id FROM seen.posts p WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.reply = p.reply)`,
  "staff are not called": "SELECT id FROM tickets WHERE run_id IS NOT NULL",
};

export async function brokenRules({ client }: Database): Promise<{ [rule: string]: unknown[] }> {
  const broken: { [rule: string]: unknown[] } = {};
  for (const [rule, sql] of Object.entries(RULES)) {
    const rows = await client.$queryRawUnsafe<unknown[]>(sql);
    if (rows.length > 0) broken[rule] = rows.slice(0, 5);
  }
  return broken;
}

/** How many posts were not the first of their reply. */
export async function countRepeated({ client }: Database): Promise<number> {
  const rows = await client.$queryRaw<{ count: number }[]>`
    SELECT (count(*) - count(DISTINCT reply))::int AS count FROM seen.posts`;
  return rows[0]?.count ?? 0;
}
