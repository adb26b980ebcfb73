// `npm run trace -- RUN_ID`: a stored run, as text for people or with --json whole; with --replay worked again, and with
// --save-case made a case of the evaluation.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { CASE_NAME, NAME_RULE, saveCase } from "../evaluation/save-case/save-case.ts";
import { replayRun } from "../replay/replay-run.ts";
import { parseRunFile } from "../replay/run-file.ts";
import { readDetail, type StoredRun } from "../run-detail.ts";
import { createSandbox } from "../sandbox/pool.ts";
import { runCommand, UsageError } from "./command.ts";
import { openDatabase } from "./open-database.ts";
import { replayInWords, runInWords, savedInWords } from "./run-words.ts";

const USAGE =
  "npm run --silent trace -- RUN_ID [--json], RUN_ID --replay [--json], or RUN_ID --save-case NAME [--to DIR] [--json]; the first two also with --file RUN.json for RUN_ID";
const CASES = "evaluation/traces";

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: "boolean" },
      replay: { type: "boolean" },
      file: { type: "string" },
      "save-case": { type: "string" },
      to: { type: "string" },
    },
    allowPositionals: true,
  });
  const asJson = values.json === true;
  const name = values["save-case"];
  if (values.to !== undefined && name === undefined) throw new UsageError("--to says where --save-case writes to.");
  if (name !== undefined) {
    if (values.file !== undefined) throw new UsageError("--save-case needs the run's own shop: name its RUN_ID.");
    if (values.replay === true) throw new UsageError("Use --replay or --save-case, not both.");
    if (!CASE_NAME.test(name)) throw new UsageError(`"${name}" is no name for a case: ${NAME_RULE}.`);
    return save(runIdIn(positionals), name, values.to ?? CASES, asJson);
  }
  const run =
    values.file === undefined ? await readRun(runIdIn(positionals)) : await readRunFile(values.file, positionals);
  if (values.replay === true) return replay(run, asJson);
  print(asJson, run, () => runInWords(run));
  return "done";
});

function runIdIn(positionals: string[]): string {
  const [runId, ...more] = positionals;
  if (runId === undefined || more.length > 0) throw new UsageError("Name one run, such as run_7f3k2m9x4q1a.");
  return runId;
}

async function readRun(runId: string): Promise<StoredRun> {
  const database = await openDatabase(readConfig());
  try {
    return await findRun(database, runId);
  } finally {
    await database.close();
  }
}

async function findRun({ client }: Database, runId: string): Promise<StoredRun> {
  const run = await readDetail(client, runId);
  if (run === null) throw new UsageError(`There is no run ${runId}; each answer of \`ask --json\` names its own.`);
  return run;
}

async function readRunFile(file: string, positionals: string[]): Promise<StoredRun> {
  if (positionals.length > 0) throw new UsageError("Name a run or a --file, not both.");
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`The run's file ${file} cannot be read; check the path.`);
  });
  const parsed = parseRunFile(text);
  if (parsed.kind === "run") return parsed.run;
  throw new UsageError(`${file} holds no run as \`trace --json\` prints one: ${parsed.why}.`);
}

async function replay(run: StoredRun, asJson: boolean): Promise<"done" | "failed"> {
  const config = readConfig();
  const sandbox = createSandbox(config.sandbox);
  try {
    const replayed = await replayRun(run, { sandbox, config });
    print(asJson, { runId: run.runId, ...replayed }, () => replayInWords(run, replayed));
    return replayed.kind === "different" ? "failed" : "done";
  } finally {
    await sandbox.close();
  }
}

async function save(runId: string, name: string, folder: string, asJson: boolean): Promise<"done" | "failed"> {
  const config = readConfig();
  const database = await openDatabase(config);
  const sandbox = createSandbox(config.sandbox);
  try {
    const run = await findRun(database, runId);
    const saved = await saveCase({ run, name, folder }, { database, config, sandbox });
    print(asJson, { runId, ...saved }, () => savedInWords(runId, saved));
    return saved.kind === "saved" ? "done" : "failed";
  } finally {
    await sandbox.close();
    await database.close();
  }
}

function print(asJson: boolean, value: object, words: () => string[]): void {
  process.stdout.write(asJson ? `${JSON.stringify(value)}\n` : `${words().join("\n")}\n`);
}
