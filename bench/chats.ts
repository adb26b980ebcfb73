// `npm run bench -- --chats`: what people on Slack and Discord feel, with both emulated, the servers and the clients on
// this machine: how soon what they write and press is acknowledged, and what the processes take in memory for it.
import { setTimeout as sleep } from "node:timers/promises";
import { createModelApi } from "../test/support/model-api.ts";
import { type Flood, measureFlood } from "./chats-flood.ts";
import { createSlowModel, measurePresses, PEOPLE, type PressFigures } from "./chats-presses.ts";
import { openTown } from "./chats-town.ts";
import { readBenchPlan } from "./floor.ts";
import { type Half, startHalf } from "./main-processes.ts";
import { openPlace, type Place } from "./servers-place.ts";
import { openShop } from "./servers-rows.ts";

interface Effort {
  seconds: number;
  presses: number;
  /** Requests that are with the model meanwhile. */
  busy: number;
}

const WHOLE: Effort = { seconds: 60, presses: 200, busy: 50 };
const QUICK: Effort = { seconds: 10, presses: 40, busy: 50 };

/** After so long without work the memory that was only used for a while has been given back. */
const REST_MS = 60_000;

const AIMS = { floodAckMaxMs: 1_000, lost: 0, pressAckP99Ms: 300, memoryAtRestMb: 250 };

export async function measureChats(isQuick: boolean) {
  const effort = isQuick ? QUICK : WHOLE;
  const place = await openPlace(process.env);
  try {
    const presses = await pressWhileBusy(place, effort);
    const flood = await flooded(place, effort);
    return {
      flood: flood.figures,
      presses: presses.figures,
      memoryMb: {
        intake: flood.memoryMb,
        worker: presses.memoryMb,
      },
      aims: AIMS,
    };
  } finally {
    await place.close();
  }
}

interface Measured<Figures> {
  figures: Figures;
  memoryMb: { start: number; after: number; atRest: number };
}

/** With the memory of the process that it is about. */
async function around<Figures>(half: Half, measure: () => Promise<Figures>): Promise<Measured<Figures>> {
  const start = await half.memoryMb();
  const figures = await measure();
  const after = await half.memoryMb();
  await sleep(REST_MS);
  return { figures, memoryMb: { start, after, atRest: await half.memoryMb() } };
}

async function pressWhileBusy(place: Place, { presses, busy }: Effort): Promise<Measured<PressFigures>> {
  const databaseUrl = await place.createDatabase("presses");
  await openShop(databaseUrl);
  const model = createSlowModel(await readBenchPlan());
  const api = await createModelApi(model.answer);
  const town = await openTown(databaseUrl, place.redisUrl, PEOPLE);
  const environment = {
    ...town.environment,
    ...{ OPENAI_BASE_URL: api.baseUrl, SANDBOX_PROCESSES: "1", QUEUE_CONCURRENCY: String(busy) },
  };
  const halves: Half[] = [];
  try {
    halves.push(await startHalf("intake", environment));
    const worker = await startHalf("worker", environment);
    halves.push(worker, await startHalf("worker", environment));
    return await around(worker, () => measurePresses(town, model, { presses, busy }));
  } finally {
    await Promise.all(halves.map((half) => half.stop()));
    await Promise.all([town.close(), api.close()]);
  }
}

async function flooded(place: Place, { seconds }: Effort): Promise<Measured<Flood>> {
  const databaseUrl = await place.createDatabase("flood");
  await openShop(databaseUrl);
  const town = await openTown(databaseUrl, place.redisUrl, PEOPLE);
  const intake = await startHalf("intake", town.environment);
  try {
    return await around(intake, () => measureFlood(town, databaseUrl, seconds));
  } finally {
    await intake.stop();
    await town.close();
  }
}
