// The environment in, one checked and frozen `Config` out. The only file that reads settings, and the only home of
// defaults and limits; units are in the names.
import { existsSync } from "node:fs";
import { z } from "zod";

// Beyond 2^31 ms a timer fires at once.
const wholeNumber = (fallback: number, most: number, least = 1) =>
  z.coerce.number().int().min(least).max(most).default(fallback);
const amount = (fallback: string) =>
  z
    .string()
    .regex(/^\d+(\.\d{1,2})?$/, "must be an amount such as 10.00")
    .default(fallback);

const Environment = z.object({
  DATA_DIR: z.string().min(1).default(".data"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: wholeNumber(3000, 65_535, 0),
  CONSOLE_TOKEN: z.string().min(16, "must be at least 16 characters").optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),

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

  MAX_ATTEMPTS: wholeNumber(3, 20),
  MAX_REQUEST_MS: wholeNumber(120_000, 3_600_000),
  MAX_REQUEST_TOKENS: wholeNumber(60_000, 10_000_000),
  MAX_REQUEST_USD: z.coerce.number().positive().default(0.5),
  MAX_MESSAGE_CHARS: wholeNumber(4_000, 100_000),
  HISTORY_TURNS: wholeNumber(12, 200, 0),

  SANDBOX_PROCESSES: wholeNumber(2, 64),
  SANDBOX_WALL_MS: wholeNumber(2_000, 8_000),
  SANDBOX_CPU_MS: wholeNumber(2_000, 16_000),
  SANDBOX_ISOLATE_MB: wholeNumber(64, 4_096, 8),
  SANDBOX_PROCESS_MB: wholeNumber(400, 16_384, 64),

  CONFIRM_MINUTES: wholeNumber(15, 10_080),
  APPROVE_HOURS: wholeNumber(24, 8_760),
  REFUND_NEEDS_ADMIN_FROM: amount("10.00"),
  SWEEP_MS: wholeNumber(5_000, 3_600_000),
  RETENTION_DAYS: wholeNumber(90, 36_500),
});

/** Thrown by `readConfig`; the message names each wrong setting in a sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export type Config = ReturnType<typeof readConfig>;

/** What one plan may use up. The worker's side enforces calls, rows and bytes; the child's side the rest. */
export interface SandboxLimits {
  processes: number;
  wallMs: number;
  cpuMs: number;
  isolateMb: number;
  processMb: number;
  sourceChars: number;
  hostCalls: number;
  /** Calls with arguments that were refused before they reached the shop. */
  turnedAwayCalls: number;
  hostCallsInFlight: number;
  callInBytes: number;
  callOutBytes: number;
  rowsPerRead: number;
  logLines: number;
  logLineChars: number;
  answerBytes: number;
  errorChars: number;
  runsPerProcess: number;
  /** How long a process may take to be ready, how often a failed start is tried again, and after which pause. */
  startMs: number;
  startTries: number;
  startRetryMs: number;
  /** What the parent waits beyond the process's own clock before it kills. */
  graceMs: number;
}

// Of the design's other presets; taking them silently for granted would be worse than not starting.
const NOT_SERVED_YET = /^(?:DATABASE_URL|REDIS_URL|SLACK_\w+|DISCORD_\w+)$/;

/** The process's environment, with a file `.env` in the working directory for what it leaves out. */
function readEnvironment(): Record<string, string | undefined> {
  const file = ".env";
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/** Throws a `ConfigError` for unknown values and unsafe combinations. */
export function readConfig(environment: Record<string, string | undefined> = readEnvironment()) {
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const tooEarly = Object.keys(given).find((name) => NOT_SERVED_YET.test(name));
  if (tooEarly !== undefined) {
    throw new ConfigError(
      `${tooEarly} is set, but this version serves one machine only (embedded database and queue, page and command line). Leave it out.`,
    );
  }
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`These settings need mending: ${problems.join("; ")}. See .env.example.`);
  }
  const env = parsed.data;
  const isLocal = ["127.0.0.1", "::1", "localhost"].includes(env.HOST);
  if (!isLocal && env.CONSOLE_TOKEN === undefined) {
    throw new ConfigError(
      `HOST is ${env.HOST}, which others can reach: set CONSOLE_TOKEN to a secret of at least 16 characters, or set HOST to 127.0.0.1.`,
    );
  }
  const sandbox: SandboxLimits = {
    processes: env.SANDBOX_PROCESSES,
    wallMs: env.SANDBOX_WALL_MS,
    cpuMs: env.SANDBOX_CPU_MS,
    isolateMb: env.SANDBOX_ISOLATE_MB,
    processMb: env.SANDBOX_PROCESS_MB,
    sourceChars: 40_000,
    hostCalls: 200,
    turnedAwayCalls: 2_000,
    hostCallsInFlight: 100,
    callInBytes: 64 * 1024,
    callOutBytes: 1024 * 1024,
    rowsPerRead: 200,
    logLines: 100,
    logLineChars: 1_000,
    answerBytes: 256 * 1024,
    errorChars: 500,
    runsPerProcess: 500,
    startMs: 15_000,
    startTries: 3,
    startRetryMs: 200,
    graceMs: 1_000,
  };
  const usesModelApi = env.OPENAI_API_KEY !== undefined || env.OPENAI_BASE_URL !== undefined;
  return Object.freeze({
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    web: {
      host: env.HOST,
      port: env.PORT,
      /** With a token the caller is an admin; without one, whoever the page says they are. */
      token: env.CONSOLE_TOKEN ?? null,
      maxBodyBytes: 512 * 1024,
      drainMs: 5_000,
    },
    /** null: the built-in planner writes the plans. */
    modelApi: usesModelApi
      ? {
          apiKey: env.OPENAI_API_KEY ?? "none",
          baseUrl: env.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
          model: env.MODEL,
          temperature: env.MODEL_TEMPERATURE ?? null,
          budgetMs: env.MODEL_BUDGET_MS,
          maxOutputTokens: env.MODEL_MAX_OUTPUT_TOKENS,
          retries: 2,
          /** Between tries; doubled each time, with chance in it. */
          pauses: { firstMs: 500, longestMs: 8_000 },
          pingMs: 5_000,
          usdPerMillion: {
            input: env.MODEL_USD_PER_MILLION_INPUT,
            cachedInput: env.MODEL_USD_PER_MILLION_CACHED_INPUT ?? env.MODEL_USD_PER_MILLION_INPUT,
            output: env.MODEL_USD_PER_MILLION_OUTPUT,
          },
        }
      : null,
    request: {
      attempts: env.MAX_ATTEMPTS,
      wallMs: env.MAX_REQUEST_MS,
      tokens: env.MAX_REQUEST_TOKENS,
      usd: env.MAX_REQUEST_USD,
      messageChars: env.MAX_MESSAGE_CHARS,
      historyTurns: env.HISTORY_TURNS,
      answerChars: 600,
      /** A longer reply of the model is not looked through for a plan. */
      replyChars: 200_000,
      /** How often a request is worked again after a fault of our own, before the person is told. */
      tries: 3,
    },
    sandbox,
    approval: {
      confirmMinutes: env.CONFIRM_MINUTES,
      approveHours: env.APPROVE_HOURS,
      refundNeedsAdminFrom: env.REFUND_NEEDS_ADMIN_FROM,
    },
    // Longer than a plan may take with all of the parent's patience: see sandbox/run-plan.ts.
    transaction: { maxWaitMs: 60_000, timeoutMs: 20_000 },
    /** A conversation whose work failed comes back after `retryMs`, doubled each time up to `longestRetryMs`. */
    queue: { concurrency: 8, retryMs: 1_000, longestRetryMs: 60_000 },
    outbox: { tries: 5 },
    sweepMs: env.SWEEP_MS,
    retention: { days: env.RETENTION_DAYS, everyMs: 3_600_000, requestsAtOnce: 1_000 },
  });
}
