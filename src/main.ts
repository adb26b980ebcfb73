// `npm start`: the service with the web page, until it is told to stop. The only file that exits the process or
// listens for signals.
import { readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { createLocalPlatform } from "./platforms/local.ts";
import { serveWeb } from "./platforms/web.ts";
import { startEmbedded } from "./presets/embedded.ts";
import { createLog } from "./telemetry/log.ts";

try {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const platform = createLocalPlatform("web");
  process.stderr.write(`Opening the shop in ${config.dataDir}; the first time takes some seconds.\n`);
  const service = await startEmbedded(config, {
    // Cards from the command line wait in the same shop and are pressed on the page too.
    platforms: [platform, createLocalPlatform("terminal")],
    log,
  });
  const web = await serveWeb(service, platform).catch(async (error) => {
    await service.close();
    throw error;
  });
  const planner =
    config.modelApi === null
      ? "The built-in planner writes the plans (set OPENAI_API_KEY or OPENAI_BASE_URL for a model)."
      : `${service.model.name} writes the plans.`;
  process.stdout.write(`Tillhand is open at ${web.url}. ${planner}\n`);

  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    Promise.all([web.close(), service.close()]).then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
