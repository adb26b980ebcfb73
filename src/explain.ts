// An error that ended a command or the service's start in, the sentence for whoever started it out.
import { DirectoryError } from "./database/directory-lock.ts";
import { MigrationError } from "./database/migrate.ts";
import { DatabaseError } from "./database/postgres-checks.ts";
import { ConfigError } from "./environment.ts";
import { AddressTakenError } from "./platforms/address-taken.ts";
import { DiscordError } from "./platforms/discord/discord-error.ts";
import { SlackError } from "./platforms/slack/slack-error.ts";
import { RedisError } from "./queue/redis-check.ts";
import { SandboxStartError } from "./sandbox/process.ts";

const WORDED = [
  ConfigError,
  DirectoryError,
  DatabaseError,
  MigrationError,
  RedisError,
  AddressTakenError,
  SlackError,
  DiscordError,
  SandboxStartError,
];

export function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return WORDED.some((kind) => error instanceof kind) ? message : `That did not work: ${message} Please try again.`;
}
