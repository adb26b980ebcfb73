// `npm run ask`: one message through the whole road in the embedded shop.
import { parseArgs } from "node:util";
import { writePrompt } from "../agent/prompt.ts";
import { createStoreReader } from "../agent/store-now.ts";
import { readConfig } from "../config.ts";
import { openSeeded } from "../presets/embedded.ts";
import { runCommand, UsageError } from "./command.ts";
import { ROAD_FLAGS, type RoadValues, readPerson, walkOnce } from "./road.ts";

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
  return values["print-prompt"] === true ? printPrompt(text, values) : walkOnce(readConfig(), values, text, {});
});

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
