// `npm run plan`: the whole road with a given plan in place of the model's, or only the sandbox.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createDryRun } from "../changeset/dry-run.ts";
import { type Config, readConfig } from "../config.ts";
import { createGivenPlan } from "../model/given-plan.ts";
import { openSeeded } from "../presets/embedded.ts";
import { newId } from "../records/id.ts";
import { createSandbox } from "../sandbox/pool.ts";
import type { PlanOutcome } from "../sandbox/sandbox.ts";
import { runCommand, UsageError } from "./command.ts";
import { ROAD_FLAGS, type RoadValues, readPerson, walkOnce } from "./road.ts";

const USAGE =
  'npm run --silent plan -- --file PLAN.js --request "text" [--role customer|staff|admin] [--customer ID] [--conversation ID] [--confirm] [--approve] [--json], or with --sandbox-only several --file';

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      ...ROAD_FLAGS,
      file: { type: "string", multiple: true },
      request: { type: "string" },
      "sandbox-only": { type: "boolean" },
    },
  });
  const files = values.file ?? [];
  const plans = await Promise.all(files.map(readPlan));
  if (plans.length === 0) throw new UsageError("Name the plan's file with --file.");
  if (values["sandbox-only"] === true) return runInSandbox(plans, values, values.request ?? "");
  const [code, ...more] = plans;
  if (code === undefined || more.length > 0) throw new UsageError("Several --file need --sandbox-only.");
  if (values.request === undefined) throw new UsageError("Say what the plan answers with --request.");
  return runOnRoad(code, values.request, values);
});

async function readPlan(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new UsageError(`The plan ${file} cannot be read; check the path.`);
  }
}

/** One attempt, no repair, and no ticket for staff: whoever wrote the plan is at the keyboard. */
function runOnRoad(code: string, text: string, values: RoadValues & { json?: boolean | undefined }) {
  const config = readConfig();
  const once = { ...config, request: { ...config.request, attempts: 1 } };
  return walkOnce(once, values, text, { model: createGivenPlan(code), handsOver: false });
}

/** No validation and nothing stored: only how each plan ends, one line of JSON each. */
async function runInSandbox(plans: string[], values: RoadValues, text: string): Promise<"done"> {
  const config: Config = readConfig();
  const database = await openSeeded(config);
  const sandbox = createSandbox(config.sandbox);
  try {
    const dryRun = createDryRun({ database, sandbox, limits: config.sandbox });
    const { person: _, ...requester } = await readPerson({ database }, values);
    for (const code of plans) {
      const now = new Date();
      const request = { user_request: text, history: [], requester, now: now.toISOString(), pending: null };
      const { outcome } = await dryRun({ code, request, runId: newId("run"), now });
      process.stdout.write(`${JSON.stringify(outcomeLine(outcome))}\n`);
    }
    return "done";
  } finally {
    await sandbox.close();
    await database.close();
  }
}

function outcomeLine(outcome: PlanOutcome) {
  const { log, ms } = outcome;
  if (outcome.kind === "failed") {
    const { code, message, line } = outcome.error;
    const error = { code, message, ...(line === undefined ? {} : { line }) };
    return { outcome: `error:${code.toLowerCase()}`, answer: null, error, log, ms: Math.round(ms) };
  }
  const answer = outcome.answer.answer_text;
  return { outcome: "ok", answer: typeof answer === "string" ? answer : null, error: null, log, ms: Math.round(ms) };
}
