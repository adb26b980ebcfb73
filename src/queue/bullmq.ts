// Redis' address in; a queue of wake-ups for any number of processes out. What a lost Redis forgets, the sweeper wakes.
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Job, Queue as Jobs, type JobsOptions, WaitingError, Worker } from "bullmq";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Log } from "../telemetry/log.ts";
import type { Queue } from "./queue.ts";
import {
  askWithin,
  connectForAnswers,
  connectForGood,
  createFaultLog,
  endConnection,
  type NoteFault,
  watch,
} from "./redis-connection.ts";

/** Thrown by `wake` and `ping`. */
export class QueueUnreachable extends Error {
  override name = "QueueUnreachable";
}

// "wake": work this conversation. "again": wake it when its time has come. They are two, because a job that waits for
// its time under the name of the wake-up would keep a wake-up that came during the work waiting too.
type Kind = "wake" | "again";

const Wanted = z.object({ conversationId: z.string(), failures: z.int().min(0) });
type Wanted = z.infer<typeof Wanted>;

/** When, after a call of the work, the conversation is to be woken again. */
type Next = { wanted: Wanted; delayMs: number } | null;
type Work = Parameters<Queue["consume"]>[0];

const NAME = "conversations";
const PREFIX = "tillhand";
// Nobody reads the stream of events.
const STREAMS = { events: { maxLen: 100 } };

export function createBullmqQueue(redisUrl: string, settings: Config["queue"], log: Log): Queue {
  const noteFault = createFaultLog(log);
  const connection = connectForAnswers(redisUrl, settings.wakeMs, noteFault);
  const jobs = new Jobs(NAME, { prefix: PREFIX, connection, streams: STREAMS, skipVersionCheck: true });
  jobs.on("error", noteFault);
  let consumer: ReturnType<typeof startConsumer> | null = null;
  let isClosed = false;

  async function reach<T>(ask: () => Promise<T>): Promise<T> {
    if (isClosed) throw new QueueUnreachable("The queue is closed.");
    try {
      return await askWithin(connection, settings.wakeMs, ask);
    } catch (cause) {
      throw new QueueUnreachable("Redis does not take wake-ups.", { cause });
    }
  }

  return {
    wake: async (conversationId) => {
      await reach(() => addJob(jobs, "wake", { conversationId, failures: 0 }, { settings, delayMs: 0 }));
    },
    consume: (work) => {
      consumer = startConsumer(redisUrl, work, { settings, noteFault });
    },
    // Only a write tells a server that takes wake-ups from a replica, a full or a starting one.
    ping: async () => {
      await reach(() => connection.set(`${PREFIX}:ping`, "", "PX", settings.wakeMs));
    },
    close: async () => {
      // What ends meanwhile may still wake others.
      await consumer?.close();
      isClosed = true;
      endConnection(connection);
    },
  };
}

function startConsumer(
  redisUrl: string,
  work: Work,
  { settings, noteFault }: { settings: Config["queue"]; noteFault: NoteFault },
): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = new Set<Promise<Next>>();
  const { connections, connection } = connectWithCopies(redisUrl, noteFault);
  // Through the worker's connection, so that an outage at the end of the work loses nothing.
  const jobs = new Jobs(NAME, { prefix: PREFIX, connection, streams: STREAMS });
  jobs.on("error", noteFault);

  async function workJob(job: Job, token: string | undefined): Promise<void> {
    if (stop.signal.aborted) return giveBack(job, token);
    // Throws for a job whose data somebody has deleted; its options are gone too, so it is not tried again.
    const wanted = Wanted.parse(job.data);
    if (job.name === "again") return addJob(jobs, "wake", wanted, { settings, delayMs: 0 });
    const call = callWork(wanted);
    running.add(call);
    const next = await call;
    running.delete(call);
    if (stop.signal.aborted) return giveBack(job, token);
    if (next !== null) await addJob(jobs, "again", next.wanted, { settings, delayMs: next.delayMs });
  }

  async function callWork({ conversationId, failures }: Wanted): Promise<Next> {
    try {
      const delayMs = await work(conversationId, stop.signal);
      return delayMs === null ? null : { wanted: { conversationId, failures: 0 }, delayMs };
    } catch {
      // The worker has logged it; the queue's part is to come back later.
      const delayMs = Math.min(settings.retryMs * 2 ** failures, settings.longestRetryMs);
      return { wanted: { conversationId, failures: failures + 1 }, delayMs };
    }
  }

  const worker = new Worker(NAME, workJob, {
    prefix: PREFIX,
    connection,
    concurrency: settings.concurrency,
    lockDuration: settings.lockMs,
    stalledInterval: settings.stalledMs,
    // A conversation never fails for good here: the worker itself gives up, with words to the person.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    runRetryDelay: settings.retryMs,
    // A process that ends may take along the one signal that there is work: then others look after this many seconds.
    drainDelay: 1,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on("error", noteFault);
  worker.on("failed", (_job, error) => noteFault(error));

  return {
    close: async () => {
      stop.abort();
      const closed = worker.close();
      await Promise.all(running);
      // Giving work back takes Redis. Where it is gone, the locks run out and the work comes back by itself.
      await Promise.race([closed, sleep(settings.wakeMs, undefined, { ref: false })]);
      for (const each of connections) endConnection(each);
      await closed;
    },
  };
}

/** BullMQ copies the connection for its blocking command; whoever closes must reach that one too. */
function connectWithCopies(redisUrl: string, noteFault: NoteFault) {
  const connection = connectForGood(redisUrl, noteFault);
  const connections = [connection];
  const duplicate = connection.duplicate.bind(connection);
  connection.duplicate = (options) => {
    const copy = duplicate(options);
    watch(copy, noteFault);
    connections.push(copy);
    return copy;
  };
  return { connection, connections };
}

/** To the head of the queue, for the next worker. */
async function giveBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

async function addJob(
  jobs: Jobs,
  kind: Kind,
  wanted: Wanted,
  { settings, delayMs }: { settings: Config["queue"]; delayMs: number },
): Promise<void> {
  const options: JobsOptions = {
    // Never a number that counts up: after a loss of data it would begin again and meet jobs under way.
    jobId: `${kind}-${randomUUID()}`,
    deduplication: {
      id: `${kind}-${hashOf(wanted.conversationId)}`,
      // One that comes during the work is added when the work ends, however it ends; one that waits for its time makes
      // room for the newer one.
      keepLastIfActive: true,
      replace: true,
    },
    delay: Math.max(0, Math.ceil(delayMs)),
    removeOnComplete: true,
    removeOnFail: true,
    // Only where Redis refused what belongs to the end of the work.
    attempts: Number.MAX_SAFE_INTEGER,
    backoff: { type: "fixed", delay: settings.retryMs },
  };
  await jobs.add(kind, wanted, options);
}

/** Any string may name a conversation; UTF-16 tells all of them apart, half characters too. */
function hashOf(conversationId: string): string {
  return createHash("sha256").update(Buffer.from(conversationId, "utf16le")).digest("base64url");
}
