// A large ledger in; how long the answers to five questions of staff take, in the dry run with its isolate, out, each
// beside one statement by hand that gives the same rows.
import { Client } from "pg";
import { createDryRun } from "../src/changeset/dry-run.ts";
import { readConfig } from "../src/config.ts";
import type { Database } from "../src/database/database.ts";
import { openPostgres } from "../src/database/postgres.ts";
import { readPlans } from "../src/model/built-in/plan-code.ts";
import { readRequest } from "../src/model/built-in/understand.ts";
import type { PlanRequest } from "../src/model/model.ts";
import { createSandbox } from "../src/sandbox/pool.ts";
import { percentile, sample } from "./figures.ts";
import { fillPast } from "./servers-analysis-rows.ts";
import { openShop } from "./servers-rows.ts";

const NOW = "2026-12-01T10:00:00.000Z";
/** A quarter of what a plan may have: all of them are answered within it. */
const ISOLATE_MB = 16;

const UNITS = "sum(CASE kind WHEN 'sale' THEN quantity ELSE -quantity END)";
const NET = "kind IN ('sale', 'return', 'cancellation')";

const QUESTIONS: { [question: string]: string } = {
  "revenue by style last month": `SELECT item_id, sum(amount), ${UNITS} FROM transactions
    WHERE ${NET} AND created_at >= '2026-11-01Z' AND created_at < '2026-12-01Z' GROUP BY 1 ORDER BY 2 DESC`,
  "which items will run out within two weeks at this pace": `SELECT i.item_id, i.quantity_in_stock * 28 / p.units
    FROM (SELECT item_id, ${UNITS} AS units FROM transactions
      WHERE ${NET} AND created_at >= '2026-11-04Z' GROUP BY 1) p JOIN inventory i USING (item_id)
    WHERE p.units > 0 AND i.quantity_in_stock * 28 <= 14 * p.units`,
  "compare returns with sales per item": `SELECT item_id, kind, sum(quantity) FROM transactions WHERE ${NET} GROUP BY 1, 2`,
  "tickets per customer": `SELECT c.id, c.name, count(*) FROM tickets t JOIN customers c ON c.id = t.customer_id
    GROUP BY c.id ORDER BY 3 DESC LIMIT 200`,
  "units sold per week over the last two years": `SELECT date_trunc('week', created_at AT TIME ZONE 'UTC'), ${UNITS}
    FROM transactions WHERE ${NET} GROUP BY 1 ORDER BY 1`,
};

export async function measureAnalysis(databaseUrl: string, ledgerRows: number, runs: number) {
  await openShop(databaseUrl);
  await fillPast(databaseUrl, ledgerRows, NOW);
  const { servers, transaction } = readConfig({ DATABASE_URL: databaseUrl, REDIS_URL: "redis://127.0.0.1" });
  if (servers === null) throw new Error("no servers");
  const database = await openPostgres(servers, transaction, () => {});
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const answersMs: { [question: string]: { p50: number; floor: number } } = {};
    for (const [question, statement] of Object.entries(QUESTIONS)) {
      const floor = await sample(1, runs, async () => void (await client.query(statement)));
      answersMs[question] = { p50: await answerMs(database, question, runs), floor: percentile(floor, 0.5) };
    }
    return { ledgerRows, isolateMb: ISOLATE_MB, answersMs };
  } finally {
    await client.end();
    await database.close();
  }
}

async function answerMs(database: Database, question: string, runs: number): Promise<number> {
  const { sandbox: limits } = readConfig({});
  const sandbox = createSandbox({ ...limits, processes: 1, isolateMb: ISOLATE_MB });
  const dryRun = createDryRun({ database, sandbox, limits: { rowsPerRead: limits.rowsPerRead, processes: 1 } });
  const requester = { role: "staff" as const, customerId: null, name: "Sam" };
  const request: PlanRequest = { user_request: question, history: [], requester, now: NOW, pending: null };
  const code = readPlans()(readRequest(request));
  try {
    const samples = await sample(1, runs, async () => {
      const { outcome } = await dryRun({ code, request, runId: "run_bench", now: new Date(NOW) });
      if (outcome.kind !== "finished") throw new Error(`"${question}" was not answered: ${outcome.error.message}`);
      if (!Array.isArray(outcome.answer.answer_rows)) throw new Error(`"${question}" was answered without rows`);
    });
    return percentile(samples, 0.5);
  } finally {
    await sandbox.close();
  }
}
