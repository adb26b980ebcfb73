// `npm run trace -- RUN_ID`: a stored run, as text for people or with --json whole.
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import type { RunDetail } from "../report.ts";
import { readDetail } from "../run-detail.ts";
import { runCommand, UsageError } from "./command.ts";
import { openDatabase } from "./open-database.ts";

await runCommand("npm run --silent trace -- RUN_ID [--json]", async () => {
  const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
  const [runId, ...more] = positionals;
  if (runId === undefined || more.length > 0) throw new UsageError("Name one run, such as run_7f3k2m9x4q1a.");
  const database = await openDatabase(readConfig());
  try {
    const run = await readDetail(database.client, runId);
    if (run === null) throw new UsageError(`There is no run ${runId}; each answer of \`ask --json\` names its own.`);
    process.stdout.write(values.json === true ? `${JSON.stringify(run)}\n` : `${inWords(run).join("\n")}\n`);
    return "done";
  } finally {
    await database.close();
  }
});

function inWords(run: RunDetail): string[] {
  const { usage, requester } = run;
  const attempts = run.attemptList.flatMap((attempt) => [
    "",
    `Attempt ${attempt.number}${attempt.failure === null ? "" : `: ${attempt.failure.code}, ${attempt.failure.message}`}`,
    ...(attempt.code ?? attempt.reply).split("\n").map((line, index) => `${String(index + 1).padStart(4)}  ${line}`),
    ...attempt.hostCalls.map(
      (call) =>
        `  ${call.name}(${JSON.stringify(call.args)}) → ${JSON.stringify(call.result)} in ${call.ms.toFixed(1)} ms`,
    ),
    ...attempt.log.map((line) => `  ${line}`),
  ]);
  return [
    `${run.runId}: ${run.status}, ${run.action}, ${run.attempts} attempt(s), planned by ${run.model} with prompt ${run.promptVersion}`,
    `${requester.name} (${requester.role}) on ${run.createdAt}: ${run.request}`,
    `Answer: ${run.answerText}`,
    ...run.warnings.map((warning) => `Noted: ${warning}`),
    ...attempts,
    "",
    ...run.changes.map(
      (change) => `${change.table} ${change.key}: ${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`,
    ),
    run.approval === null ? "Nothing to approve." : `Approval ${run.approval.id}: ${run.approval.state}`,
    `Stages: ${run.stages.map((mark) => `${mark.stage} at ${mark.atMs} ms`).join(", ")}`,
    `Tokens: ${usage.promptTokens} in, ${usage.completionTokens} out, $${usage.costUsd.toFixed(4)}`,
  ];
}
