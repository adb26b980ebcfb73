// `npm run seed`: the demo store in an empty shop; with --reset, on one machine only, in place of whatever is there; with
// --history, so many days of an invented past on top of it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hasHistory, MOST_HISTORY_DAYS, writeHistory } from "../../prisma/history.ts";
import { type Config, readConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { lockDirectory } from "../database/directory-lock.ts";
import { seedIfEmpty } from "../presets/embedded.ts";
import { runCommand, UsageError } from "./command.ts";
import { openDatabase } from "./open-database.ts";

const DAY_MS = 24 * 60 * 60_000;

await runCommand("npm run --silent seed -- [--reset] [--history DAYS [--until YYYY-MM-DD]]", async () => {
  const { values } = parseArgs({
    options: { reset: { type: "boolean" }, history: { type: "string" }, until: { type: "string" } },
  });
  const span = readSpan(values, new Date());
  const config = readConfig();
  if (values.reset === true) await emptyShop(config);
  const database = await openDatabase(config);
  try {
    await seedIfEmpty(database);
    if (span !== null) await addHistory(config, database, span);
    const [items, customers, orders] = await Promise.all([
      database.client.item.count(),
      database.client.customer.count(),
      database.client.order.count(),
    ]);
    process.stdout.write(
      `The shop in ${config.servers === null ? config.dataDir : "DATABASE_URL"} has ${items} items, ${customers} customers and ${orders} orders.\n`,
    );
    return "done";
  } finally {
    await database.close();
  }
});

function readSpan(values: { history?: string; until?: string }, now: Date): { days: number; until: string } | null {
  if (values.history === undefined) {
    if (values.until !== undefined)
      throw new UsageError("--until says when a history ends: it goes with --history DAYS.");
    return null;
  }
  const days = /^\d{1,4}$/.test(values.history) ? Number(values.history) : 0;
  if (days < 1 || days > MOST_HISTORY_DAYS) {
    throw new UsageError(
      `--history takes a whole number of days from 1 to ${MOST_HISTORY_DAYS}, not "${values.history}".`,
    );
  }
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const until = values.until ?? yesterday;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until));
  if (!isDay || new Date(until).toISOString().slice(0, 10) !== until || until > yesterday) {
    throw new UsageError(`--until takes a day that is over, such as ${yesterday}, not "${until}".`);
  }
  return { days, until };
}

async function emptyShop(config: Config): Promise<void> {
  if (config.servers !== null) {
    throw new UsageError(
      "--reset deletes a whole shop, so it does not touch DATABASE_URL: empty that database yourself.",
    );
  }
  const unlock = await lockDirectory(config.dataDir);
  await rm(join(config.dataDir, "pgdata"), { recursive: true, force: true });
  await unlock();
}

async function addHistory(config: Config, { client, transaction }: Database, span: { days: number; until: string }) {
  if (await hasHistory(client)) {
    throw new UsageError(
      config.servers === null
        ? "This shop has a history already; --reset --history DAYS begins anew."
        : "This shop has a history already, and its ledger keeps it: give an empty database another one.",
    );
  }
  // What is invented stands in the ledger for good, between what is true.
  if (config.servers !== null && (await client.transaction.count({ where: { runId: { not: null } } })) > 0) {
    throw new UsageError("This shop has sales of its own, and no invented ones come to them: use an empty database.");
  }
  const { transactions, tickets } = await transaction((tx) => writeHistory(tx, span));
  process.stdout.write(
    `${span.days} days until ${span.until} were added: ${transactions.length} rows of the ledger and ${tickets.length} tickets.\n`,
  );
}
