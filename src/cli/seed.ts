// `npm run seed`: the demo store in an empty shop; with --reset, on one machine only, in place of whatever is there.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { lockDirectory } from "../database/directory-lock.ts";
import { seedIfEmpty } from "../presets/embedded.ts";
import { runCommand, UsageError } from "./command.ts";
import { openDatabase } from "./open-database.ts";

await runCommand("npm run --silent seed -- [--reset]", async () => {
  const { values } = parseArgs({ options: { reset: { type: "boolean" } } });
  const config = readConfig();
  if (values.reset === true && config.servers !== null) {
    throw new UsageError(
      "--reset deletes a whole shop, so it does not touch DATABASE_URL: empty that database yourself.",
    );
  }
  if (values.reset === true) {
    const unlock = await lockDirectory(config.dataDir);
    await rm(join(config.dataDir, "pgdata"), { recursive: true, force: true });
    await unlock();
  }
  const database = await openDatabase(config);
  try {
    await seedIfEmpty(database);
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
