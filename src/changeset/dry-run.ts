// A plan and who asks in, what it answered and would change out. It runs for real inside one transaction that is always
// taken back.
import pLimit from "p-limit";
import type { Database } from "../database/database.ts";
import type { PlanRequest } from "../model/model.ts";
import type { PlanJob, PlanOutcome, Sandbox } from "../sandbox/sandbox.ts";
import { EMPTY_CHANGESET } from "./changeset.ts";
import { createHost, type RunRecord } from "./host.ts";

export interface DryRun extends RunRecord {
  outcome: PlanOutcome;
}

export type DryRunPlan = (input: { code: string; request: PlanRequest; runId: string; now: Date }) => Promise<DryRun>;

/**
 * Rejects only when the world is broken. The transaction is open while the sandbox runs, so `timeoutMs` of the database
 * must exceed the sandbox's wall limit several times, and it begins only when a process will be free soon.
 */
export function createDryRun(parts: {
  database: Database;
  sandbox: Sandbox;
  limits: { rowsPerRead: number; processes: number };
}): DryRunPlan {
  const { database, sandbox, limits } = parts;
  // As many again stand ready with their transaction, so that no process waits for one.
  const inTurn = pLimit(limits.processes * 2);
  const run: DryRunPlan = ({ code, request, runId, now: startedAt }) =>
    database.rehearse(async (tx) => {
      const host = createHost(tx, { requester: request.requester, now: startedAt, runId }, limits);
      const outcome = await sandbox.run({
        code,
        data: dataOf(request),
        calls: host.calls,
        onCall: host.onCall,
      });
      return dryRunOf(await host.finish(), outcome);
    });
  return (input) => inTurn(() => run(input));
}

/** What a plan is told. */
export function dataOf({ user_request, history, requester, now, pending: still_open }: PlanRequest): PlanJob["data"] {
  return { user_request, history, requester: { ...requester }, now, still_open };
}

/** A plan that did not reach its end has no changes. */
export function dryRunOf(record: RunRecord, outcome: PlanOutcome): DryRun {
  const changeset = outcome.kind === "finished" ? record.changeset : EMPTY_CHANGESET;
  return { ...record, changeset, outcome };
}
