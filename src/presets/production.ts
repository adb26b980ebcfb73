// The settings in, the parts of a shop on servers out: Postgres, BullMQ on Redis, the model's API or the built-in planner,
// in as many processes as are started. Nothing but wiring.
import { codePlanner } from "../agent/planners/code.ts";
import type { Config } from "../config.ts";
import { openPostgres } from "../database/postgres.ts";
import type { Model } from "../model/model.ts";
import type { LocalPlatform } from "../platforms/local.ts";
import type { Platform } from "../platforms/platform.ts";
import { createRelay, listenToRelay } from "../platforms/relay.ts";
import { createBullmqQueue } from "../queue/bullmq.ts";
import { checkRedis } from "../queue/redis-check.ts";
import {
  askWithin,
  connectForAnswers,
  connectForGood,
  createFaultLog,
  endConnection,
} from "../queue/redis-connection.ts";
import { createSandbox } from "../sandbox/pool.ts";
import { startService } from "../service.ts";
import type { Log } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { type ChatService, createChats } from "./chats.ts";
import { modelOf } from "./model-of.ts";

export interface ProductionOptions {
  /** What people wait at in this process; other processes' replies reach it too. */
  local: LocalPlatform[];
  /** Whether this process answers, or only takes messages in. */
  works: boolean;
  log: Log;
  /** In place of the model that the settings name. */
  model?: Model;
  /** Beside the page. */
  platforms?: Platform[];
}

/** Any process may have the page: a reply to it goes by way of Redis, from whichever process answered. */
const PAGE = "web";

/** Closes what it opened when it cannot start. */
export async function startProduction(
  config: Config,
  servers: NonNullable<Config["servers"]>,
  options: ProductionOptions,
): Promise<ChatService> {
  const { log, local, works } = options;
  const { wakeMs } = config.queue;
  // The service closes its parts itself; the connections to Redis outlive it, for its last replies.
  const parts: (() => Promise<void>)[] = [];
  const connections: (() => Promise<void>)[] = [];
  const close = async (opened: (() => Promise<void>)[]) => {
    for (const closeOne of opened.toReversed()) await closeOne();
  };
  try {
    const noteFault = createFaultLog(log);
    // Before the service stands, whoever starts it gets one sentence and no log beside it.
    let stands = false;
    const faults = (error: Error) => {
      if (stands) noteFault(error);
    };
    const publisher = connectForAnswers(servers.redisUrl, wakeMs, faults);
    connections.push(async () => endConnection(publisher));
    await checkRedis(publisher, servers.connectMs);
    const metrics = createMetrics();
    const database = await openPostgres(servers, config.transaction, metrics.conflictRetried);
    parts.push(database.close);
    const queue = createBullmqQueue(servers.redisUrl, config.queue, log);
    parts.push(queue.close);
    const sandbox = createSandbox(works ? config.sandbox : { ...config.sandbox, processes: 0 });
    parts.push(sandbox.close);
    if (local.length > 0) {
      const subscriber = connectForGood(servers.redisUrl, faults);
      connections.push(async () => endConnection(subscriber));
      await askWithin(subscriber, servers.connectMs, () => listenToRelay(subscriber, local, log));
    }
    const clock = () => new Date();
    const chats = await createChats(config, { database, log, metrics, clock });
    const service = await startService({
      config,
      database,
      sandbox,
      queue,
      metrics,
      log,
      works,
      sweeps: works,
      handsOver: true,
      ...codePlanner(options.model ?? (await modelOf(config))),
      platforms: [createRelay(publisher, PAGE), ...chats.map(({ platform }) => platform), ...(options.platforms ?? [])],
      clock,
    });
    stands = true;
    return {
      ...service,
      chats,
      close: async () => {
        await service.close();
        for (const platform of local) await platform.close();
        await close(connections);
      },
    };
  } catch (error) {
    await close([...connections, ...parts]);
    throw error;
  }
}
