// A stored run, or what came of working it again, in; the lines that people read out.
import type { SavedCase } from "../evaluation/save-case/save-case.ts";
import type { Difference } from "../replay/compare-run.ts";
import type { Replayed } from "../replay/replay-run.ts";
import type { StoredRun } from "../run-detail.ts";

export function runInWords(run: StoredRun): string[] {
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

export function replayInWords(run: StoredRun, replayed: Replayed): string[] {
  switch (replayed.kind) {
    case "nothing":
      return [`${run.runId} has nothing to replay. ${replayed.why}`];
    case "identical":
      return [
        `${run.runId}, worked again without a model and without the shop's tables, is identical:`,
        ...factsOf(run).map(([name, fact]) => `  ${name.padEnd(11)} ${fact}`),
      ];
    case "different":
      return [
        `${run.runId}, worked again without a model and without the shop's tables, differs from what was stored:`,
        ...replayed.differences.flatMap(differenceInWords),
        ...(dependsOnMoment(run)
          ? ["A plan of it asks for the time or for chance (Date, Math.random), which the record does not hold."]
          : []),
      ];
  }
}

export function savedInWords(runId: string, saved: SavedCase): string[] {
  switch (saved.kind) {
    case "saved":
      return [
        `${runId} is a case now; it was walked and goes as the run went:`,
        ...saved.files.map((file) => `  ${file}`),
      ];
    case "impossible":
      return [`${runId} cannot be made a case. ${saved.why}`];
    case "different":
      return [
        `${runId} goes otherwise on a store of its own, so nothing was written:`,
        ...saved.differences.map((difference) => `  ${difference}`),
      ];
  }
}

function factsOf(run: StoredRun): [name: string, fact: string][] {
  const { calls, changes, digest } = run.changeset;
  const ends = run.attemptList.map(({ failure }) => failure?.code ?? "accepted");
  const made = run.attemptList.reduce((sum, { hostCalls }) => sum + hostCalls.length, 0);
  return [
    ["attempts", `${ends.length}: ${ends.join(", ")}`],
    ["host calls", `${made}, from the record`],
    ["answer", `${run.status}, ${run.action}, ${[...run.answerText].length} characters`],
    [
      "changeset",
      `${counted(calls.length, "call")}, ${counted(changes.length, "change")}, digest ${digest.slice(0, 16)}`,
    ],
  ];
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function differenceInWords({ place, was, is }: Difference): string[] {
  return [`  ${place}:`, `    was ${was}`, `    is  ${is}`];
}

function dependsOnMoment(run: StoredRun): boolean {
  return run.attemptList.some(({ code }) => /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b/.test(code ?? ""));
}
