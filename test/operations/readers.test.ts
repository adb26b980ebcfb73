// Reading the store: Prisma's shapes, plain JSON back, and wrong questions answered with what would be right.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../src/changeset/host.ts";
import type { Database } from "../../src/database/database.ts";
import type { Json } from "../../src/json.ts";
import { alice, guest, openStore, staff, stage } from "../support/store.ts";

let database: Database;
beforeAll(async () => {
  database = await openStore();
  await database.client.item.createMany({
    data: [
      { itemId: "SG008", name: "Half_100%", description: "A case.", quantityInStock: 0, price: "1.00" },
      { itemId: "SG009", name: "Halfx1000", description: "Cases for travel.", quantityInStock: 1, price: "2.00" },
    ],
  });
});
afterAll(() => database.close());

async function read(name: string, args: Json = null, who = staff) {
  const { results } = await stage(database, who, [[`db.${name}`, args]]);
  const [result] = results;
  if (result === undefined) throw new Error("no result");
  return result.ok ? result.value : `${result.error.code}: ${result.error.message}`;
}

async function names(where: Json) {
  const rows = await read("inventory.findMany", { where, select: { name: true } });
  return Array.isArray(rows) ? rows.map((row) => (row as { name: string }).name) : rows;
}

async function ids(where: Json, who = staff) {
  const rows = await read("orders.findMany", { where, select: { id: true }, orderBy: { id: "asc" } }, who);
  return Array.isArray(rows) ? rows.map((row) => (row as { id: number }).id) : rows;
}

test("rows are plain: amounts are numbers, times are ISO strings, lines come along", async () => {
  expect(await read("orders.findUnique", { where: { id: 1004 } })).toEqual({
    id: 1004,
    customerId: 2,
    status: "delivered",
    totalAmount: 130,
    createdAt: "2025-09-12T10:00:00.000Z",
    lines: [
      { itemId: "SG003", quantity: 1, unitPrice: 70 },
      { itemId: "SG005", quantity: 1, unitPrice: 60 },
    ],
  });
  expect(await read("transactions.findFirst", {})).toEqual({
    transactionId: "TXN001",
    kind: "opening",
    itemId: null,
    orderId: null,
    quantity: null,
    amount: 500,
    balanceAfter: 500,
    summary: "Opening balance",
    createdAt: "2025-10-03T09:16:59.628Z",
  });
  expect(await read("customers.findFirst", { where: { name: "Alice" } })).toEqual({
    id: 1,
    email: "alice@example.com",
    name: "Alice",
  });
  expect(await read("tickets.findFirst", { where: { status: "open" }, select: { id: true, issue: true } })).toEqual({
    id: 1,
    issue: "A lens of order 1004 has a scratch.",
  });
});

describe("conditions", () => {
  test.each<[string, Json, string[]]>([
    ["whole words find plural and singular", { search: "rounds" }, ["Classic", "Moon"]],
    ["words must all be there", { search: "metal ROUND" }, ["Classic"]],
    ["words combine with fields", { search: "round", price: { lt: 100 }, quantityInStock: { gt: 0 } }, ["Classic"]],
    ["words inside OR", { OR: [{ search: "cat-eye" }, { search: "pilot" }] }, ["Aviator", "Mystique"]],
    ["words inside NOT", { NOT: { search: "frame" }, price: { gt: 5 } }, ["Sport", "Pouch"]],
    ["nothing but stop words", { search: "the and" }, []],
    ["a substring", { description: { contains: "round" } }, ["Sport", "Classic", "Moon"]],
    ["any case", { name: { equals: "CLASSIC", mode: "insensitive" } }, ["Classic"]],
    ["any case in a list", { name: { in: ["MOON", "sport"], mode: "insensitive" } }, ["Sport", "Moon"]],
    ["wildcards are characters", { name: { contains: "f_1" } }, ["Half_100%"]],
    ["percent signs are characters", { name: { endsWith: "0%" } }, ["Half_100%"]],
    ["wildcards in any case", { name: { equals: "half_100%", mode: "insensitive" } }, ["Half_100%"]],
    ["backslashes are characters", { name: { contains: "\\" } }, []],
    ["a list", { itemId: { in: ["SG001", "SG002"] } }, ["Aviator", "Wayfarer"]],
    ["an empty list", { itemId: { in: [] } }, []],
    ["not in a list", { itemId: { notIn: ["SG001"] }, price: { gte: 80, lte: 95 } }, ["Wayfarer"]],
    ["not", { name: { not: "Moon" }, price: { gte: 110 } }, ["Sport"]],
    ["a nested not", { price: { not: { lt: 110 } } }, ["Sport", "Moon"]],
    ["NOT of a list means none of them", { NOT: [{ price: { lt: 110 } }, { name: "Moon" }] }, ["Sport"]],
    ["AND of a list", { AND: [{ price: { gt: 60 } }, { price: { lt: 80 } }] }, ["Mystique"]],
    ["a cent apart", { price: { lt: 6.5, gte: 2 } }, ["Halfx1000"]],
    ["startsWith", { name: { startsWith: "Wa" } }, ["Wayfarer"]],
  ])("%s", async (_, where, expected) => {
    expect(await names(where)).toEqual(expected);
  });

  test("orders by their lines and times", async () => {
    expect(await ids({ lines: { some: { itemId: "SG005" } } })).toEqual([1002, 1004]);
    expect(await ids({ lines: { every: { itemId: "SG005" } } })).toEqual([1002]);
    expect(await ids({ lines: { none: { quantity: { lt: 2 } } } })).toEqual([1002, 1008]);
    expect(await ids({ createdAt: { gte: "2025-09-29", lt: "2025-10-01T10:00:00Z" } })).toEqual([1003, 1007]);
    expect(await ids({ createdAt: "2025-10-01T12:00:00+02:00" })).toEqual([1002]);
  });

  test("what is null, and what never is", async () => {
    expect(await read("transactions.count", { where: { itemId: null } })).toBe(1);
    expect(await read("transactions.count", { where: { itemId: { not: null } } })).toBe(0);
    expect(await read("orders.count", { where: { customerId: null } })).toBe(0);
    expect(await read("orders.count", { where: { customerId: { not: null } } })).toBe(8);
  });

  test("a number no row can have finds nothing and harms nothing", async () => {
    expect(await ids({ id: 99_999_999_999 })).toEqual([]);
    expect(await ids({ id: { in: [1001, 99_999_999_999] } })).toEqual([1001]);
    expect(await ids({ id: { gt: 99_999_999_999 } })).toEqual([]);
    expect(await read("orders.count", { where: { id: { lt: 99_999_999_999 } } })).toBe(8);
  });
});

test("order, paging and selection", async () => {
  const first = {
    orderBy: [{ price: "desc" }, { name: "asc" }],
    take: 2,
    skip: 1,
    select: { name: true, price: true },
  };
  expect(await read("inventory.findMany", first)).toEqual([
    { name: "Sport", price: 110 },
    { name: "Wayfarer", price: 95 },
  ]);
  expect(
    await read("inventory.findFirst", { orderBy: { price: { sort: "desc" } }, select: { name: true, price: false } }),
  ).toEqual({ name: "Moon" });
  expect(
    await read("orders.findMany", { take: 1, select: { id: true, lines: true }, include: { lines: true } }),
  ).toEqual([{ id: 1005, lines: [{ itemId: "SG002", quantity: 1, unitPrice: 95 }] }]);
  expect(await read("inventory.findMany", { take: 0 })).toEqual([]);
  expect(await read("inventory.findFirst", { where: { name: "Galaxy" } })).toBe(null);
});

test("counting, summing and grouping", async () => {
  expect(await read("inventory.count")).toBe(9);
  expect(await read("inventory.count", { where: { price: { lt: 7 } } })).toBe(3);
  const sums = {
    _sum: { quantityInStock: true },
    _avg: { price: true },
    _min: { price: true },
    _max: { price: true, name: true },
  };
  expect(await read("inventory.aggregate", { where: { itemId: { lte: "SG002" } }, _count: true, ...sums })).toEqual({
    _count: 2,
    _sum: { quantityInStock: 29 },
    _avg: { price: 87.5 },
    _min: { price: 80 },
    _max: { price: 95, name: "Wayfarer" },
  });
  expect(
    await read("inventory.aggregate", { where: { name: "Galaxy" }, _count: { _all: true }, _sum: { price: true } }),
  ).toEqual({
    _count: { _all: 0 },
    _sum: { price: null },
  });
  const groups = {
    by: ["status"],
    _count: true,
    _sum: { totalAmount: true },
    orderBy: { _sum: { totalAmount: "desc" } },
    take: 2,
  };
  expect(await read("orders.groupBy", groups)).toEqual([
    { status: "delivered", _count: 4, _sum: { totalAmount: 376.5 } },
    { status: "pending", _count: 2, _sum: { totalAmount: 215 } },
  ]);
  const having = {
    by: "customerId",
    having: { totalAmount: { _sum: { gt: 200 } } },
    _count: { id: true },
    orderBy: { _count: "desc" },
  };
  expect(await read("orders.groupBy", having)).toEqual([
    { customerId: 1, _count: { id: 3 } },
    { customerId: 2, _count: { id: 2 } },
  ]);
  expect(
    await read("orders.groupBy", {
      by: ["customerId", "status"],
      where: { customerId: 1 },
      orderBy: { _count: { _all: "asc" } },
    }),
  ).toEqual([
    { customerId: 1, status: "pending" },
    { customerId: 1, status: "delivered" },
  ]);
});

test("units sold per item, as a chart asks for them", async () => {
  const { results } = await stage(database, staff, [
    ["shop.purchase", { itemId: "SG001", quantity: 2 }],
    ["shop.purchase", { itemId: "SG005", quantity: 3 }],
    [
      "db.transactions.groupBy",
      { by: ["itemId"], where: { kind: "sale" }, _sum: { quantity: true }, orderBy: { _sum: { quantity: "desc" } } },
    ],
  ]);
  expect(results.at(-1)).toEqual({
    ok: true,
    value: [
      { itemId: "SG005", _sum: { quantity: 3 } },
      { itemId: "SG001", _sum: { quantity: 2 } },
    ],
  });
});

test("more rows than a plan may have are refused instead of cut, and the way out is named", async () => {
  await database.rehearse(async (tx) => {
    const about = { requester: staff, now: new Date(), runId: "r" };
    const host = createHost(tx, about, { rowsPerRead: 3 });
    const codeOf = async (name: string, args: object) => {
      const result = await host.onCall(`db.inventory.${name}`, JSON.parse(JSON.stringify(args)));
      return result.ok ? "given" : `${result.error.code} ${result.error.message}`;
    };
    expect(await codeOf("findMany", { take: 3 })).toBe("given");
    for (const args of [{}, { take: 4 }, { take: 1_000 }]) {
      expect(await codeOf("findMany", args)).toMatch(/^INVALID_ARGUMENT .*more than 3 rows; use count/);
    }
    expect(await codeOf("groupBy", { by: ["itemId"] })).toMatch(/more than 3 groups/);
    expect(await codeOf("aggregate", { take: 5, _sum: { quantityInStock: true } })).toBe("given");
    await host.finish();
  });
});

test("orders come newest first when a plan asks for no order, with their lines and amounts", async () => {
  const mine = { select: { id: true, totalAmount: true, lines: true } };
  expect(await read("orders.findMany", mine, alice)).toEqual([
    { id: 1002, totalAmount: 120, lines: [{ itemId: "SG005", quantity: 2, unitPrice: 60 }] },
    { id: 1008, totalAmount: 160, lines: [{ itemId: "SG001", quantity: 2, unitPrice: 80 }] },
    { id: 1001, totalAmount: 80, lines: [{ itemId: "SG001", quantity: 1, unitPrice: 80 }] },
  ]);
  expect(await read("orders.findFirst", { where: { customerId: 2 }, select: { id: true } })).toEqual({ id: 1003 });
  expect(await read("orders.findFirst", { orderBy: { id: "asc" }, select: { id: true } })).toEqual({ id: 1001 });
});

test("staff find a customer by e-mail, name or id; a customer finds themselves only", async () => {
  const { email } = await database.client.customer.findUniqueOrThrow({ where: { id: 2 } });
  const bruno = { id: 2, name: "Bruno", email };
  for (const where of [
    { email: { equals: email.toUpperCase(), mode: "insensitive" } },
    { name: { contains: "brun", mode: "insensitive" } },
    { id: 2 },
  ]) {
    expect(await read("customers.findMany", { where })).toEqual([bruno]);
    expect(await read("customers.findMany", { where }, alice)).toEqual([]);
  }
  expect(await read("customers.findMany", {}, alice)).toMatchObject([{ id: 1 }]);
});

test("a customer sees their own rows, a guest none, and neither the ledger", async () => {
  expect(await ids({}, alice)).toEqual([1001, 1002, 1008]);
  expect(await ids({ OR: [{ customerId: 2 }, { id: { gt: 0 } }, { NOT: { customerId: 1 } }] }, alice)).toEqual([
    1001, 1002, 1008,
  ]);
  expect(await read("customers.findMany", { select: { name: true } }, alice)).toEqual([{ name: "Alice" }]);
  expect(await read("tickets.findMany", {}, alice)).toEqual([]);
  for (const table of ["orders", "customers", "tickets"]) expect(await read(`${table}.count`, {}, guest)).toBe(0);
  expect(await read("orders.aggregate", { _sum: { totalAmount: true }, _count: true }, guest)).toEqual({
    _sum: { totalAmount: null },
    _count: 0,
  });
  expect(await read("transactions.findMany", {}, alice)).toMatch(/^NOT_ALLOWED/);
});
