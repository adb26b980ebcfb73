// Whatever conditions a plan writes: they mean what they say, and never reach another customer's row.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Json } from "../../src/json.ts";
import { alice, bruno, guest, openStore, type PlanCall, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

const RUNS = 150;

interface OrderRow {
  id: number;
  customerId: number;
  status: string;
  totalAmount: number;
}

const id = fc.integer({ min: 999, max: 1010 });
const customerId = fc.integer({ min: 0, max: 6 });
const status = fc.constantFrom("pending", "shipped", "delivered", "cancelled", "refunded", "lost");
const total = fc.constantFrom(-1, 0, 6.5, 80, 95, 119.99, 120, 160, 1e6);

type Test = (row: OrderRow) => boolean;
/** A condition as a plan writes it, and what it should mean. */
type Meant = [where: { [key: string]: Json }, holds: Test];

function onField<Value extends string | number>(
  name: keyof OrderRow,
  values: fc.Arbitrary<Value>,
): fc.Arbitrary<Meant> {
  const of = (row: OrderRow) => row[name];
  return fc.oneof(
    values.map((value): Meant => [{ [name]: value }, (row) => of(row) === value]),
    values.map((value): Meant => [{ [name]: { not: value } }, (row) => of(row) !== value]),
    values.map((value): Meant => [{ [name]: { lt: value } }, (row) => of(row) < value]),
    values.map((value): Meant => [{ [name]: { not: { gte: value } } }, (row) => !(of(row) >= value)]),
    fc
      .array(values, { maxLength: 3 })
      .map((list): Meant => [{ [name]: { in: list } }, (row) => list.some((value) => value === of(row))]),
    fc
      .array(values, { maxLength: 3 })
      .map((list): Meant => [{ [name]: { notIn: list } }, (row) => !list.some((value) => value === of(row))]),
    fc.constant<Meant>([{ [name]: null }, () => false]),
    fc.constant<Meant>([{ [name]: { not: null } }, () => true]),
  );
}

const { tree } = fc.letrec<{ tree: Meant; leaf: Meant }>((tie) => ({
  leaf: fc.oneof(
    onField("id", id),
    onField("customerId", customerId),
    onField("status", status),
    onField("totalAmount", total),
    fc.constant<Meant>([{}, () => true]),
  ),
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    tie("leaf"),
    fc
      .array(tie("tree"), { maxLength: 3 })
      .map((parts): Meant => [{ AND: parts.map(([where]) => where) }, (row) => parts.every(([, holds]) => holds(row))]),
    fc
      .array(tie("tree"), { maxLength: 3 })
      .map((parts): Meant => [{ OR: parts.map(([where]) => where) }, (row) => parts.some(([, holds]) => holds(row))]),
    fc
      .array(tie("tree"), { maxLength: 3 })
      .map((parts): Meant => [{ NOT: parts.map(([where]) => where) }, (row) => !parts.some(([, holds]) => holds(row))]),
    tie("tree").map(([where, holds]): Meant => [{ NOT: where }, (row) => !holds(row)]),
  ),
}));

const ORDERS: OrderRow[] = [
  { id: 1001, customerId: 1, status: "delivered", totalAmount: 80 },
  { id: 1002, customerId: 1, status: "pending", totalAmount: 120 },
  { id: 1003, customerId: 2, status: "shipped", totalAmount: 120 },
  { id: 1004, customerId: 2, status: "delivered", totalAmount: 130 },
  { id: 1005, customerId: 3, status: "pending", totalAmount: 95 },
  { id: 1006, customerId: 4, status: "cancelled", totalAmount: 110 },
  { id: 1007, customerId: 5, status: "delivered", totalAmount: 6.5 },
  { id: 1008, customerId: 1, status: "delivered", totalAmount: 160 },
];

test("conditions mean what they say, over the rows that are the requester's to see", async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.constantFrom(alice, bruno, guest, staff), async ([where, holds], requester) => {
      const seen = ORDERS.filter((row) => requester.role === "staff" || row.customerId === requester.customerId);
      const expected = seen.filter(holds);
      const { results } = await stage(database, requester, [
        ["db.orders.findMany", { where, select: { id: true }, orderBy: { id: "asc" } }],
        ["db.orders.count", { where }],
        ["db.orders.aggregate", { where, _sum: { totalAmount: true } }],
        ["db.orders.groupBy", { where, by: ["customerId"], _count: true }],
        ["db.orders.findFirst", { where, orderBy: { id: "desc" }, select: { id: true } }],
      ]);
      const sum = expected.reduce((all, row) => all + row.totalAmount, 0);
      const owners = [...new Set(expected.map((row) => row.customerId))].toSorted();
      const last = expected.at(-1);
      expect(results).toEqual(
        [
          expected.map((row) => ({ id: row.id })),
          expected.length,
          { _sum: { totalAmount: expected.length === 0 ? null : sum } },
          owners.map((owner) => ({
            customerId: owner,
            _count: expected.filter((row) => row.customerId === owner).length,
          })),
          last === undefined ? null : { id: last.id },
        ].map((value) => ({ ok: true, value })),
      );
    }),
    { numRuns: RUNS },
  );
});

// Names that are right, wrong, or Prisma's own and not offered.
const word = fc.constantFrom(
  "id",
  "customerId",
  "status",
  "lines",
  "customer",
  "transactions",
  "tickets",
  "email",
  "name",
  "issue",
  "AND",
  "OR",
  "NOT",
  "some",
  "every",
  "none",
  "is",
  "isNot",
  "equals",
  "not",
  "in",
  "contains",
  "mode",
  "path",
  "string_contains",
  "has",
  "search",
  "_count",
  "_all",
  "_sum",
  "_relevance",
  "sort",
  "where",
  "select",
  "__proto__",
  "constructor",
  "toString",
);
const { anything } = fc.letrec<{ anything: Json }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      -1,
      1,
      1.5,
      1002,
      1e308,
      -1e17,
      "",
      "asc",
      "insensitive",
      "%",
      "2025-01-01",
      "a\0b",
      "\udc00",
    ),
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.array(fc.tuple(word, tie("anything")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries) as Json),
  ),
}));

test("no question, however odd, breaks the store or shows a customer what is not theirs", async () => {
  const table = fc.constantFrom("orders", "customers", "tickets");
  const method = fc.constantFrom("findMany", "findFirst", "findUnique", "count", "aggregate", "groupBy");
  const argument = fc.constantFrom(
    "where",
    "orderBy",
    "select",
    "include",
    "by",
    "having",
    "_count",
    "_sum",
    "_max",
    "take",
    "skip",
  );
  const query = fc.dictionary(argument, anything, { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(table, method, query, async (name, how, args) => {
      const call: PlanCall = [`db.${name}.${how}`, args as Json];
      const { results } = await stage(database, alice, [call]);
      const [result] = results;
      if (result?.ok === false) expect(result.error.code).toBe("INVALID_ARGUMENT");
      expect(JSON.stringify(result?.ok === true ? result.value : null)).not.toMatch(
        /bruno|chiyo|dara|elif|scratch|100[34567]/i,
      );
    }),
    { numRuns: 600 },
  );
});
