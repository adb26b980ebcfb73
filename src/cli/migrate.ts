// `npm run migrate`: brings the schema of DATABASE_URL up to date; several at once do it once.
import { readDatabaseUrl } from "../config.ts";
import { migratePostgres } from "../database/postgres-schema.ts";
import { runCommand } from "./command.ts";

await runCommand("npm run migrate", async () => {
  const applied = await migratePostgres(readDatabaseUrl());
  const words = applied.length === 0 ? "The schema is up to date." : `Applied: ${applied.join(", ")}.`;
  process.stdout.write(`${words}\n`);
  return "done";
});
