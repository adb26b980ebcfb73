// A stored run in; the same run worked again, without a model and without the shop's tables, and how it compares with
// what was stored, out. What the shop answered comes from the record, so it does not matter how far the shop has moved on.
import { type LoopOutcome, runLoop } from "../agent/loop.ts";
import { type DryRun, dataOf, dryRunOf } from "../changeset/dry-run.ts";
import { callsOfferedTo, runRecordOf } from "../changeset/host.ts";
import { createCharts } from "../chart/create-charts.ts";
import type { Config } from "../config.ts";
import type { ReplayBasis, StoredAttempt, StoredRun } from "../run-detail.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { toldOf, unlessUnlinked } from "../worker/told.ts";
import { compareRun, type Difference, type ReplayedAttempt } from "./compare-run.ts";
import { NO_BASIS, nothingToReplay } from "./nothing-to-replay.ts";
import { serveRecorded } from "./recorded-calls.ts";
import { attemptsOf, createStoredReplies } from "./stored-replies.ts";

export type Replayed =
  | { kind: "identical" }
  | { kind: "different"; differences: Difference[] }
  | { kind: "nothing"; why: string };

const REPLAY_LIMITS = {
  /** All attempts together; no model is waited for. */
  wallMs: 120_000,
  unrecordedMs: 250,
  unrecordedLookMs: 10,
};

interface ReplayParts {
  sandbox: Sandbox;
  config: Pick<Config, "request" | "sandbox" | "chart">;
}

/** Rejects only when the world is broken. */
export async function replayRun(run: StoredRun, parts: ReplayParts): Promise<Replayed> {
  const why = nothingToReplay(run);
  if (run.basis === null || why !== null) return { kind: "nothing", why: why ?? NO_BASIS };
  const { outcome, attempts } = await workAgain(run, run.basis, parts);
  const { requester, notRead, ticketId, task } = run.basis;
  const request = { requester, notRead, text: task.user_request };
  const ticket = ticketId === null ? null : { table: "tickets" as const, key: ticketId, before: null, after: null };
  const ended = unlessUnlinked(requester, outcome);
  const told = toldOf(ended, request, run.runId, ticket);
  const differences = compareRun(run, { outcome: ended, told, attempts });
  return differences.length === 0 ? { kind: "identical" } : { kind: "different", differences };
}

async function workAgain(
  run: StoredRun,
  { task }: ReplayBasis,
  { sandbox, config }: ReplayParts,
): Promise<{ outcome: LoopOutcome; attempts: ReplayedAttempt[] }> {
  const attempts: ReplayedAttempt[] = [];
  const dryRun = async (code: string): Promise<DryRun> => {
    const current = attempts.at(-1);
    const stored = run.attemptList[attempts.length - 1];
    const calls = serveRecorded(stored?.hostCalls ?? [], patienceWith(stored, config));
    if (current !== undefined) current.made = calls.made;
    const { role } = task.requester;
    const data = dataOf(task);
    const outcome = await sandbox.run({ code, data, calls: callsOfferedTo(role), onCall: calls.onCall });
    return dryRunOf(runRecordOf(role, calls.served), outcome);
  };
  const outcome = await runLoop(task, [], {
    model: createStoredReplies(run),
    dryRun,
    drawChart: createCharts(config.chart),
    onStage: () => {},
    onAttempt: (attempt) => void attempts.push({ attempt, made: [] }),
    // What ended the run then is in the record: how many replies there were.
    limits: {
      ...config.request,
      attempts: attemptsOf(run),
      wallMs: REPLAY_LIMITS.wallMs,
      tokens: Number.POSITIVE_INFINITY,
      usd: Number.POSITIVE_INFINITY,
    },
    signal: new AbortController().signal,
  });
  return { outcome, attempts };
}

/** A plan that was ended from outside may come further this time than it came then. */
function patienceWith(stored: StoredAttempt | undefined, { sandbox }: ReplayParts["config"]) {
  const wasEnded = ["TIMEOUT", "MEMORY", "LIMIT"].includes(stored?.failure?.code ?? "");
  const longestMs = 2 * sandbox.wallMs + sandbox.graceMs;
  return wasEnded ? { ...REPLAY_LIMITS, unrecordedMs: longestMs } : REPLAY_LIMITS;
}
