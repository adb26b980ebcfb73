// Redis' address in; a connection that answers soon or rejects, or one that waits for the server's return, out.
import { once } from "node:events";
import { type CommonRedisOptions, Redis } from "ioredis";
import type { Log } from "../telemetry/log.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
// Longer than the longest blocking command of a worker, which is 10 s.
const SILENCE_MS = 15_000;
const MOST_FAULTS = 100;

// Codes with which a server refuses every write: a replica since a failover, a full or a starting one. A new connection
// may find a better server, and the pause before it keeps a worker from asking a thousand times a second.
const REFUSALS = new Set(["READONLY", "LOADING", "MASTERDOWN", "OOM", "MISCONF", "NOREPLICAS"]);

/** Notes what went wrong with Redis once, however often it is repeated, until the server answers again. */
export interface FaultLog {
  note(error: Error): void;
  clear(): void;
}

export function createFaultLog(log: Log): FaultLog {
  const noted = new Set<string>();
  return {
    note: (error) => {
      const fault = "code" in error && typeof error.code === "string" ? error.code : error.message;
      if (noted.has(fault)) return;
      if (noted.size >= MOST_FAULTS) noted.clear();
      noted.add(fault);
      log.warn({ err: error }, "trouble with Redis; it is tried again");
    },
    clear: () => {
      if (noted.size > 0) log.info("Redis answers");
      noted.clear();
    },
  };
}

/** A command without an answer within `answerMs` rejects, and so does one while there is no connection: none is kept. */
export function connectForAnswers(redisUrl: string, answerMs: number, faults: FaultLog): Redis {
  return connect(redisUrl, faults, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    socketTimeout: answerMs * 2,
  });
}

/** Commands wait through an outage, however long; subscriptions are taken up again. */
export function connectForGood(redisUrl: string, faults: FaultLog): Redis {
  return connect(redisUrl, faults, { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS });
}

type Patience = Pick<
  CommonRedisOptions,
  "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout" | "socketTimeout"
>;

function connect(redisUrl: string, faults: FaultLog, patience: Patience): Redis {
  const connection = new Redis(redisUrl, {
    ...patience,
    retryStrategy: (times) => Math.min(times * FIRST_PAUSE_MS, LONGEST_PAUSE_MS),
    reconnectOnError: (error) => REFUSALS.has(codeOf(error)),
  });
  watch(connection, faults);
  return connection;
}

/** For copies too, which others make: without a listener an error would be written to the console. */
export function watch(connection: Redis, faults: FaultLog): void {
  connection.setMaxListeners(Number.POSITIVE_INFINITY);
  connection.on("error", faults.note);
  connection.on("ready", faults.clear);
}

/** The first word of what a server refuses with is a code: "READONLY You can't write against a read only replica." */
function codeOf(error: Error): string {
  return error.message.split(" ", 1)[0] ?? "";
}

/** What `ask` brings; rejects when there is no connection or no answer within `ms`, and then does not ask later. */
export async function askWithin<T>(connection: Redis, ms: number, ask: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Redis did not answer within ${ms} ms.`)), ms);
  const gaveUp = new AbortController();
  const answer = async () => {
    if (connection.status !== "ready") await once(connection, "ready", { signal: gaveUp.signal });
    return ask();
  };
  try {
    return await Promise.race([answer(), late.promise]);
  } finally {
    clearTimeout(timer);
    gaveUp.abort();
  }
}

/** Ends it in any state, so that whoever waits for an answer or for its end is told. */
export function endConnection(connection: Redis): void {
  // Between two tries a plain disconnect would only stop the tries and tell nobody.
  if (connection.status === "reconnecting") connection.connect().catch(() => {});
  connection.disconnect();
}
