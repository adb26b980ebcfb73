// The settings in, the shop's database out: the server's where there is one, else the data directory's.
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { openPostgres } from "../database/postgres.ts";
import { openSeeded } from "../presets/embedded.ts";

/** A command needs few connections, whatever the service may open. */
const POOL = 2;

export function openDatabase(config: Config): Promise<Database> {
  const { servers } = config;
  if (servers === null) return openSeeded(config);
  return openPostgres({ ...servers, pool: POOL }, config.transaction, () => {});
}
