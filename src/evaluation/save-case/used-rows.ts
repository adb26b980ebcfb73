// The runs of a talk in; which rows of the shop they rest on, and how those that they read stood before them, out.
import type { Json } from "../../json.ts";
import type { Row } from "../../operations/operation.ts";
import { tables } from "../../operations/tables.ts";
import type { StoredCall, StoredRun } from "../../run-detail.ts";

export const TABLES = ["inventory", "customers", "orders", "tickets", "transactions"] as const;
export type Table = (typeof TABLES)[number];

export interface UsedRows {
  keys: { [table in Table]: Set<string> };
  /** Of which rows that are not there matter too: counted, summed, searched, or looked into by an operation. */
  whole: Set<Table>;
  /** As plans saw them, by table and key: the truth of that moment, whatever became of the row. */
  seen: Map<string, Row>;
}

export function rowsUsedBy(runs: StoredRun[]): UsedRows {
  const used: UsedRows = {
    keys: {
      inventory: new Set(),
      customers: new Set(),
      orders: new Set(),
      tickets: new Set(),
      transactions: new Set(),
    },
    whole: new Set(),
    seen: new Map(),
  };
  // What an earlier run of the talk made real was not there before it.
  const committed = new Set<string>();
  for (const run of runs) {
    const { customerId } = run.requester;
    if (customerId !== null) used.keys.customers.add(String(customerId));
    for (const { hostCalls } of run.attemptList) {
      const touched = new Set(committed);
      for (const call of hostCalls) noteCall(used, call, touched);
    }
    for (const { table, key } of run.committedChanges ?? []) committed.add(rowName(table, key));
  }
  return used;
}

export function rowName(table: Table, key: string | number): string {
  return `${table} ${key}`;
}

function noteCall(used: UsedRows, call: StoredCall, touched: Set<string>): void {
  const [kind, name = "", method = ""] = call.name.split(".");
  if (kind === "db") {
    const table = TABLES.find((known) => known === name);
    if (table !== undefined) noteRead(used, { ...call, table, method }, touched);
    return;
  }
  noteWrite(used, name, call);
  for (const { table, key } of call.effects?.changes ?? []) touched.add(rowName(table, key));
}

function noteRead(
  used: UsedRows,
  { table, method, args, result }: StoredCall & { table: Table; method: string },
  touched: Set<string>,
): void {
  if (!result.ok) return;
  const found = [result.value].flat().filter(isRow);
  const isRows = method.startsWith("find");
  const asked = isRow(args) ? args : {};
  const where = isRow(asked.where ?? null) ? asked.where : null;
  const isSearch = isRow(where ?? null) && JSON.stringify(where).includes('"search"');
  const keyColumn = tables.find(({ name }) => name === table)?.key ?? "id";
  if (!isRows || found.length === 0 || isSearch || Number(asked.skip ?? 0) > 0) used.whole.add(table);
  if (!isRows) return;
  for (const row of found) {
    const key = row[keyColumn];
    if (typeof key !== "string" && typeof key !== "number") {
      used.whole.add(table);
      continue;
    }
    used.keys[table].add(String(key));
    const name = rowName(table, key);
    // The first look counts, and none after the run changed the row itself.
    if (!touched.has(name)) used.seen.set(name, { ...row, ...used.seen.get(name) });
  }
}

/** Operations that look at more than the rows they name. */
const LOOK_AROUND = new Set(["returnItem", "refund", "cancelOrder", "updateOrder", "correctTransaction", "undo"]);

const ARGUMENTS: [argument: string, table: Table][] = [
  ["itemId", "inventory"],
  ["orderId", "orders"],
  ["customerId", "customers"],
  ["ticketId", "tickets"],
  ["transactionId", "transactions"],
];

function noteWrite(used: UsedRows, operation: string, { args, effects }: StoredCall): void {
  for (const given of [args, ...(isRow(args) && Array.isArray(args.lines) ? args.lines : [])]) {
    if (!isRow(given)) continue;
    for (const [argument, table] of ARGUMENTS) {
      const key = given[argument];
      if (typeof key === "string" || typeof key === "number") used.keys[table].add(String(key));
    }
    if (typeof given.customerName === "string") used.whole.add("customers");
  }
  if (LOOK_AROUND.has(operation)) {
    used.whole.add("orders");
    used.whole.add("transactions");
  }
  for (const { table, key, before } of effects?.changes ?? []) if (before !== null) used.keys[table].add(String(key));
  for (const { customer, orderId } of effects?.terms ?? []) {
    if (customer !== null) used.keys.customers.add(String(customer.id));
    if (orderId !== null) used.keys.orders.add(String(orderId));
  }
}

function isRow(value: Json | undefined): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
