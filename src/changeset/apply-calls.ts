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

export interface Application {
  /** Rejects with an `OperationError` for an expected refusal; what the calls before it did stays. */
  apply(call: OperationCall): Promise<Result>;
  changeset(): Changeset;
}

export function startApplication(tx: Transaction, { requester, now, runId }: AppliedFor): Application {
  const calls: OperationCall[] = [];
  const noted: Change[] = [];
  const terms: Terms[] = [];
  const remarks: string[] = [];
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
    record: (change) => void noted.push(change),
    agree: (agreed) => void terms.push(agreed),
    remark: (text) => void (remarks.includes(text) || remarks.push(text)),
    openOrders: new Map(),
  };
  return {
    async apply(call) {
      const operation = operationNamed(call.name);
      if (operation === null || !mayCall(requester.role, operation)) {
        throw new OperationError("NOT_ALLOWED", `shop.${call.name} is not open to this requester (${requester.role}).`);
      }
      const result = await operation.apply(context, call.args);
      if (operation.approval !== "none") calls.push(call);
      return result;
    },
    changeset: () => ({ calls, changes: foldChanges(noted), terms, remarks, digest: digestOf(terms) }),
  };
}
