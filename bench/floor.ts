// The same work bare: a fresh isolate running the same plan with the same number of host calls, and the same rows read
// and written in one hand-written SQL transaction. Nothing of the product runs here but its schema and its seed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import ivm from "isolated-vm";
import { sample } from "./figures.ts";

/** What both PGlite's transaction and a connection to a server have. */
export interface Sql {
  query<Row = unknown>(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
}

export async function measureFloor(directory: string, warmUps: number, runs: number): Promise<number[]> {
  const plan = await readBenchPlan();
  const engine = new PGlite({
    dataDir: join(directory, "pgdata"),
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  await engine.waitReady;
  try {
    return await sample(warmUps, runs, (round) =>
      engine.transaction((sql) =>
        writeRows(sql, `floor-${process.pid}-${round}`, plan, () => runBare(plan, (name) => answer(name, sql))),
      ),
    );
  } finally {
    await engine.close();
  }
}

export function readBenchPlan(): Promise<string> {
  return readFile(join(import.meta.dirname, "plan.js"), "utf8");
}

/** All rows of one request, in the caller's transaction; those of `rehearse` are taken back. */
export async function writeRows(sql: Sql, id: string, plan: string, rehearse: () => Promise<void>): Promise<void> {
  await sql.query("INSERT INTO conversations (id, platform, place) VALUES ($1, 'floor', $1)", [id]);
  await sql.query(
    "INSERT INTO requests (id, conversation_id, requester, text, stage) VALUES ($1, $1, '{}', 'one pouch please', 'waiting')",
    [id],
  );
  await sql.query(
    "INSERT INTO messages (id, key, conversation_id, request_id, author, text) VALUES ($1, $1, $1, $1, '{}', 'one pouch please')",
    [id],
  );
  await readSamples(sql);
  await sql.query("SAVEPOINT dry_run");
  await rehearse();
  await sql.query("ROLLBACK TO SAVEPOINT dry_run");
  await sql.query(
    `INSERT INTO runs (id, request_id, status, action, answer_text, code, log, extras, model, parameters, prompt_version, changeset, stages, usage, task)
     VALUES ($1, $1, 'success', 'mutate', 'ready', $2, '{}', '{}', 'floor', '{}', '', '{}', '[]', '{}', '{}')`,
    [id, plan],
  );
  await sql.query(
    "INSERT INTO attempts (run_id, number, reply, code, host_calls, log, usage, timings) VALUES ($1, 1, $2, $2, '[]', '{}', '{}', '{}')",
    [id, plan],
  );
  await sql.query(
    `INSERT INTO approvals (id, run_id, conversation_id, state, needs, decisions, changeset, expires_at)
     VALUES ($1, $1, $1, 'pending', '{requester}', '[]', '{}', now() + interval '15 minutes')`,
    [id],
  );
  await sql.query(
    "INSERT INTO outbox (id, conversation_id, reply, sent_at, platform_message_id, tries) VALUES ($1, $1, '{}', now(), $1, 1)",
    [id],
  );
}

/** The rows that a prompt shows. */
async function readSamples(sql: Sql): Promise<void> {
  await sql.query(
    "SELECT (SELECT count(*) FROM inventory), (SELECT json_agg(r) FROM (SELECT * FROM inventory LIMIT 2) r)",
  );
  await sql.query(
    `SELECT (SELECT count(*) FROM orders WHERE customer_id = 1),
            (SELECT json_agg(r) FROM (SELECT * FROM orders WHERE customer_id = 1 LIMIT 2) r),
            (SELECT json_agg(r) FROM (SELECT * FROM tickets WHERE customer_id = 1 LIMIT 2) r),
            (SELECT json_agg(r) FROM (SELECT * FROM customers WHERE id = 1) r)`,
  );
}

/** The plan in a fresh isolate with nothing of the product around it; `serve` answers its calls. */
export async function runBare(plan: string, serve: (name: string) => Promise<string>): Promise<void> {
  const isolate = new ivm.Isolate({ memoryLimit: 64 });
  try {
    const context = await isolate.createContext();
    await context.global.set("call", new ivm.Reference(serve));
    await context.eval(`
      const host = async (name) => JSON.parse(await call.apply(undefined, [name], { result: { promise: true } }));
      const requester = { customerId: 1 };
      const db = { inventory: { findFirst: () => host("item") }, orders: { count: () => host("count") } };
      const shop = { purchase: () => host("purchase") };
      const money = (n) => "$" + n.toFixed(2);
      var answer_text, STATUS, ACTION;`);
    const text = await context.eval(`(async () => {${plan}\n; return answer_text; })()`, { promise: true });
    if (typeof text !== "string" || !text.includes("Pouch")) throw new Error("the bare plan gave no answer");
  } finally {
    isolate.dispose();
  }
}

/** The three calls of the plan, by their rows. */
export async function answer(name: string, sql: Sql): Promise<string> {
  switch (name) {
    case "item": {
      const { rows } = await sql.query(
        "SELECT item_id AS \"itemId\", name, price FROM inventory WHERE item_id = 'SG007'",
      );
      return JSON.stringify(rows[0]);
    }
    case "count": {
      const { rows } = await sql.query("SELECT count(*)::int AS count FROM orders WHERE customer_id = 1");
      return JSON.stringify(rows[0]);
    }
    default:
      return purchase(sql);
  }
}

async function purchase(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ last_position: number; balance: string; last_order_id: number }>(
    "SELECT * FROM open_till()",
  );
  const till = rows[0];
  if (till === undefined) throw new Error("no till");
  await sql.query(
    "UPDATE inventory SET quantity_in_stock = quantity_in_stock - 1 WHERE item_id = 'SG007' AND quantity_in_stock >= 1",
  );
  const order = till.last_order_id + 1;
  await sql.query("INSERT INTO orders (id, customer_id, status, total_amount) VALUES ($1, 1, 'pending', 6.50)", [
    order,
  ]);
  await sql.query(
    "INSERT INTO order_lines (order_id, position, item_id, quantity, unit_price) VALUES ($1, 1, 'SG007', 1, 6.50)",
    [order],
  );
  await sql.query(
    `INSERT INTO transactions (transaction_id, position, kind, item_id, order_id, quantity, amount, balance_after, summary)
     VALUES ($1, $2, 'sale', 'SG007', $3, 1, 6.50, $4::numeric + 6.50, '')`,
    [`TXN${till.last_position + 1}`, till.last_position + 1, order, till.balance],
  );
  return JSON.stringify({ total: 6.5 });
}
