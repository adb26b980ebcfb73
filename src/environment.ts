// The settings that the environment may give, each with its default and its bounds; config.ts makes the service's of them.
import { z } from "zod";

/** Thrown by `readConfig`; the message names each wrong setting in a sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

// Beyond 2^31 ms a timer fires at once.
const wholeNumber = (fallback: number, most: number, least = 1) =>
  z.coerce.number({ error: "must be a whole number" }).int().min(least).max(most).default(fallback);
const amount = (fallback: string) =>
  z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/, "must be an amount such as 10.00")
    .default(fallback);

/** Ids, separated by commas or blanks. */
const ids = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((id) => id !== ""));

export const Environment = z.object({
  DATA_DIR: z.string().min(1).default(".data"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: wholeNumber(3000, 65_535, 0),
  CONSOLE_TOKEN: z.string().min(16, "must be at least 16 characters").optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),

  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must begin with postgresql://")
    .optional(),
  DATABASE_POOL: wholeNumber(10, 1_000, 2),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must begin with redis:// or rediss://")
    .refine((address) => URL.canParse(address), "must be an address such as redis://host:6379")
    .optional(),
  PROCESSES: wholeNumber(2, 1_000),
  MIGRATE_ON_START: z.enum(["true", "false"]).default("false"),
  WORKER_PORT: wholeNumber(3001, 65_535, 0),
  QUEUE_CONCURRENCY: wholeNumber(8, 1_000),
  QUEUE_LOCK_MS: wholeNumber(15_000, 3_600_000),
  QUEUE_STALLED_MS: wholeNumber(5_000, 3_600_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("tillhand"),

  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url().optional(),
  MODEL: z.string().min(1).default("gpt-5-mini"),
  MODEL_TEMPERATURE: z.coerce.number().min(0).max(2).optional(),
  // Beyond a few minutes Node's own limits on a fetch would come first.
  MODEL_BUDGET_MS: wholeNumber(60_000, 300_000),
  MODEL_MAX_OUTPUT_TOKENS: wholeNumber(4_000, 200_000),
  MODEL_USD_PER_MILLION_INPUT: z.coerce.number().min(0).default(0),
  MODEL_USD_PER_MILLION_CACHED_INPUT: z.coerce.number().min(0).optional(),
  MODEL_USD_PER_MILLION_OUTPUT: z.coerce.number().min(0).default(0),

  SLACK_BOT_TOKEN: z.string().min(1).optional(),
  SLACK_APP_TOKEN: z.string().min(1).optional(),
  SLACK_SIGNING_SECRET: z.string().min(1).optional(),
  SLACK_API_URL: z.url().default("https://slack.com/api/"),
  SLACK_TEAMS: ids,
  SLACK_STAFF: ids,
  SLACK_ADMINS: ids,
  SLACK_CHANNELS: ids,
  SLACK_STAFF_CHANNEL: z.string().min(1).optional(),
  DISCORD_TOKEN: z.string().min(1).optional(),
  DISCORD_API_URL: z.url().default("https://discord.com/api"),
  DISCORD_GUILDS: ids,
  DISCORD_STAFF: ids,
  DISCORD_ADMINS: ids,
  DISCORD_CHANNELS: ids,
  DISCORD_STAFF_CHANNEL: z.string().min(1).optional(),
  BLOCKED_PEOPLE: ids,
  MAX_MESSAGES_PER_MINUTE: wholeNumber(20, 100_000),
  CATCH_UP_MINUTES: wholeNumber(60, 10_080, 0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().min(3).default("Tillhand <shop@localhost>"),
  LINK_CODE_MINUTES: wholeNumber(15, 1_440),

  MAX_ATTEMPTS: wholeNumber(3, 20),
  MAX_REQUEST_MS: wholeNumber(120_000, 3_600_000),
  MAX_REQUEST_TOKENS: wholeNumber(60_000, 10_000_000),
  MAX_REQUEST_USD: z.coerce.number().positive().default(0.5),
  MAX_MESSAGE_CHARS: wholeNumber(4_000, 100_000),
  HISTORY_TURNS: wholeNumber(12, 200, 0),
  BURST_MS: wholeNumber(1_500, 30_000, 0),

  MODERATION_URL: z.url().optional(),

  MAX_CUSTOMER_USD_PER_DAY: z.coerce.number().positive().default(2),
  MAX_CUSTOMER_TOKENS_PER_DAY: wholeNumber(500_000, 1_000_000_000),
  MAX_SERVICE_USD_PER_DAY: z.coerce.number().positive().default(50),
  MAX_SERVICE_TOKENS_PER_DAY: wholeNumber(20_000_000, 1_000_000_000_000),

  SANDBOX_PROCESSES: wholeNumber(2, 64),
  SANDBOX_WALL_MS: wholeNumber(2_000, 8_000),
  SANDBOX_CPU_MS: wholeNumber(2_000, 16_000),
  SANDBOX_ISOLATE_MB: wholeNumber(64, 4_096, 8),
  SANDBOX_PROCESS_MB: wholeNumber(400, 16_384, 64),

  CONFIRM_MINUTES: wholeNumber(15, 10_080),
  APPROVE_HOURS: wholeNumber(24, 8_760),
  REFUND_NEEDS_ADMIN_FROM: amount("10.00"),
  RETURN_WINDOW_DAYS: wholeNumber(30, 36_500, 0),
  SWEEP_MS: wholeNumber(5_000, 3_600_000),
  RETENTION_DAYS: wholeNumber(90, 36_500),
});
export type Environment = z.infer<typeof Environment>;
