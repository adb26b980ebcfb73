// The same work bare, on the servers: a job of BullMQ from the wake-up to its worker, the rows of one request in one
// hand-written transaction, and the plan in a fresh isolate.
import { Queue as Jobs, Worker } from "bullmq";
import { Redis } from "ioredis";
import { Client } from "pg";
import { percentile } from "./figures.ts";
import { answer, readBenchPlan, runBare, writeRows } from "./floor.ts";
import { atRest } from "./servers-clients.ts";

export interface Floors {
  queue: number;
  sql: number;
  isolate: number;
}

/** Medians in milliseconds, each taken at rest as the requests are. */
export async function measureFloors(
  { databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string },
  warmUps: number,
  runs: number,
): Promise<Floors> {
  return {
    queue: percentile(await queueSamples(redisUrl, warmUps, runs), 0.5),
    sql: percentile(await sqlSamples(databaseUrl, warmUps, runs), 0.5),
    isolate: percentile(await isolateSamples(warmUps, runs), 0.5),
  };
}

async function queueSamples(redisUrl: string, warmUps: number, runs: number): Promise<number[]> {
  const connections = [new Redis(redisUrl), new Redis(redisUrl, { maxRetriesPerRequest: null })] as const;
  const jobs = new Jobs("bench-floor", { connection: connections[0] });
  let arrived = (): void => {};
  const worker = new Worker("bench-floor", async () => arrived(), { connection: connections[1] });
  try {
    return await atRest(warmUps, runs, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrived = resolve;
      const startedAt = performance.now();
      await jobs.add("wake", {}, { removeOnComplete: true });
      await promise;
      return performance.now() - startedAt;
    });
  } finally {
    await worker.close();
    await jobs.close();
    for (const connection of connections) connection.disconnect();
  }
}

async function sqlSamples(databaseUrl: string, warmUps: number, runs: number): Promise<number[]> {
  const plan = await readBenchPlan();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rehearse = async () => {
    for (const name of ["item", "count", "purchase"]) await answer(name, client);
  };
  let round = 0;
  try {
    return await atRest(warmUps, runs, async () => {
      const startedAt = performance.now();
      await client.query("BEGIN");
      await writeRows(client, `floor-${++round}`, plan, rehearse);
      await client.query("COMMIT");
      return performance.now() - startedAt;
    });
  } finally {
    await client.end();
  }
}

async function isolateSamples(warmUps: number, runs: number): Promise<number[]> {
  const plan = await readBenchPlan();
  const results = { item: { itemId: "SG007", name: "Pouch" }, count: 3, purchase: { total: 6.5 } };
  return atRest(warmUps, runs, async () => {
    const startedAt = performance.now();
    await runBare(plan, async (name) => JSON.stringify(results[name as keyof typeof results]));
    return performance.now() - startedAt;
  });
}
