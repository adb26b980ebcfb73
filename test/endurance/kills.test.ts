import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { brokenRules, countRepeated, countUndone, keepSeen } from "../support/killed-books.ts";
import { createCustomers } from "../support/killed-customers.ts";
import { createFleet, type Fleet, type Kill } from "../support/killed-fleet.ts";
import { watchPosts } from "../support/killed-posts.ts";
import { createStore, openAt, postgresForThisFile } from "../support/postgres-server.ts";
import { type RedisServer, startRedis } from "../support/redis-server.ts";
import { isLong } from "../support/scale.ts";
import { hasServers } from "../support/server-shop.ts";

const ROUNDS = isLong ? 22 : 2;
const CUSTOMERS = isLong ? 48 : 24;
const START_STOCK = 100_000;
const LONGEST_MS = isLong ? 45 * 60_000 : 240_000;
const LEFT_MS = 60_000;

const OF_INTAKE = ["stored", "press stored", "woken"] as const;
const OF_WORKER = [
  "woken",
  "planning",
  "dry run",
  "card written",
  "before commit",
  "after commit before outbox send",
  "after send before mark",
  "any moment",
] as const;

const BOUNDARIES = OF_INTAKE.length + OF_WORKER.length;

// Short enough that much happens; the time until a dead process' conversation is taken over is the least allowed.
const ENVIRONMENT = {
  LOG_LEVEL: "silent",
  DATABASE_POOL: "5",
  QUEUE_CONCURRENCY: "2",
  QUEUE_LOCK_MS: "10000",
  QUEUE_STALLED_MS: "1000",
  SWEEP_MS: "1000",
  BURST_MS: "50",
  CONFIRM_MINUTES: "1000",
  SANDBOX_PROCESSES: "1",
  SANDBOX_WALL_MS: "8000",
  SANDBOX_CPU_MS: "8000",
};

const BARE_QUEUE = ["events", "id", "meta"].map((name) => `tillhand:conversations:${name}`);

/** Every boundary once a round, in another order each time, and not always when it is first reached. */
function kills(boundaries: readonly Kill["boundary"][]): Kill[] {
  return Array.from({ length: ROUNDS }, (_, round) => {
    const from = (round * 3) % boundaries.length;
    const turned = [...boundaries.slice(from), ...boundaries.slice(0, from)];
    return turned.map((boundary, index) => ({
      boundary,
      nth: boundary === "any moment" ? 1 + ((round * 7) % 20) : 1 + ((round + index) % 3),
    }));
  }).flat();
}

function countByBoundary(dead: Fleet["dead"]): { [name: string]: number } {
  const counts: { [name: string]: number } = {};
  for (const { role, boundary } of dead) counts[`${role}: ${boundary}`] = (counts[`${role}: ${boundary}`] ?? 0) + 1;
  return counts;
}

/** Until all are dead who had to die, and what they left is done by one healthy process. */
async function dieOften(databaseUrl: string, redisUrl: string) {
  const database = await openAt(databaseUrl);
  await database.client.item.update({ where: { itemId: "SG007" }, data: { quantityInStock: START_STOCK } });
  const posts = await watchPosts(database);
  const environment = { ...ENVIRONMENT, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  const fleet = createFleet(environment, { intake: kills(OF_INTAKE), worker: kills(OF_WORKER) });
  const { acknowledged, gone, stop } = createCustomers(CUSTOMERS, { hand: fleet.hand, replyTo: posts.replyTo });
  try {
    await Promise.race([fleet.run(), gone]);
    await stop();
    await expect.poll(() => countUndone(database), { timeout: LEFT_MS }).toBe(0);
    await fleet.close();
    const dead = fleet.dead.map(({ number }) => number);
    await keepSeen(database, { acknowledged, dead, startStock: START_STOCK });
    return {
      broken: await brokenRules(database),
      repeated: await countRepeated(database),
      counts: countByBoundary(fleet.dead),
      deliveries: acknowledged.length,
    };
  } finally {
    await fleet.end();
    await posts.close();
    await database.close();
  }
}

describe.skipIf(!hasServers())("with Postgres and Redis", () => {
  const postgres = postgresForThisFile();
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  test(
    "wherever a process is killed, every message is answered and every confirmed card is booked once",
    async () => {
      const databaseUrl = await createStore(postgres());
      const { broken, repeated, counts, deliveries } = await dieOften(databaseUrl, redis.url);
      process.stdout.write(`${deliveries} deliveries, ${repeated} posts repeated, kills: ${JSON.stringify(counts)}\n`);
      expect(broken).toEqual({});
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS * BOUNDARIES);
      // Whoever was killed after a post and before its mark left it to be posted again.
      expect(repeated).toBeGreaterThanOrEqual(counts["worker: after send before mark"] ?? 0);

      const database = new URL(databaseUrl).pathname.slice(1);
      const run = (sql: string) => postgres().run("postgres", sql);
      await expect.poll(() => run(`SELECT query FROM pg_stat_activity WHERE datname = '${database}'`)).toEqual([]);
      expect(await run("SELECT * FROM pg_locks WHERE locktype = 'advisory'")).toEqual([]);
      // No job, no lock on one, and no word that one waits; what says when to look for lost ones ends by itself.
      const keys = async () => new Set(z.array(z.string()).parse(await redis.run("KEYS", "*")));
      await expect.poll(keys).toEqual(new Set(BARE_QUEUE));
    },
    LONGEST_MS,
  );
});
