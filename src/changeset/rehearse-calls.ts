// Calls and who makes them in, what each gave and what all of them would change out: applied one after the other in one
// transaction that is taken back. For planners that write no code.
import type { Database } from "../database/database.ts";
import type { Json } from "../json.ts";
import type { AppliedFor } from "./apply-calls.ts";
import { createHost, type RunRecord } from "./host.ts";

/** By dotted name: "db.inventory.findMany", "shop.purchase". */
export interface NamedCall {
  name: string;
  args: Json;
}

/** `hostCalls` of the record are the calls, in their order. Rejects only when the world is broken. */
export type RehearseCalls = (input: AppliedFor & { calls: NamedCall[] }) => Promise<RunRecord>;

export function createRehearseCalls(database: Database, limits: { rowsPerRead: number }): RehearseCalls {
  return ({ calls, ...appliedFor }) =>
    database.rehearse(async (tx) => {
      const host = createHost(tx, appliedFor, limits);
      for (const { name, args } of calls) await host.onCall(name, args);
      return host.finish();
    });
}
