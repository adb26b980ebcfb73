// `npm start`: the service with the web page, until it is told to stop; with the word "intake" or "worker" only that half
// of it. The only file that ends the process or listens for signals.
import { UsageError } from "./cli/command.ts";
import { type Config, readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { showCode } from "./mail.ts";
import type { Ear } from "./platforms/chat.ts";
import { createLocalPlatform } from "./platforms/local.ts";
import { serveWeb } from "./platforms/web.ts";
import { serveOperations } from "./platforms/web-operations.ts";
import { type ChatService, listenToChats } from "./presets/chats.ts";
import { startEmbedded } from "./presets/embedded.ts";
import { startProduction } from "./presets/production.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { startTracing, type Tracing } from "./telemetry/tracing.ts";

const PARTS = ["all", "intake", "worker"] as const;
type Part = (typeof PARTS)[number];

function readPart(word: string | undefined, config: Config): Part {
  const part = PARTS.find((known) => known === (word ?? "all"));
  if (part === undefined)
    throw new UsageError(`There is no part "${word}"; start intake, worker, or neither for both.`);
  if (part !== "all" && config.servers === null) {
    throw new UsageError(`The ${part} alone needs DATABASE_URL and REDIS_URL, where it meets the other processes.`);
  }
  return part;
}

async function start(
  part: Part,
  config: Config,
  log: Log,
): Promise<{ url: string; service: ChatService; close(): Promise<void> }> {
  const page = part === "worker" ? null : createLocalPlatform("web", config.web);
  // Cards from the command line wait in the same shop and are pressed on the page too.
  const platforms = page === null ? [] : [page, createLocalPlatform("terminal", config.web)];
  const { servers } = config;
  const service =
    servers === null
      ? await startEmbedded(config, { platforms, chats: true, log })
      : await startProduction(config, servers, { local: page === null ? [] : [page], works: part !== "intake", log });
  const ears: Ear[] = [];
  try {
    // On one machine, whoever runs the service reads there the codes that no mail server sends.
    const showMail = servers === null ? showCode((line) => process.stderr.write(line)) : null;
    if (part !== "worker") ears.push(...(await listenToChats(service, showMail)));
    const server = await (page === null ? serveOperations(service) : serveWeb(service, page, ears));
    // First nothing new comes in; what is under way still has its ways out.
    const close = async () => {
      await Promise.all([server.close(), ...ears.map((ear) => ear.close())]);
      await service.close();
    };
    return { url: server.url, service, close };
  } catch (error) {
    await Promise.all(ears.map((ear) => ear.close()));
    await service.close();
    throw error;
  }
}

const PLACES: { [platform: string]: string } = { slack: "Slack", discord: "Discord" };

function openingWords(part: Part, config: Config, { url, service }: { url: string; service: ChatService }): string {
  if (part === "worker") return `A worker of Tillhand is at work; its health is at ${url}/health.`;
  const planner =
    config.modelApi === null
      ? "The built-in planner writes the plans (set OPENAI_API_KEY or OPENAI_BASE_URL for a model)."
      : `${service.model.name} writes the plans.`;
  const places = service.chats.map(({ platform }) => PLACES[platform.name] ?? platform.name);
  const listens = places.length === 0 ? "" : ` It listens on ${places.join(" and ")}.`;
  return `Tillhand is open at ${url}.${listens} ${part === "intake" ? "Workers answer." : planner}`;
}

let tracing: Tracing | null = null;
try {
  const config = readConfig();
  const part = readPart(process.argv[2], config);
  const log = createLog(config.logLevel);
  tracing = await startTracing(config.tracing, log);
  if (config.servers === null) {
    process.stderr.write(`Opening the shop in ${config.dataDir}; the first time takes some seconds.\n`);
  }
  const running = await start(part, config, log);

  log.info({ part, pid: process.pid }, "started");

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    log.info("stopping: what is under way is put down");
    // Whatever hangs, an orchestrator would kill soon; what is cut off here is worked again by the next process.
    setTimeout(() => {
      log.error("stopping took too long; what was under way is left to the next process");
      process.kill(process.pid, "SIGKILL");
    }, config.drainMs).unref();
    running
      .close()
      .then(() => tracing?.close())
      .then(
        () => log.info("stopped"),
        (error) => {
          log.error({ err: error }, "stopping failed");
          process.exitCode = 1;
        },
      );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Whoever reads this may tell it to stop at once.
  process.stdout.write(`${openingWords(part, config, running)}\n`);
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(`${isUsage ? error.message : explain(error)}\n`);
  // Not process.exit(): it waits for V8's own threads, and one of those may wait for this one.
  process.exitCode = isUsage ? 2 : 1;
  await tracing?.close();
}
