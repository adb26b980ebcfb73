// The environment in, one checked and frozen `Config` out. The only file that reads settings; limits that are not settings
// live here, settings' defaults in environment.ts. Units are in the names.
import { existsSync } from "node:fs";
import { CHART_LIMITS, TABLE_LIMITS } from "./answer-limits.ts";
import { chatSettings } from "./chat-settings.ts";
import { ConfigError, Environment } from "./environment.ts";

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
  /** All results of a run together: they are kept with it. */
  runOutBytes: number;
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

// A job whose process cannot renew its lock in time is given to a second worker. Renewal comes at half the lock's time,
// and the longest that our own code keeps the event loop is a few seconds (a large prompt, a slow machine).
const LEAST_LOCK_MS = 10_000;

/** The process's environment, with a file `.env` in the working directory for what it leaves out. */
function readEnvironment(): Record<string, string | undefined> {
  const file = ".env";
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/** For what needs nothing but the database. */
export function readDatabaseUrl(environment: Record<string, string | undefined> = readEnvironment()): string {
  const url = Environment.shape.DATABASE_URL.safeParse(environment.DATABASE_URL);
  if (url.success && url.data !== undefined) return url.data;
  throw new ConfigError(
    "Set DATABASE_URL to the server's address; the shop on one machine migrates itself when it starts.",
  );
}

/** Throws a `ConfigError` for unknown values and unsafe combinations. */
export function readConfig(environment: Record<string, string | undefined> = readEnvironment()) {
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
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
  if (env.QUEUE_LOCK_MS < LEAST_LOCK_MS || env.QUEUE_STALLED_MS > env.QUEUE_LOCK_MS) {
    throw new ConfigError(
      `QUEUE_LOCK_MS must be at least ${LEAST_LOCK_MS} and QUEUE_STALLED_MS no longer than it, or one job would be given to two workers.`,
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
    runOutBytes: 8 * 1024 * 1024,
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
    /** null: the embedded preset, everything on this machine. */
    servers: serversOf(env),
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    web: {
      host: env.HOST,
      port: env.PORT,
      /** With a token the caller is an admin; without one, whoever the page says they are. */
      token: env.CONSOLE_TOKEN ?? null,
      maxBodyBytes: 512 * 1024,
      drainMs: 5_000,
      /** A caller that waits for a reply is told to look again after this. */
      replyMs: 300_000,
      /** How often a caller's reply is looked for in the records, should the news of it have been lost. */
      replyLookMs: 5_000,
      /** However often health is asked for, each part is looked at once in this time. */
      healthMs: 1_000,
      /** Where a process without the page tells of its health. */
      workerPort: env.WORKER_PORT,
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
      table: TABLE_LIMITS,
      /** A longer reply of the model is not looked through for a plan. */
      replyChars: 200_000,
      /** How often a request is worked again after a fault of our own, before the person is told. */
      tries: 3,
      /** A model that asks to be left alone for longer than this is called unavailable. */
      longestDelayMs: 900_000,
    },
    /** What a person was asked for and has not said yet. */
    open: { hours: 24, intents: 3, intentChars: 2_000 },
    /** null: what people write is not put before a moderation endpoint. */
    moderation:
      env.MODERATION_URL === undefined
        ? null
        : { url: env.MODERATION_URL, apiKey: env.OPENAI_API_KEY ?? "none", timeoutMs: 3_000 },
    sandbox,
    approval: {
      confirmMinutes: env.CONFIRM_MINUTES,
      approveHours: env.APPROVE_HOURS,
      refundNeedsAdminFrom: env.REFUND_NEEDS_ADMIN_FROM,
      returnWindowDays: env.RETURN_WINDOW_DAYS,
    },
    // Longer than a plan may take with all of the parent's patience: see sandbox/run-plan.ts.
    transaction: {
      maxWaitMs: 60_000,
      timeoutMs: 20_000,
      /** After a conflict with another transaction; doubled each time, with chance in it. */
      conflictTries: 6,
      firstPauseMs: 10,
      longestPauseMs: 500,
    },
    queue: {
      concurrency: env.QUEUE_CONCURRENCY,
      /** A conversation whose work failed comes back after `retryMs`, doubled each time up to `longestRetryMs`. */
      retryMs: 1_000,
      longestRetryMs: 60_000,
      lockMs: env.QUEUE_LOCK_MS,
      stalledMs: env.QUEUE_STALLED_MS,
      /** When another process has the conversation, it is asked for again after this. */
      busyMs: 250,
      /** How long a wake-up may take before the message is left to the sweeper. */
      wakeMs: 800,
    },
    burst: {
      /** A person who wrote something less long ago than this may not have finished. */
      quietMs: env.BURST_MS,
      /** How often a model call looks whether its question is still the whole question. */
      watchMs: 500,
      /** After this many dropped drafts the next is answered, whatever else was written. */
      drafts: 5,
    },
    chat: chatSettings(env),
    table: TABLE_LIMITS,
    chart: CHART_LIMITS,
    spending: {
      customer: { usd: env.MAX_CUSTOMER_USD_PER_DAY, tokens: env.MAX_CUSTOMER_TOKENS_PER_DAY },
      service: { usd: env.MAX_SERVICE_USD_PER_DAY, tokens: env.MAX_SERVICE_TOKENS_PER_DAY },
      /** The whole service's sum of today is read again after this. */
      lookMs: 5_000,
    },
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME },
    /** A stopping process has this long to put its work down; orchestrators kill after 25 or 30 s. */
    drainMs: 20_000,
    /** A reply that its platform does not take is tried again, with pauses that double up to the longest: for a day. */
    outbox: { tries: 1_500, longestRetryMs: 60_000 },
    sweep: { everyMs: env.SWEEP_MS, most: 1_000 },
    retention: { days: env.RETENTION_DAYS, everyMs: 3_600_000, requestsAtOnce: 1_000 },
  });
}

/** Both addresses or neither: half a production would lose what the other half promises. */
function serversOf(env: Environment) {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = env;
  if (databaseUrl === undefined && redisUrl === undefined) return null;
  if (databaseUrl === undefined || redisUrl === undefined) {
    const [given, missing] = databaseUrl === undefined ? ["REDIS_URL", "DATABASE_URL"] : ["DATABASE_URL", "REDIS_URL"];
    throw new ConfigError(
      `${given} is set and ${missing} is not: set both for Postgres and Redis, or neither for the shop on one machine.`,
    );
  }
  return {
    databaseUrl,
    redisUrl,
    /** Connections a process opens at most, beside the one that holds its conversations. */
    pool: env.DATABASE_POOL,
    /** How many processes of this service share the database. */
    processes: env.PROCESSES,
    migrateOnStart: env.MIGRATE_ON_START === "true",
    /** How long a new connection may take, and how long one statement. */
    connectMs: 5_000,
    statementMs: 5_000,
  };
}
