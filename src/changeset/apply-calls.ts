// Operation calls in, their effects in a transaction and the changeset out. Dry run and commit both go through here, so
// they cannot differ.
import type { Transaction } from "../database/database.ts";
import { operationNamed } from "../operations/catalog.ts";
import {
  type Change,
  type OperationContext,
  OperationError,
  type Result,
  type Terms,
} from "../operations/operation.ts";
import { openTill, type Till } from "../operations/till.ts";
import { mayCall } from "../policy.ts";
import type { Requester } from "../requester.ts";
import { type Changeset, digestOf, type OperationCall } from "./changeset.ts";
import { foldChanges } from "./fold.ts";

/** For whom, when and under which run's name calls are applied. */
export interface AppliedFor {
  requester: Requester;
  now: Date;
  runId: string;
}

/** What one call recorded, as it noted it: rows that it touched twice stand there twice. */
export interface Effects {
  changes: Change[];
  terms: Terms[];
  remarks: string[];
}

export interface AppliedCall extends OperationCall {
  effects: Effects;
}

export interface Application {
  /**
   * Rejects with an `OperationError` for an expected refusal; what the calls before it did stays. `effects`: null for
   * operations that only read.
   */
  apply(call: OperationCall): Promise<{ result: Result; effects: Effects | null }>;
  changeset(): Changeset;
}

/** The only way in which effects become a changeset: while calls are applied, and when a stored run is worked again. */
export function changesetOf(applied: AppliedCall[]): Changeset {
  const terms = applied.flatMap(({ effects }) => effects.terms);
  return {
    calls: applied.map(({ name, args }) => ({ name, args })),
    changes: foldChanges(applied.flatMap(({ effects }) => effects.changes)),
    terms,
    remarks: [...new Set(applied.flatMap(({ effects }) => effects.remarks))],
    digest: digestOf(terms),
  };
}

export function startApplication(tx: Transaction, { requester, now, runId }: AppliedFor): Application {
  const applied: AppliedCall[] = [];
  // Of the call that is being applied: they come one after the other.
  let effects: Effects = { changes: [], terms: [], remarks: [] };
  let till: Promise<Till> | null = null;
  const context: OperationContext = {
    tx,
    requester,
    now,
    runId,
    till: () => {
      till ??= openTill(tx);
      return till;
    },
    record: (change) => void effects.changes.push(change),
    agree: (agreed) => void effects.terms.push(agreed),
    remark: (text) => void effects.remarks.push(text),
    openOrders: new Map(),
  };
  return {
    async apply(call) {
      const operation = operationNamed(call.name);
      if (operation === null || !mayCall(requester.role, operation)) {
        throw new OperationError("NOT_ALLOWED", `shop.${call.name} is not open to this requester (${requester.role}).`);
      }
      effects = { changes: [], terms: [], remarks: [] };
      const result = await operation.apply(context, call.args);
      if (operation.approval === "none") return { result, effects: null };
      applied.push({ ...call, effects });
      return { result, effects };
    },
    changeset: () => changesetOf(applied),
  };
}
