// `npm run bench -- --chats`: what people on Slack and Discord feel, with both emulated, the servers and the clients on
// this machine: how soon what they write and press is acknowledged, and what the processes take in memory for it.
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

const AIMS = { floodAckMaxMs: 1_000, lost: 0, pressAckP99Ms: 300 };

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
        intake: { start: flood.memoryMb.start, afterFlood: flood.memoryMb.end },
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
  memoryMb: { start: number; end: number };
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
    const start = await worker.memoryMb();
    const figures = await measurePresses(town, model, { presses, busy });
    return { figures, memoryMb: { start, end: await worker.memoryMb() } };
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
    const start = await intake.memoryMb();
    const figures = await measureFlood(town, databaseUrl, seconds);
    return { figures, memoryMb: { start, end: await intake.memoryMb() } };
  } finally {
    await intake.stop();
    await town.close();
  }
}
