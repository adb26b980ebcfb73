// `npm run bench -- --servers`: the figures of the production preset on Postgres and Redis, with everything on this machine.
import { percentile, rounded } from "./figures.ts";
import { measureAnalysis } from "./servers-analysis.ts";
import { atRest, type Clients, openClients, rate, times } from "./servers-clients.ts";
import { type Floors, measureFloors } from "./servers-floors.ts";
import { openPlace, type Place } from "./servers-place.ts";
import { startWorker, type WorkerProcess } from "./servers-processes.ts";
import { addSoldItems, countSales, fillShop, openShop, SOLD_ITEMS } from "./servers-rows.ts";

interface Effort {
  warmUps: number;
  runs: number;
  /** How long one rate is measured. */
  rateMs: number;
  /** After so many requests the worker's memory is read again. */
  requests: number;
  /** The hot item and the others take turns. */
  turns: number;
  sizes: { items: number; ledgerRows: number }[];
  /** Each of the questions over so many rows is asked so often. */
  analysis: { ledgerRows: number; runs: number };
}

const WHOLE: Effort = {
  warmUps: 100,
  runs: 400,
  rateMs: 10_000,
  requests: 10_000,
  turns: 3,
  sizes: [
    { items: 1_000, ledgerRows: 10_000 },
    { items: 100_000, ledgerRows: 1_000_000 },
    { items: 1_000_000, ledgerRows: 1_000_000 },
  ],
  analysis: { ledgerRows: 1_000_000, runs: 15 },
};

const QUICK: Effort = {
  warmUps: 50,
  runs: 100,
  rateMs: 3_000,
  requests: 1_000,
  turns: 1,
  sizes: [
    { items: 2_000, ledgerRows: 10_000 },
    { items: 100_000, ledgerRows: 100_000 },
  ],
  analysis: { ledgerRows: 100_000, runs: 5 },
};

// For two cores with the servers and the clients on them too.
const SETTINGS = {
  LOG_LEVEL: "warn",
  WORKER_PORT: "0",
  PROCESSES: "3",
  DATABASE_POOL: "10",
  QUEUE_CONCURRENCY: "8",
  SANDBOX_PROCESSES: "2",
};

export async function measureServers(isQuick: boolean) {
  const effort = isQuick ? QUICK : WHOLE;
  const place = await openPlace(process.env);
  try {
    const plain = await measurePlainSales(place, effort);
    const scale = await measureScale(place, effort);
    const { ledgerRows, runs } = effort.analysis;
    const analysis = await measureAnalysis(await place.createDatabase("analysis"), ledgerRows, runs);
    const { idleMs, floorsMs, requestsPerSecond, hotItemShare, workerMemoryMb } = plain;
    const ratio = rounded(idleMs.p50 / (floorsMs.queue + floorsMs.sql + floorsMs.isolate));
    return { idleMs, floorsMs, ratio, requestsPerSecond, hotItemShare, scale, analysis, workerMemoryMb };
  } finally {
    await place.close();
  }
}

interface Plain {
  idleMs: { p50: number; p99: number };
  floorsMs: Floors;
  requestsPerSecond: { c1: number; c10: number; c50: number; twoWorkers: number };
  hotItemShare: number;
  workerMemoryMb: { start: number; after10000: number };
}

/** On the demo store. */
async function measurePlainSales(place: Place, effort: Effort): Promise<Plain> {
  const databaseUrl = await place.createDatabase("plain");
  await openShop(databaseUrl);
  await addSoldItems(databaseUrl);
  const environment = environmentOf(databaseUrl, place.redisUrl);
  const clients = await openClients(environment);
  const workers: WorkerProcess[] = [];
  try {
    const one = await startWorker("plan.js", environment);
    workers.push(one);
    const start = await memoryMb(one);
    let requests = 0;
    const ask = () => {
      requests++;
      return clients.ask("one pouch please");
    };
    const idle = await atRest(effort.warmUps, effort.runs, ask);
    const floorsMs = await measureFloors({ databaseUrl, redisUrl: place.redisUrl }, effort.warmUps, effort.runs / 2);
    const c1 = await rate(1, effort.rateMs, ask);
    const c10 = await rate(10, effort.rateMs, ask);
    const c50 = await rate(50, effort.rateMs, ask);
    await times(Math.max(0, effort.requests - requests), 10, ask);
    const after10000 = await memoryMb(one);
    workers.push(await startWorker("plan.js", environment));
    await times(effort.warmUps, 10, ask);
    const twoWorkers = await rate(50, effort.rateMs, ask);
    await stopAll(workers);
    return {
      idleMs: { p50: percentile(idle, 0.5), p99: percentile(idle, 0.99) },
      floorsMs,
      requestsPerSecond: { c1, c10, c50, twoWorkers },
      hotItemShare: await measureHotItem(databaseUrl, environment, clients, effort),
      workerMemoryMb: { start, after10000 },
    };
  } finally {
    await stopAll(workers);
    await clients.close();
  }
}

/** Two processes book sales of one item, and in turn sales of one item each: the till and the stock rows decide. */
async function measureHotItem(
  databaseUrl: string,
  environment: { [name: string]: string },
  clients: Clients,
  { warmUps, rateMs, turns }: Effort,
): Promise<number> {
  const workers = await Promise.all([1, 2].map(() => startWorker("servers-sale.js", environment)));
  let sales = 0;
  const buy = (item: number) => {
    sales++;
    return clients.buy(`BENCH${item}`);
  };
  const buyHot = () => buy(1);
  const buyAnother = () => buy(1 + (sales % SOLD_ITEMS));
  try {
    await times(warmUps, 10, buyAnother);
    const hot: number[] = [];
    const others: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      hot.push(await rate(16, rateMs / 2, buyHot));
      others.push(await rate(16, rateMs / 2, buyAnother));
    }
    if ((await countSales(databaseUrl)) !== sales) throw new Error("Not every sale stands in the ledger once.");
    return rounded(sum(hot) / sum(others));
  } finally {
    await stopAll(workers);
  }
}

async function measureScale(place: Place, { warmUps, runs, sizes }: Effort) {
  const databaseUrl = await place.createDatabase("large");
  await openShop(databaseUrl);
  const environment = environmentOf(databaseUrl, place.redisUrl);
  const clients = await openClients(environment);
  const scale = [];
  try {
    for (const { items, ledgerRows } of sizes) {
      await fillShop(databaseUrl, items, ledgerRows);
      const worker = await startWorker("servers-large.js", environment);
      try {
        const samples = await atRest(warmUps, runs / 2, () => clients.ask("a walnut frame please"));
        scale.push({ items, ledgerRows, p50Ms: percentile(samples, 0.5) });
      } finally {
        await worker.stop();
      }
    }
    return scale;
  } finally {
    await clients.close();
  }
}

function environmentOf(databaseUrl: string, redisUrl: string): { [name: string]: string } {
  return { ...SETTINGS, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
}

async function memoryMb(worker: WorkerProcess): Promise<number> {
  return Math.round((await worker.usage()).rssMb);
}

async function stopAll(workers: WorkerProcess[]): Promise<void> {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
