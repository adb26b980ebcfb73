// Wrong questions are answered with what would be right, and never by the database.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Json } from "../../src/json.ts";
import { openStore, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.close());

async function answer(name: string, args: Json) {
  const { results } = await stage(database, staff, [[`db.${name}`, args]]);
  const [result] = results;
  return result?.ok === false ? `${result.error.code}: ${result.error.message}` : "answered";
}

test.each<[string, string, Json]>([
  [
    'inventory has no field "stock"; it has: itemId, name, description, quantityInStock, price, search (in where).',
    "inventory.findMany",
    { where: { stock: 1 } },
  ],
  [
    'orders has no field "customer"; it has: id, customerId, status, totalAmount, createdAt, day, week, month, year, lines.',
    "orders.findMany",
    { where: { customer: { name: "Alice" } } },
  ],
  [
    'inventory.price has no "below"; it has: equals, not, in, notIn, lt, lte, gt, gte.',
    "inventory.findMany",
    { where: { price: { below: 3 } } },
  ],
  ['inventory.price must be a number, not "100".', "inventory.findMany", { where: { price: "100" } }],
  [
    "inventory.quantityInStock.lt must be a whole number, not 2.5.",
    "inventory.count",
    { where: { quantityInStock: { lt: 2.5 } } },
  ],
  [
    "inventory.quantityInStock.lt must be a whole number, not null.",
    "inventory.count",
    { where: { quantityInStock: { lt: null } } },
  ],
  ["inventory.price.gt must be a number, not 1e+300.", "inventory.count", { where: { price: { gt: 1e300 } } }],
  ["inventory.name must be text, not 5.", "inventory.count", { where: { name: 5 } }],
  [
    "inventory.name.contains holds a character that no stored text has.",
    "inventory.count",
    { where: { name: { contains: "a\0" } } },
  ],
  [
    'inventory.name.mode must be "insensitive" or "default", not "loud".',
    "inventory.count",
    { where: { name: { equals: "a", mode: "loud" } } },
  ],
  ['inventory.name.in must be a list, not "a".', "inventory.count", { where: { name: { in: "a" } } }],
  [
    'orders.createdAt.gt must be an ISO time such as "2025-10-03T09:00:00Z", not "yesterday".',
    "orders.count",
    { where: { createdAt: { gt: "yesterday" } } },
  ],
  ['orders.createdAt.gt is no time: "2025-13-45".', "orders.count", { where: { createdAt: { gt: "2025-13-45" } } }],
  ["inventory.search must be text of at most 200 characters, not 5.", "inventory.count", { where: { search: 5 } }],
  [
    'orders has no field "search"; it has: id, customerId, status, totalAmount, createdAt, day, week, month, year, lines.',
    "orders.count",
    { where: { search: "x" } },
  ],
  ['orders.where.lines has no "any"; it has: some, every, none.', "orders.count", { where: { lines: { any: {} } } }],
  [
    'orders.where.lines.some has no "price"; it has: itemId, quantity, unitPrice.',
    "orders.count",
    { where: { lines: { some: { price: 1 } } } },
  ],
  ['inventory.where must be an object of conditions, not "x".', "inventory.count", { where: "x" }],
  [
    'inventory.findMany has no "limit"; it has: where, orderBy, take, skip, select, include.',
    "inventory.findMany",
    { limit: 3 },
  ],
  [
    "inventory.findMany must be an object with where, orderBy, take, skip, select, include, not [].",
    "inventory.findMany",
    [],
  ],
  ["inventory.findMany.take must be a whole number from 0, not -1.", "inventory.findMany", { take: -1 }],
  ['inventory.findMany.skip must be a whole number from 0 to 1000000, not "1".', "inventory.findMany", { skip: "1" }],
  ["inventory.orderBy.price must be 'asc' or 'desc', not \"up\".", "inventory.findMany", { orderBy: { price: "up" } }],
  ["inventory.orderBy must be like { itemId: 'asc' }, not \"price\".", "inventory.findMany", { orderBy: "price" }],
  ["inventory.select.name must be true.", "inventory.findMany", { select: { name: 1 } }],
  [
    "inventory.findUnique needs where: { itemId: … }; findFirst takes any condition.",
    "inventory.findUnique",
    { where: { name: "Moon" } },
  ],
  ["inventory.aggregate needs one of _count, _sum, _avg, _min, _max.", "inventory.aggregate", {}],
  ['inventory._sum has no "name"; it has: quantityInStock, price.', "inventory.aggregate", { _sum: { name: true } }],
  ["inventory.groupBy needs by: a list of itemId, name, description, quantityInStock, price.", "inventory.groupBy", {}],
  [
    "orders.groupBy can be ordered by status, _count, _sum, _avg, _min, _max only.",
    "orders.groupBy",
    { by: ["status"], orderBy: { id: "asc" } },
  ],
  [
    "orders.having.status must be like { _sum: { gt: 5 } }, not {}.",
    "orders.groupBy",
    { by: ["status"], having: { status: {} } },
  ],
  [
    "orders.having.status cannot be summed; id, customerId, totalAmount can.",
    "orders.groupBy",
    { by: ["status"], having: { status: { _sum: { gt: 5 } } } },
  ],
  [
    "orders.having.id._sum must be like { gt: 5 }, not {}.",
    "orders.groupBy",
    { by: ["status"], having: { id: { _sum: {} } } },
  ],
])("%s", async (message, name, args) => {
  expect(await answer(name, args)).toBe(`INVALID_ARGUMENT: ${message}`);
});

test("conditions have an end in depth and number", async () => {
  let deep: Json = { price: 1 };
  for (let level = 0; level < 20; level++) deep = { AND: [deep] };
  expect(await answer("inventory.count", { where: deep })).toMatch(/nested too deeply; at most 8 levels/);
  let nots: Json = 1;
  for (let level = 0; level < 3_000; level++) nots = { not: nots };
  expect(await answer("inventory.count", { where: { price: nots } })).toMatch(/nested too deeply; at most 4 levels/);
  const wide = { OR: Array.from({ length: 200 }, () => ({ price: 1 })) };
  expect(await answer("inventory.count", { where: wide })).toMatch(/at most 100 conditions/);
  expect(
    await answer("inventory.count", { where: { itemId: { in: Array.from({ length: 501 }, () => "x") } } }),
  ).toMatch(/at most 500/);
  expect(await answer("inventory.count", { where: { name: { contains: "x".repeat(501) } } })).toMatch(/at most 500/);
});
