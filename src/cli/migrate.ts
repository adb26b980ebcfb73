// `npm run migrate`: brings the schema of DATABASE_URL up to date; several at once do it once.
import { readConfig } from "../config.ts";
import { migratePostgres } from "../database/postgres-schema.ts";
import { runCommand, UsageError } from "./command.ts";

await runCommand("npm run migrate", async () => {
  const { servers } = readConfig();
  if (servers === null) {
    throw new UsageError("Set DATABASE_URL and REDIS_URL; the shop on one machine migrates itself when it starts.");
  }
  const applied = await migratePostgres(servers.databaseUrl);
  const words = applied.length === 0 ? "The schema is up to date." : `Applied: ${applied.join(", ")}.`;
  process.stdout.write(`${words}\n`);
  return "done";
});
