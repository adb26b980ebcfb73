// A requester and the store as it stands in, the same store with all rows that they may see out, and the reads by which
// these were had.
import type { AppliedFor } from "../../changeset/apply-calls.ts";
import { callsOfferedTo, type HostCallRecord } from "../../changeset/host.ts";
import type { RehearseCalls } from "../../changeset/rehearse-calls.ts";
import type { Json } from "../../json.ts";
import { isObject } from "../../operations/refuse.ts";
import { tables } from "../../operations/tables.ts";
import type { StoreNow } from "../store-now.ts";

export interface PastedRows {
  store: StoreNow;
  hostCalls: HostCallRecord[];
  /** What the model is told of tables that are not there whole. */
  cut: string[];
}

/** Of a table that has more, the latest rows are given where rows have a time. A page is one read. */
const LIMITS = { rowsPerTable: 400, rowsPerPage: 100 };

export async function pasteRows(
  store: StoreNow,
  appliedFor: AppliedFor,
  rehearseCalls: RehearseCalls,
): Promise<PastedRows> {
  const offered = new Set(callsOfferedTo(appliedFor.requester.role));
  const names = tables.map(({ name }) => name).filter((name) => offered.has(`db.${name}.findMany`));
  const calls = names.flatMap((name) => pagesOf(name).map((args) => ({ name: `db.${name}.findMany`, args })));
  const { hostCalls } = await rehearseCalls({ ...appliedFor, calls });
  const pasted = store.tables.map((table) => {
    const reads = hostCalls.filter(({ name }) => name === `db.${table.name}.findMany`);
    return { ...table, samples: reads.flatMap(rowsOf) };
  });
  const cut = pasted.flatMap(({ name, samples, rowCount }) =>
    samples.length < rowCount
      ? [`Of ${name} only ${samples.length} rows are given, the latest where rows have a time.`]
      : [],
  );
  return { store: { tables: pasted }, hostCalls: hostCalls.filter((call) => rowsOf(call).length > 0), cut };
}

function pagesOf(name: string): Json[] {
  const isTimed = tables.some(
    (table) => table.name === name && table.fields.some((field) => field.name === "createdAt"),
  );
  return Array.from({ length: LIMITS.rowsPerTable / LIMITS.rowsPerPage }, (_, page) => ({
    take: LIMITS.rowsPerPage,
    skip: page * LIMITS.rowsPerPage,
    ...(isTimed ? { orderBy: { createdAt: "desc" } } : {}),
  }));
}

function rowsOf({ result }: HostCallRecord): { [field: string]: Json }[] {
  if (!result.ok || !Array.isArray(result.value)) throw new Error("A read of all rows gave none.");
  return result.value.filter(isObject);
}
