// Days, weeks, months and years: grouped by in the database, and the same words as conditions.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Json } from "../../src/json.ts";
import { alice, openStore, staff, stage } from "../support/store.ts";

// Around midnights, month's ends, new years and a leap day, all UTC.
const MOMENTS = [
  "2023-12-31T23:59:59.999Z",
  "2024-01-01T00:00:00Z",
  "2024-02-29T12:00:00Z",
  "2024-12-29T23:30:00Z",
  "2024-12-30T00:30:00Z",
  "2025-10-31T23:59:59Z",
  "2025-11-01T00:00:00Z",
  "2025-11-02T22:00:00Z",
  "2025-11-03T01:00:00Z",
];

let database: Database;
beforeAll(async () => {
  database = await openStore();
  await database.client.ticket.createMany({
    data: MOMENTS.map((createdAt, index) => ({ id: 100 + index, status: "open", issue: "A lens.", createdAt })),
  });
});
afterAll(() => database.close());

async function read(name: string, args: Json, who = staff): Promise<Json> {
  const [result] = (await stage(database, who, [[`db.${name}`, args]])).results;
  if (result === undefined) throw new Error("no result");
  return result.ok ? result.value : `${result.error.code}: ${result.error.message}`;
}

const own = { id: { gte: 100 } };

test("groups over time come from the database, as text, in order", async () => {
  expect(await read("tickets.groupBy", { by: ["year"], where: own, _count: true })).toEqual([
    { year: "2023", _count: 1 },
    { year: "2024", _count: 4 },
    { year: "2025", _count: 4 },
  ]);
  expect(
    await read("tickets.groupBy", { by: ["week"], where: { ...own, month: { gte: "2024-12" } }, _count: true }),
  ).toEqual([
    { week: "2024-12-23", _count: 1 },
    { week: "2024-12-30", _count: 1 },
    { week: "2025-10-27", _count: 3 },
    { week: "2025-11-03", _count: 1 },
  ]);
  expect(
    await read("tickets.groupBy", { by: ["month"], where: own, _count: true, orderBy: { month: "desc" }, take: 2 }),
  ).toEqual([
    { month: "2025-11", _count: 3 },
    { month: "2025-10", _count: 1 },
  ]);
});

test("the ledger by kind and month; orders by customer and month, to a customer their own", async () => {
  expect(
    await read("transactions.groupBy", { by: ["kind", "month"], where: { year: 2025 }, _sum: { amount: true } }),
  ).toEqual([{ kind: "opening", month: "2025-10", _sum: { amount: 500 } }]);
  expect(await read("orders.groupBy", { by: ["customerId", "month"], _count: true }, alice)).toEqual([
    { customerId: 1, month: "2025-09", _count: 2 },
    { customerId: 1, month: "2025-10", _count: 1 },
  ]);
});

test("rows are as short as before unless a plan selects them", async () => {
  expect(await read("tickets.findFirst", { where: { id: 102 } })).not.toHaveProperty("month");
  expect(
    await read("tickets.findFirst", {
      where: { id: 102 },
      select: { id: true, day: true, week: true, month: true, year: true },
    }),
  ).toEqual({ id: 102, day: "2024-02-29", week: "2024-02-26", month: "2024-02", year: "2024" });
});

const WAYS = { day: 10, week: 10, month: 7, year: 4 } as const;
const compare: { [operator: string]: (a: string, b: string) => boolean } = {
  equals: (a, b) => a === b,
  not: (a, b) => a !== b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};

test("a condition picks the rows whose text compares so, for every operator, period and day", async () => {
  const all = await database.client.ticket.findMany({ orderBy: { id: "asc" } });
  const someDay = fc.oneof(
    fc.constantFrom(...MOMENTS).map((moment) => moment.slice(0, 10)),
    fc
      .date({ min: new Date("2023-06-01"), max: new Date("2026-06-01"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  );
  await fc.assert(
    fc.asyncProperty(
      someDay,
      fc.constantFrom("day", "week", "month", "year" as const),
      fc.constantFrom(...Object.keys(compare)),
      async (day, period, operator) => {
        const value = day.slice(0, WAYS[period]);
        const isNoMonday = period === "week" && new Date(`${day}T00:00:00Z`).getUTCDay() !== 1;
        fc.pre(!(isNoMonday && (operator === "equals" || operator === "not")));
        const found = await read("tickets.findMany", {
          where: { [period]: { [operator]: value } },
          select: { id: true },
          orderBy: { id: "asc" },
        });
        expect(found).toEqual(
          all.filter((row) => compare[operator]?.(row[period], value)).map((row) => ({ id: row.id })),
        );
      },
    ),
    { numRuns: 150 },
  );
});

describe("what cannot be meant is refused with what can", () => {
  test.each<[string, Json]>([
    ['tickets.month must be "2025-10", not "2025-10-01".', { where: { month: "2025-10-01" } }],
    ['tickets.month must be "2025-10", not "2025-13".', { where: { month: "2025-13" } }],
    ['tickets.day must be "2025-10-03", not "2025-02-30".', { where: { day: "2025-02-30" } }],
    ['tickets.year must be "2025", not 25.', { where: { year: 25 } }],
    [
      'tickets.week: a week is named by its Monday; 2025-10-03 is in the week "2025-09-29".',
      { where: { week: "2025-10-03" } },
    ],
    [
      'tickets.week.in: a week is named by its Monday; 2025-10-05 is in the week "2025-09-29".',
      { where: { week: { in: ["2025-10-05"] } } },
    ],
  ])("%s", async (message, args) => {
    expect(await read("tickets.count", args)).toBe(`INVALID_ARGUMENT: ${message}`);
  });

  test("customers have no time to group by", async () => {
    expect(await read("customers.groupBy", { by: ["month"], _count: true })).toBe(
      'INVALID_ARGUMENT: customers has no field "month"; it has: id, email, name.',
    );
  });

  test("too many groups: the first ones by an order, or coarser ones", async () => {
    await database.client.customer.createMany({
      data: Array.from({ length: 201 }, (_, at) => ({ id: 1_000 + at, email: `c${at}@example.org`, name: `C${at}` })),
    });
    expect(await read("customers.groupBy", { by: ["name"], _count: true })).toBe(
      "INVALID_ARGUMENT: customers.groupBy would give more than 200 groups; take the first ones by orderBy and take, narrow where, group more coarsely, or page with take 200 and skip.",
    );
    // The names for ids in one call.
    const where = { id: { in: Array.from({ length: 200 }, (_, at) => 1_000 + at) } };
    expect(await read("customers.findMany", { where, select: { id: true, name: true } })).toHaveLength(200);
  });
});
