// Postgres and Redis of the test's own in, a shop on them out: as many services as the test starts, on a fresh demo store,
// with the short ways in which tests write, press and look.
import { afterAll, beforeAll } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Receipt } from "../../src/intake.ts";
import type { Model } from "../../src/model/model.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { createLocalTalk } from "../../src/platforms/local-talk.ts";
import type { Decision, IncomingMessage, Platform, Reply } from "../../src/platforms/platform.ts";
import { startProduction } from "../../src/presets/production.ts";
import { newId } from "../../src/records/id.ts";
import type { StageMark } from "../../src/report.ts";
import type { Person } from "../../src/requester.ts";
import type { Service } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createStore, hasPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";

interface Servers {
  postgres: PostgresServer;
  redis: RedisServer;
}

/** For `describe.skipIf(!hasServers())`. */
export const hasServers = () => hasPostgres() && hasRedis();

/** One of each for a test file, started before its tests and gone after them. */
export function serversForThisFile(): Servers {
  let postgres: PostgresServer | null = null;
  let redis: RedisServer | null = null;
  beforeAll(async () => {
    // One after the other, so that the first is stopped when the second does not start.
    postgres = await startPostgres();
    redis = await startRedis();
  });
  afterAll(async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  });
  const started = <Server>(server: Server | null): Server => {
    if (server === null) throw new Error("used before beforeAll");
    return server;
  };
  return {
    get postgres() {
      return started(postgres);
    },
    get redis() {
      return started(redis);
    },
  };
}

interface ServiceOptions {
  /** In place of the one that the environment names. */
  model?: Model;
  works?: boolean;
  environment?: { [name: string]: string };
}

interface SayOptions {
  key?: string;
  standsAlone?: boolean;
  /** The service whose intake takes it; the oldest that is open unless told otherwise. */
  through?: Service;
}

export interface ServerShop {
  /** What a process needs to be another one of this shop. */
  environment: { [name: string]: string };
  /** Every reply as it was posted, by whichever service. */
  posted: Reply[];
  marks: StageMark[];
  start(options?: ServiceOptions): Promise<Service>;
  /** Resolves with the reply. */
  say(person: Person, text: string, place?: string, options?: SayOptions): Promise<Reply>;
  /** Resolves when it is stored. */
  send(person: Person, text: string, place?: string, options?: SayOptions): Promise<Receipt>;
  /** The reply to a press, or the sentence by which the intake refused it. */
  press(person: Person, decision: Decision, approvalId: string, options?: SayOptions): Promise<Reply | string>;
  /** One statement beside everything that is tested. */
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  /** The one number that the statement brings. */
  count(text: string): Promise<number>;
  close(): Promise<void>;
}

// Nobody waits for a second message unless the test is about that; what was lost is looked for often.
const TEST_ENVIRONMENT = {
  LOG_LEVEL: "silent",
  BURST_MS: "0",
  SWEEP_MS: "500",
  DATABASE_POOL: "6",
  SANDBOX_PROCESSES: "1",
};

/** On an empty Redis and a database of its own; the first service is started unless `services` says 0. */
export async function openServerShop(
  { postgres, redis }: Servers,
  { services = 1, ...common }: ServiceOptions & { services?: number } = {},
): Promise<ServerShop> {
  const [databaseUrl] = await Promise.all([createStore(postgres), redis.run("FLUSHALL")]);
  const database = new URL(databaseUrl).pathname.slice(1);
  const environment = {
    ...TEST_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    ...common.environment,
  };
  const platform = createLocalPlatform("test", { ...readConfig(environment).web, replyLookMs: 500 });
  const posted: Reply[] = [];
  const marks: StageMark[] = [];
  const noted: Platform = {
    ...platform,
    post: (place, delivery) => {
      posted.push(delivery.reply);
      return platform.post(place, delivery);
    },
    progress: (about, mark) => {
      marks.push(mark);
      platform.progress(about, mark);
    },
    // The test's own: it outlives each service.
    close: async () => {},
  };
  const open = new Set<Service>();

  async function start(options: ServiceOptions = {}): Promise<Service> {
    const { works = true, model } = { ...common, ...options };
    const config = readConfig({ ...environment, ...options.environment });
    if (config.servers === null) throw new Error("no servers");
    const service = await startProduction(config, config.servers, {
      works,
      local: [],
      platforms: [noted],
      log: createLog(config.logLevel),
      ...(model === undefined ? {} : { model }),
    });
    let closing: Promise<void> | null = null;
    const closable = {
      ...service,
      close: () => {
        open.delete(closable);
        closing ??= service.close();
        return closing;
      },
    };
    open.add(closable);
    return closable;
  }

  const door = ({ through }: SayOptions): Service => {
    const [first] = open;
    const service = through ?? first;
    if (service === undefined) throw new Error("no service is open");
    return service;
  };
  const messageOf = (person: Person, text: string, place: string, options: SayOptions): IncomingMessage => {
    const { key = `test:${place}:${newId("msg")}`, standsAlone = false } = options;
    return { key, place, author: person, text, standsAlone, notRead: [], answerTo: null };
  };
  const sql = async <Row>(text: string) => (await postgres.run(database, text)) as Row[];

  for (let number = 0; number < services; number++) await start();
  return {
    environment,
    posted,
    marks,
    start,
    sql,
    count: async (text) => Number(Object.values((await sql<{ count: string }>(text))[0] ?? {})[0]),
    say: async (person, text, place = "thread", options = {}) => {
      const said = await createLocalTalk(door(options), platform).say(
        messageOf(person, text, place, options),
        () => {},
      );
      if ("kind" in said) throw new Error(said.message);
      return said;
    },
    send: (person, text, place = "thread", options = {}) =>
      door(options).intake.receive("test", messageOf(person, text, place, options)),
    press: async (person, decision, approvalId, options = {}) => {
      const { key = `test:press:${newId("prs")}` } = options;
      const press = { key, approvalId, person, decision, reason: null, answerTo: null };
      const said = await createLocalTalk(door(options), platform).press(press, () => {});
      return "kind" in said ? said.message : said;
    },
    close: async () => {
      await Promise.all([...open].map((service) => service.close()));
    },
  };
}

/** A model that does with each task what `write` says. */
export function modelThat(write: Model["write"]): Model {
  return { name: "scripted", parameters: {}, write, ping: async () => {} };
}
