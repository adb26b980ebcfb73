// The environment in, a Postgres database and a Redis database that nobody else uses out; both are gone afterwards.
import { Redis } from "ioredis";
import { Client } from "pg";
import { startPostgres } from "../test/support/postgres-server.ts";
import { startRedis } from "../test/support/redis-server.ts";

export interface Place {
  redisUrl: string;
  /** Resolves with the address of a new, empty database. */
  createDatabase(name: string): Promise<string>;
  close(): Promise<void>;
}

interface Part<T> {
  given: T;
  close(): Promise<void>;
}

const REDIS_DATABASES = 16;

/** The servers of DATABASE_URL and REDIS_URL; for one that is not set, a server of our own. */
export async function openPlace({ DATABASE_URL, REDIS_URL }: NodeJS.ProcessEnv): Promise<Place> {
  const postgres = await (DATABASE_URL ? givenPostgres(DATABASE_URL) : ownPostgres());
  const redis = await (REDIS_URL ? givenRedis(REDIS_URL) : ownRedis()).catch(async (error) => {
    await postgres.close();
    throw error;
  });
  return {
    redisUrl: redis.given,
    createDatabase: postgres.given,
    close: async () => void (await Promise.all([postgres.close(), redis.close()])),
  };
}

/** Durable, as a shop's would be: the tests' own does without. */
async function ownPostgres(): Promise<Part<Place["createDatabase"]>> {
  const server = await startPostgres({
    fsync: "on",
    synchronous_commit: "on",
    shared_buffers: "512MB",
    max_wal_size: "4GB",
    deadlock_timeout: "1s",
    max_connections: 100,
  });
  return { given: (name) => server.createDatabase(name), close: () => server.stop() };
}

async function givenPostgres(address: string): Promise<Part<Place["createDatabase"]>> {
  const created: string[] = [];
  const run = async (sql: string) => {
    const client = new Client({ connectionString: address });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  return {
    given: async (name) => {
      const unique = `tillhand_bench_${process.pid}_${name}`;
      await run(`CREATE DATABASE ${unique}`);
      created.push(unique);
      const url = new URL(address);
      url.pathname = `/${unique}`;
      return url.href;
    },
    close: async () => {
      for (const name of created) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function ownRedis(): Promise<Part<string>> {
  const server = await startRedis();
  return { given: server.url, close: () => server.stop() };
}

/** The last of the server's databases that is empty. */
async function givenRedis(address: string): Promise<Part<string>> {
  for (let number = REDIS_DATABASES - 1; number > 0; number--) {
    const url = new URL(address);
    url.pathname = `/${number}`;
    if ((await inRedis(url.href, (redis) => redis.dbsize())) > 0) continue;
    return { given: url.href, close: async () => void (await inRedis(url.href, (redis) => redis.flushdb())) };
  }
  throw new Error("No database of the server of REDIS_URL is empty, and the bench empties the one it uses.");
}

async function inRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null });
  await redis.connect();
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
