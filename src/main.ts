// `npm start`: the service with the web page, until it is told to stop; with the word "intake" or "worker" only that half
// of it. The only file that exits the process or listens for signals.
import { type Config, readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { createLocalPlatform } from "./platforms/local.ts";
import { serveWeb } from "./platforms/web.ts";
import { serveOperations } from "./platforms/web-operations.ts";
import { startEmbedded } from "./presets/embedded.ts";
import { startProduction } from "./presets/production.ts";
import type { Service } from "./service.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { startTracing } from "./telemetry/tracing.ts";

const ROLES = ["all", "intake", "worker"] as const;
type Role = (typeof ROLES)[number];

class UsageError extends Error {}

function readRole(word: string | undefined, config: Config): Role {
  const role = ROLES.find((known) => known === (word ?? "all"));
  if (role === undefined)
    throw new UsageError(`There is no part "${word}"; start intake, worker, or neither for both.`);
  if (role !== "all" && config.servers === null) {
    throw new UsageError(`The ${role} alone needs DATABASE_URL and REDIS_URL, where it meets the other processes.`);
  }
  return role;
}

async function start(
  role: Role,
  config: Config,
  log: Log,
): Promise<{ url: string; service: Service; close(): Promise<void> }> {
  const page = role === "worker" ? null : createLocalPlatform("web", config.web);
  // Cards from the command line wait in the same shop and are pressed on the page too.
  const platforms = page === null ? [] : [page, createLocalPlatform("terminal", config.web)];
  const { servers } = config;
  const service =
    servers === null
      ? await startEmbedded(config, { platforms, log })
      : await startProduction(config, servers, { local: page === null ? [] : [page], works: role !== "intake", log });
  const server = await (page === null ? serveOperations(service) : serveWeb(service, page)).catch(async (error) => {
    await service.close();
    throw error;
  });
  return { url: server.url, service, close: async () => void (await Promise.all([server.close(), service.close()])) };
}

function openingWords(role: Role, config: Config, { url, service }: { url: string; service: Service }): string {
  if (role === "worker") return `A worker of Tillhand is at work; its health is at ${url}/health.`;
  const planner =
    config.modelApi === null
      ? "The built-in planner writes the plans (set OPENAI_API_KEY or OPENAI_BASE_URL for a model)."
      : `${service.model.name} writes the plans.`;
  return `Tillhand is open at ${url}. ${role === "intake" ? "Workers answer." : planner}`;
}

try {
  const config = readConfig();
  const role = readRole(process.argv[2], config);
  const log = createLog(config.logLevel);
  const tracing = await startTracing(config.tracing, log);
  if (config.servers === null) {
    process.stderr.write(`Opening the shop in ${config.dataDir}; the first time takes some seconds.\n`);
  }
  const running = await start(role, config, log);

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // Whatever hangs, an orchestrator would kill soon; what is cut off here is worked again by the next process.
    setTimeout(() => {
      log.error("stopping took too long; what was under way is left to the next process");
      process.exit(1);
    }, config.drainMs).unref();
    running
      .close()
      .then(() => tracing.close())
      .then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Whoever reads this may tell it to stop at once.
  process.stdout.write(`${openingWords(role, config, running)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : explain(error)}\n`);
  process.exit(1);
}
