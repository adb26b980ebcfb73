// `npm run bench`: the figures of one run, each beside the floor that the same work has without the product.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile, rounded } from "./figures.ts";
import { measureFloor } from "./floor.ts";
import { measureFirstAnswer, measureMemory } from "./processes.ts";
import { measureSandbox } from "./sandbox-rate.ts";
import { measureRequests } from "./whole-request.ts";

const WARM_UPS = 50;
const REQUESTS = 300;
const SANDBOX_RUNS = 1_000;

async function measureEmbedded() {
  const directory = await mkdtemp(join(tmpdir(), "tillhand-bench-"));
  try {
    const freshDirectory = await measureFirstAnswer(directory);
    const existingDirectory = await measureFirstAnswer(directory);
    const peakMemoryMb = await measureMemory(directory, REQUESTS);
    const requests = await measureRequests(directory, WARM_UPS, REQUESTS);
    const floor = await measureFloor(directory, WARM_UPS, REQUESTS);
    const requestMs = { p50: percentile(requests, 0.5), p99: percentile(requests, 0.99) };
    const floorMs = { p50: percentile(floor, 0.5) };
    return {
      requestMs,
      floorMs,
      ratio: rounded(requestMs.p50 / floorMs.p50),
      sandboxRunsPerSecond: await measureSandbox(SANDBOX_RUNS),
      peakMemoryMb,
      firstAnswerMs: { freshDirectory, existingDirectory },
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const flags = process.argv.slice(2);
const isQuick = flags.includes("--quick");

async function measure() {
  if (flags.includes("--servers")) return (await import("./servers.ts")).measureServers(isQuick);
  if (flags.includes("--chats")) return (await import("./chats.ts")).measureChats(isQuick);
  return measureEmbedded();
}

const figures = await measure();
process.stdout.write(`${JSON.stringify(figures, null, flags.includes("--json") ? 0 : 2)}\n`);
