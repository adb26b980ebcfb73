// A run's transaction in, what the plan may call in it out, and afterwards all that the run did. Calls are served one
// after the other, however the plan fires them: there is one connection.
import type { Transaction } from "../database/database.ts";
import type { Json } from "../json.ts";
import { operations } from "../operations/catalog.ts";
import { OperationError } from "../operations/operation.ts";
import { type ReaderMethod, read, readerMethods } from "../operations/readers.ts";
import { type TableDescription, tables } from "../operations/tables.ts";
import { mayCall } from "../policy.ts";
import type { Role } from "../requester.ts";
import type { HostCall, HostError, HostResult } from "../sandbox/sandbox.ts";
import { type AppliedFor, changesetOf, type Effects, startApplication } from "./apply-calls.ts";
import { type Changeset, EMPTY_CHANGESET } from "./changeset.ts";

export interface HostCallRecord {
  name: string;
  args: Json;
  result: HostResult;
  /** What a write recorded; null for reads and for what was refused. */
  effects: Effects | null;
  ms: number;
}

/** What a run did, once nothing more can be called. */
export interface RunRecord {
  /** Empty as soon as one write was refused, even if the plan caught the error. */
  changeset: Changeset;
  hostCalls: HostCallRecord[];
  failedWrite: HostError | null;
}

export interface Host {
  /** The dotted names that exist for this requester. */
  calls: string[];
  onCall: HostCall;
  /** Closes the door, waits for the calls inside, and rejects with the first error that was not the plan's doing. */
  finish(): Promise<RunRecord>;
}

type Offered =
  | { kind: "read"; table: TableDescription; method: ReaderMethod }
  | { kind: "operation"; name: string; isWrite: boolean };

type Served = Pick<HostCallRecord, "result" | "effects">;

const CLOSED: HostError = { code: "CLOSED", message: "The run is over.", facts: {} };
const UNAVAILABLE: HostError = { code: "UNAVAILABLE", message: "The shop cannot be reached just now.", facts: {} };

export function createHost(tx: Transaction, appliedFor: AppliedFor, limits: { rowsPerRead: number }): Host {
  const { requester } = appliedFor;
  const offered = offeredTo(requester.role);
  const application = startApplication(tx, appliedFor);
  const hostCalls: HostCallRecord[] = [];
  let broken: { error: unknown } | null = null;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function serve(name: string, args: Json): Promise<Served> {
    const call = offered.get(name);
    if (call === undefined) return refused(notAllowed(name, requester.role));
    if (broken !== null) return refused(UNAVAILABLE);
    try {
      if (call.kind === "operation") {
        const { result, effects } = await application.apply({ name: call.name, args });
        const value = typeof result === "number" || Array.isArray(result) ? result : { ...result };
        return { result: { ok: true, value }, effects };
      }
      const value = await read(tx, requester, call.table, call.method, args, limits.rowsPerRead);
      return { result: { ok: true, value }, effects: null };
    } catch (error) {
      if (!(error instanceof OperationError)) {
        // The transaction is lost now; whatever the plan makes of it, the run ends as a broken world.
        broken = { error };
        return refused(UNAVAILABLE);
      }
      return refused({ code: error.code, message: error.message, facts: error.facts });
    }
  }

  return {
    calls: [...offered.keys()],
    onCall(name, args, isWanted = () => true) {
      if (isClosed) return Promise.resolve({ ok: false, error: CLOSED });
      const mine = last.then(async (): Promise<HostResult> => {
        // A plan that was ended leaves what it had queued; the transaction must not stay open for that.
        if (!isWanted()) return { ok: false, error: CLOSED };
        const startedAt = performance.now();
        const { result, effects } = await serve(name, args);
        hostCalls.push({ name, args, result, effects, ms: performance.now() - startedAt });
        return result;
      });
      last = mine;
      return mine;
    },
    async finish() {
      isClosed = true;
      await last;
      if (broken !== null) throw broken.error;
      return runRecordOf(requester.role, hostCalls);
    },
  };
}

/** All that a run did, from its calls alone: a stored run that is worked again goes through here too. */
export function runRecordOf(role: Role, hostCalls: HostCallRecord[]): RunRecord {
  const offered = offeredTo(role);
  const applied = hostCalls.flatMap(({ name, args, effects }) => {
    const call = offered.get(name);
    return effects === null || call?.kind !== "operation" ? [] : [{ name: call.name, args, effects }];
  });
  const failedWrite = hostCalls.flatMap(({ name, result }) => {
    const call = offered.get(name);
    return !result.ok && call?.kind === "operation" && call.isWrite ? [result.error] : [];
  })[0];
  const changeset = failedWrite === undefined ? changesetOf(applied) : EMPTY_CHANGESET;
  return { changeset, hostCalls, failedWrite: failedWrite ?? null };
}

/** The dotted names that exist for a role. */
export function callsOfferedTo(role: Role): string[] {
  return [...offeredTo(role).keys()];
}

function refused(error: HostError): Served {
  return { result: { ok: false, error }, effects: null };
}

function notAllowed(name: string, role: Role): HostError {
  return { code: "NOT_ALLOWED", message: `${name} is not open to this requester (${role}).`, facts: {} };
}

function offeredTo(role: Role): Map<string, Offered> {
  const served = new Map<string, Offered>();
  for (const table of tables) {
    if (!table.roles.includes(role)) continue;
    for (const method of readerMethods) served.set(`db.${table.name}.${method}`, { kind: "read", table, method });
  }
  for (const operation of operations) {
    if (!mayCall(role, operation)) continue;
    const { name, approval } = operation;
    served.set(`shop.${name}`, { kind: "operation", name, isWrite: approval !== "none" });
  }
  return served;
}
