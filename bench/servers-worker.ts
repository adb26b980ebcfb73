// A plan's file in, a worker process of the product out whose model writes that plan and takes no time for it. Tells its
// parent when it is ready, and how much memory and processor time it has taken whenever it is asked.
import { readFile } from "node:fs/promises";
import { readConfig } from "../src/config.ts";
import { createGivenPlan } from "../src/model/given-plan.ts";
import { startProduction } from "../src/presets/production.ts";
import { createLog } from "../src/telemetry/log.ts";

const config = readConfig(process.env);
if (config.servers === null) throw new Error("the worker was started without DATABASE_URL and REDIS_URL");
const service = await startProduction(config, config.servers, {
  local: [],
  works: true,
  log: createLog(config.logLevel),
  model: createGivenPlan(await readFile(process.argv[2] ?? "", "utf8")),
});

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rssMb: process.memoryUsage.rss() / 2 ** 20, cpuMs: (user + system) / 1_000 });
});
process.once("disconnect", () => void service.close().then(() => process.exit(0)));
process.send?.("ready");
