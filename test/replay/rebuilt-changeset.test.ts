// For any sequence of calls: what is kept with each of them rebuilds the changeset, and the same digest, byte for byte.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runRecordOf } from "../../src/changeset/host.ts";
import type { Database } from "../../src/database/database.ts";
import { admin, openStore, type PlanCall, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const itemId = fc.constantFrom("SG001", "SG002", "SG003", "SG005", "SG999");
const quantity = fc.integer({ min: 1, max: 4 });
const orderId = fc.integer({ min: 1001, max: 1009 });
const call: fc.Arbitrary<PlanCall> = fc.oneof(
  fc
    .record({ itemId, quantity, customerId: fc.constantFrom(1, 2, null) })
    .map((args): PlanCall => ["shop.purchase", args]),
  fc.record({ itemId, quantity }).map((args): PlanCall => ["shop.returnItem", args]),
  fc.record({ orderId }).map((args): PlanCall => ["shop.cancelOrder", args]),
  fc.record({ orderId }).map((args): PlanCall => ["shop.refund", args]),
  fc
    .record({ orderId, lines: fc.array(fc.record({ itemId, quantity }), { minLength: 1, maxLength: 2 }) })
    .map((args): PlanCall => ["shop.updateOrder", args]),
  fc.record({ itemId, quantity, unitCost: fc.constantFrom(0, 12.5) }).map((args): PlanCall => ["shop.restock", args]),
  fc
    .record({ itemId, quantityInStock: fc.nat({ max: 30 }), reason: fc.constant("Counted.") })
    .map((args): PlanCall => ["shop.adjustStock", args]),
  fc.record({ issue: fc.string({ minLength: 1, maxLength: 20 }) }).map((args): PlanCall => ["shop.openTicket", args]),
  fc.constantFrom<PlanCall>(
    ["shop.getCurrentBalance", {}],
    ["db.inventory.findMany", {}],
    ["db.orders.count", { where: { status: "pending" } }],
    ["db.orders.findMany", { where: { colour: "red" } }],
  ),
);

test("the calls and their recorded effects are enough to rebuild what a run would change", async () => {
  let withChanges = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 4 }), async (calls) => {
      const { results, changeset, failedWrite, hostCalls } = await stage(database, admin, calls);
      const stored: typeof hostCalls = JSON.parse(JSON.stringify(hostCalls));
      expect(JSON.stringify(runRecordOf("admin", stored))).toBe(JSON.stringify({ changeset, hostCalls, failedWrite }));
      for (const { name, result, effects } of hostCalls) {
        const isWrite = name.startsWith("shop.") && name !== "shop.getCurrentBalance";
        expect(effects !== null).toBe(isWrite && result.ok);
      }
      expect(failedWrite === null || changeset.calls.length === 0).toBe(true);
      expect(results).toHaveLength(calls.length);
      if (changeset.changes.length > 0) withChanges += 1;
    }),
    { numRuns: 80 },
  );
  // The generator must not make refusals only.
  expect(withChanges).toBeGreaterThan(10);
});
