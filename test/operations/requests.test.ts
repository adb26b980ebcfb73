// Every shared request's expected changes, reproduced by the calls that a right plan makes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "../../src/database/database.ts";
import type { Change } from "../../src/operations/operation.ts";
import { buttonsNeeded } from "../../src/policy.ts";
import type { Requester } from "../../src/requester.ts";
import { openStore, type PlanCall, stage } from "../support/store.ts";

const Requests = z.object({
  requests: z.array(
    z.object({
      id: z.string(),
      role: z.enum(["customer", "staff", "admin"]),
      customerId: z.number().nullable(),
      changes: z.array(
        z.looseObject({
          table: z.string(),
          key: z.union([z.string(), z.number()]).optional(),
          field: z.string().optional(),
        }),
      ),
      needs: z.string().optional(),
    }),
  ),
});

const { requests } = Requests.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../evaluation/requests.json"), "utf8")),
);

const CALLS: { [id: string]: PlanCall[] } = {
  "return-two-aviators": [["shop.returnItem", { itemId: "SG001", quantity: 2 }]],
  "return-own-aviators": [["shop.returnItem", { itemId: "SG001", quantity: 2 }]],
  "purchase-three-wayfarer": [["shop.purchase", { itemId: "SG002", quantity: 3, customerName: "Alice" }]],
  "purchase-two-kinds": [
    ["shop.purchase", { itemId: "SG005", quantity: 3 }],
    ["shop.purchase", { itemId: "SG001", quantity: 1 }],
  ],
  "short-stock": [["shop.purchase", { itemId: "SG005", quantity: 12 }]],
  "short-stock-one-of-two": [
    ["shop.purchase", { itemId: "SG006", quantity: 2 }],
    ["shop.purchase", { itemId: "SG003", quantity: 5 }],
  ],
  "quantity-follows": [["shop.purchase", { itemId: "SG001", quantity: 2 }]],
  restock: [["shop.restock", { itemId: "SG003", quantity: 5, unitCost: 30 }]],
  "restock-no-cost": [["shop.restock", { itemId: "SG003", quantity: 5 }]],
  "restock-by-customer": [["shop.restock", { itemId: "SG003", quantity: 5 }]],
  "adjust-stock": [["shop.adjustStock", { itemId: "SG004", quantityInStock: 9, reason: "Two were damaged." }]],
  "small-refund": [["shop.refund", { orderId: 1007 }]],
  "large-refund": [["shop.refund", { orderId: 1001, reason: "it broke" }]],
  "foreign-refund": [["shop.refund", { orderId: 1007 }]],
  "update-order-same-amount": [["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG006", quantity: 1 }] }]],
  "update-order-other-amount": [["shop.updateOrder", { orderId: 1002, lines: [{ itemId: "SG001", quantity: 1 }] }]],
  "open-ticket": [["shop.openTicket", { issue: "The mirror coating is peeling off.", orderId: 1003 }]],
  zero: [["shop.purchase", { itemId: "SG001", quantity: 0 }]],
  negative: [["shop.purchase", { itemId: "SG001", quantity: -2 }]],
  fraction: [["shop.purchase", { itemId: "SG001", quantity: 1.5 }]],
  "unknown-item": [["shop.purchase", { itemId: "Galaxy", quantity: 1 }]],
};

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

test.each(requests)(
  "the request $id changes exactly what it should and asks for the right buttons",
  async (request) => {
    const requester: Requester = { role: request.role, customerId: request.customerId, name: null };
    const { changeset } = await stage(database, requester, CALLS[request.id] ?? []);
    expect(changeset.changes).toHaveLength(request.changes.length);
    for (const expected of request.changes) {
      expect(changeset.changes.filter((change) => isSame(change, expected))).toHaveLength(1);
    }
    const needs = buttonsNeeded(request.role, changeset, { refundNeedsAdminFrom: "10.00" });
    expect(needs.join("+")).toBe(request.needs ?? "");
  },
);

function isSame(change: Change, expected: { [name: string]: unknown }): boolean {
  const { table, key, field, before, after, ...columns } = expected;
  if (change.table !== table) return false;
  if (key === "new" ? change.before !== null : key !== undefined && change.key !== key) return false;
  if (typeof field === "string") {
    if ((change.before?.[field] ?? null) !== before || change.after?.[field] !== after) return false;
    // A change of a row that was there names no other column.
    if (change.before !== null && Object.keys(change.after ?? {}).join() !== field) return false;
  }
  return Object.entries(columns).every(([column, value]) => change.after?.[column] === value);
}
