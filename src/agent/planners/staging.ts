// Calls that come in several goes in, their results and what all of them together would change out.
//
// No transaction is held while the model thinks: a turn of it takes seconds, one PGlite has one connection, and on a server
// an open dry run keeps the till from everybody else (docs/decisions/014). So each go works again, in a short transaction
// of its own, all changes that are staged so far, and takes the results of the new calls from behind them. Reads are not
// worked again: they change nothing.

import type { AppliedFor } from "../../changeset/apply-calls.ts";
import { EMPTY_CHANGESET } from "../../changeset/changeset.ts";
import type { HostCallRecord, RunRecord } from "../../changeset/host.ts";
import type { NamedCall, RehearseCalls } from "../../changeset/rehearse-calls.ts";
import type { HostError, HostResult } from "../../sandbox/sandbox.ts";

export interface Staging {
  /** `refused`: the change that was, by which nothing is staged any more. */
  apply(calls: NamedCall[]): Promise<{ results: HostResult[]; refused: HostError | null }>;
  /** Every call with what it gave when it was made; the changes of those that still count. */
  record(): RunRecord;
}

export function startStaging(rehearseCalls: RehearseCalls, appliedFor: AppliedFor): Staging {
  let staged: NamedCall[] = [];
  let made: HostCallRecord[] = [];
  let changeset = EMPTY_CHANGESET;
  let failedWrite: HostError | null = null;

  return {
    apply: async (calls) => {
      const record = await rehearseCalls({ ...appliedFor, calls: [...staged, ...calls] });
      const latest = record.hostCalls.slice(staged.length);
      const results = latest.map(({ result }) => result);
      if (record.failedWrite !== null) {
        // Also where a neighbour took what was staged before: the model hears of it and begins anew.
        staged = [];
        made = [...made, ...latest].map((call) => ({ ...call, effects: null }));
        changeset = EMPTY_CHANGESET;
        failedWrite = record.failedWrite;
        return { results, refused: failedWrite };
      }
      const changes = latest.filter(({ effects }) => effects !== null).map(({ name, args }) => ({ name, args }));
      staged = [...staged, ...changes];
      made = [...made, ...latest];
      changeset = record.changeset;
      // What was staged after a refusal is meant.
      if (changes.length > 0) failedWrite = null;
      return { results, refused: null };
    },
    record: () => ({ changeset, hostCalls: made, failedWrite }),
  };
}
