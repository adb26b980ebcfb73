// A process of the shop on servers, for the kill tests: opens everything, waits for its turn, and then takes messages in
// or answers them until it dies where it was told to, or is asked to close. Its part and its number are its arguments.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { codePlanner } from "../../src/agent/planners/code.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { openPostgres } from "../../src/database/postgres.ts";
import type { Receipt } from "../../src/intake.ts";
import { createGivenPlan } from "../../src/model/given-plan.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import type { IncomingMessage, IncomingPress, Platform } from "../../src/platforms/platform.ts";
import { createBullmqQueue } from "../../src/queue/bullmq.ts";
import { newId } from "../../src/records/id.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import { startService } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { type Death, dieAt, type MortalParts, makeMortal } from "./killed-boundaries.ts";

export type Role = "intake" | "worker";

export type Delivery = { kind: "message"; message: IncomingMessage } | { kind: "press"; press: IncomingPress };

export type Order =
  | { kind: "take"; death: Death | null }
  | { kind: "hand"; id: number; delivery: Delivery }
  | { kind: "close" };

export type News =
  | { kind: "loaded" | "ready" }
  /** `error` where the intake could not tell whether it has it. */
  | { kind: "handed"; id: number; receipt: Receipt | null; error: string | null };

// Buys one pouch.
const PLAN = fileURLToPath(import.meta.resolve("../../bench/plan.js"));
const LONGEST_CLOSE_MS = 15_000;

// For when whoever started this process is gone. Asked to close, it ends by itself once it has closed all that it opened.
const endSoon = () => setTimeout(() => process.exit(1), LONGEST_CLOSE_MS).unref();
if (!process.connected) endSoon();
process.once("disconnect", endSoon);

const [role, number] = process.argv.slice(2);
const works = role === "worker";
const config = readConfig(process.env);
if (config.servers === null) throw new Error("no servers");
const { servers } = config;
const log = createLog(config.logLevel);
const metrics = createMetrics();

const database = await openPostgres(servers, config.transaction, metrics.conflictRetried);
const parts: MortalParts = {
  database,
  queue: createBullmqQueue(servers.redisUrl, config.queue, log),
  model: createGivenPlan(await readFile(PLAN, "utf8")),
  sandbox: createSandbox(works ? config.sandbox : { ...config.sandbox, processes: 0 }),
  platforms: [createWitnessedPlatform(database)],
};

/** Keeps each post where the test sees it, whatever becomes of this process. */
function createWitnessedPlatform({ client }: Database): Platform {
  return {
    ...createLocalPlatform("test", config.web),
    post: async (place, { reply }) => {
      await client.$executeRaw`
        INSERT INTO seen.posts (process, place, reply)
        VALUES (${Number(number)}, ${place}, ${JSON.stringify(reply)}::jsonb)`;
      return newId("msg");
    },
  };
}

async function takePart(death: Death | null) {
  const mortal = makeMortal(parts, dieAt(death));
  const planning = codePlanner(mortal.parts.model);
  const shared = { config, log, metrics, clock: () => new Date(), handsOver: true, ...planning };
  const { intake, close } = await startService({ ...mortal.parts, ...shared, works, sweeps: works });
  return {
    close,
    hand: (delivery: Delivery) =>
      delivery.kind === "message"
        ? mortal.handing("stored", () => intake.receive("test", delivery.message))
        : mortal.handing("press stored", () => intake.press(delivery.press)),
  };
}

// Where nobody is left to tell, the end of the channel is heard below.
const tell = (news: News) => process.send?.(news, undefined, undefined, () => {});

let part: ReturnType<typeof takePart> | null = null;

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case "take":
      part = takePart(order.death);
      await part;
      tell({ kind: "ready" });
      return;
    case "hand": {
      const { id, delivery } = order;
      try {
        if (part === null) throw new Error("no part was taken yet");
        tell({ kind: "handed", id, receipt: await (await part).hand(delivery), error: null });
      } catch (error) {
        tell({ kind: "handed", id, receipt: null, error: String(error) });
      }
      return;
    }
    case "close":
      await (await part)?.close();
      process.disconnect?.();
  }
}

process.on("message", (order: Order) => void obey(order));
// The first statement takes longest.
await database.client.$queryRaw`SELECT 1`;
tell({ kind: "loaded" });
