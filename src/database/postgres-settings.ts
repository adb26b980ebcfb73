// The part of the settings that a Postgres server needs.
import type { Config } from "../config.ts";

export type PostgresSettings = Omit<NonNullable<Config["servers"]>, "redisUrl">;
