// `npm run ask`: one message through the whole road in the embedded shop.
import { parseArgs } from "node:util";
import { writePrompt } from "../agent/prompt.ts";
import { createStoreReader } from "../agent/store-now.ts";
import { readConfig } from "../config.ts";
import { createLocalPlatform } from "../platforms/local.ts";
import { openSeeded, startEmbedded } from "../presets/embedded.ts";
import { createLog } from "../telemetry/log.ts";
import { runCommand, UsageError } from "./command.ts";
import { findPlace, printWalked, ROAD_FLAGS, type RoadValues, readPerson, walkRoad } from "./road.ts";

const USAGE =
  'npm run --silent ask -- [--role customer|staff|admin] [--customer ID] [--conversation ID] [--confirm] [--approve] [--json] [--print-prompt] "text"';

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    options: { ...ROAD_FLAGS, "print-prompt": { type: "boolean" } },
    allowPositionals: true,
  });
  const [text] = positionals;
  if (text === undefined || text.trim() === "") throw new UsageError("Say what to ask, in quotes.");
  if (positionals.length > 1) throw new UsageError("Put the text into quotes: it came as several words.");
  return values["print-prompt"] === true ? printPrompt(text, values) : ask(text, values);
});

async function ask(text: string, values: RoadValues & { json?: boolean | undefined }): Promise<"done" | "failed"> {
  const config = readConfig();
  // The conversation decides which platform's replies are waited for, and it is in the database.
  const database = await openSeeded(config);
  const { platform: name, place } = await findPlace({ database }, values.conversation);
  const platform = createLocalPlatform(name);
  const service = await startEmbedded(config, {
    database,
    platforms: [platform],
    log: createLog(quiet(config.logLevel)),
  });
  try {
    const author = await readPerson(service, values);
    const buttons = { confirm: values.confirm === true, approve: values.approve === true };
    return printWalked(await walkRoad(service, platform, { place, author, text }, buttons), values.json === true);
  } finally {
    await service.close();
  }
}

async function printPrompt(text: string, values: RoadValues): Promise<"done"> {
  const database = await openSeeded(readConfig());
  try {
    const { person: _, ...requester } = await readPerson({ database }, values);
    const request = { user_request: text, history: [], requester, now: new Date().toISOString(), pending: null };
    const turns = writePrompt(request, await createStoreReader(database.client)(requester));
    process.stdout.write(`${turns.map((turn) => turn.text).join("\n")}\n`);
    return "done";
  } finally {
    await database.close();
  }
}

/** On the command line the answer is the point; the log speaks up only when something is wrong. */
function quiet(level: string): string {
  return level === "info" ? "warn" : level;
}
