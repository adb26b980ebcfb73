// Redis' address in; a connection that answers soon or rejects, or one that waits for the server's return, out.
import { once } from "node:events";
import { type CommonRedisOptions, Redis } from "ioredis";
import type { Log } from "../telemetry/log.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
// Longer than the longest blocking command of a worker, which is 10 s.
const SILENCE_MS = 15_000;
const QUIET_MS = 60_000;
const MOST_FAULTS = 100;

// Codes with which a server refuses every write: a replica since a failover, a full or a starting one. A new connection
// may find a better server, and the pause before it keeps a worker from asking a thousand times a second.
const REFUSALS = new Set(["READONLY", "LOADING", "MASTERDOWN", "OOM", "MISCONF", "NOREPLICAS"]);

/** Notes what went wrong with Redis; what is repeated all through an outage once a minute. */
export type NoteFault = (error: Error) => void;

export function createFaultLog(log: Log): NoteFault {
  const notedAt = new Map<string, number>();
  return (error) => {
    const fault = "code" in error && typeof error.code === "string" ? error.code : error.message;
    const now = performance.now();
    if (now - (notedAt.get(fault) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    if (notedAt.size >= MOST_FAULTS) notedAt.clear();
    notedAt.set(fault, now);
    log.warn({ err: error }, "trouble with Redis; it is tried again");
  };
}

/** A command without an answer within `answerMs` rejects, and so does one while there is no connection: none is kept. */
export function connectForAnswers(redisUrl: string, answerMs: number, noteFault: NoteFault): Redis {
  return connect(redisUrl, noteFault, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    socketTimeout: answerMs * 2,
  });
}

/** Commands wait through an outage, however long; subscriptions are taken up again. */
export function connectForGood(redisUrl: string, noteFault: NoteFault): Redis {
  return connect(redisUrl, noteFault, { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS });
}

type Patience = Pick<
  CommonRedisOptions,
  "enableOfflineQueue" | "maxRetriesPerRequest" | "commandTimeout" | "socketTimeout"
>;

function connect(redisUrl: string, noteFault: NoteFault, patience: Patience): Redis {
  const connection = new Redis(redisUrl, {
    ...patience,
    retryStrategy: (times) => Math.min(times * FIRST_PAUSE_MS, LONGEST_PAUSE_MS),
    reconnectOnError: (error) => REFUSALS.has(codeOf(error)),
  });
  watch(connection, noteFault);
  return connection;
}

/** For copies too, which others make: without a listener an error would be written to the console. */
export function watch(connection: Redis, noteFault: NoteFault): void {
  connection.setMaxListeners(Number.POSITIVE_INFINITY);
  connection.on("error", noteFault);
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
