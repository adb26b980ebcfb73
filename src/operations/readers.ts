// A plan's read in, plain JSON out: rows, one row, a count, aggregates or groups. Only rows that the requester may see
// take part, whatever the plan's conditions say.
import type { Transaction } from "../database/database.ts";
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import type { Requester } from "../requester.ts";
import { and, prismaWhere } from "./condition.ts";
import { groupFields, havingOf } from "./groups.ts";
import { plainNumber } from "./money.ts";
import { aggregatesOf, checkInclude, groupOrderOf, orderByOf, selectOf, skipOf, takeOf } from "./query.ts";
import { entriesOf, isObject, refuse } from "./refuse.ts";
import { type TableDescription, visibleRows } from "./tables.ts";
import { whereOf } from "./where.ts";

export const readerArguments = {
  findMany: ["where", "orderBy", "take", "skip", "select", "include"],
  findFirst: ["where", "orderBy", "skip", "select", "include", "take"],
  findUnique: ["where", "select", "include"],
  count: ["where"],
  aggregate: ["where", "orderBy", "take", "skip", "_count", "_sum", "_avg", "_min", "_max"],
  groupBy: ["by", "where", "having", "orderBy", "take", "skip", "_count", "_sum", "_avg", "_min", "_max"],
} as const;

export type ReaderMethod = keyof typeof readerArguments;
export const readerMethods = Object.keys(readerArguments) as ReaderMethod[];

interface Reading {
  tx: Transaction;
  table: TableDescription;
  args: { [name: string]: Json };
  where: object;
  rowsPerRead: number;
}

export async function read(
  tx: Transaction,
  requester: Requester,
  table: TableDescription,
  method: ReaderMethod,
  given: Json,
  rowsPerRead: number,
): Promise<Json> {
  const path = `${table.name}.${method}`;
  const args = Object.fromEntries(given === null ? [] : entriesOf(given, path, readerArguments[method]));
  const visible = and([visibleRows(table, requester), await whereOf(tx, table, args.where)]);
  const where = prismaWhere(visible, table.key);
  const reading: Reading = { tx, table, args, where, rowsPerRead };
  switch (method) {
    case "findMany":
      return rows(reading, takeOf(args.take, path, rowsPerRead + 1) ?? rowsPerRead + 1);
    case "findFirst":
      return firstRow(reading);
    case "findUnique":
      if (!namesOneRow(table, args.where)) {
        refuse(`${path} needs where: { ${table.uniqueFields.join(" or ")}: … }; findFirst takes any condition.`);
      }
      return firstRow(reading);
    case "count":
      return visible === "all" ? countAll(tx, table) : modelOf(reading).count({ where });
    case "aggregate":
      return aggregate(reading, path);
    case "groupBy":
      return groups(reading, path);
  }
}

function namesOneRow(table: TableDescription, where: Json | undefined): boolean {
  return where !== undefined && isObject(where) && table.uniqueFields.some((name) => where[name] !== undefined);
}

/** Asks for one row more than a plan may have, and so knows whether there are more. */
async function rows(reading: Reading, take: number): Promise<Json[]> {
  const { table, args, where, rowsPerRead } = reading;
  const fields = selectOf(table, args.select);
  checkInclude(table, args.include);
  const found = await modelOf(reading).findMany({
    where,
    orderBy: orderByOf(table, args.orderBy),
    take,
    skip: skipOf(args.skip, `${table.name}.findMany`),
    select: columns(table, fields),
  });
  if (found.length > rowsPerRead) tooMany(`${table.name}.findMany`, "rows", rowsPerRead);
  return found.map((row) => plainRow(row, fields));
}

async function firstRow(reading: Reading): Promise<Json> {
  const [row] = await rows(reading, 1);
  return row ?? null;
}

/** Prisma counts a list of the rows, which Postgres must make first: of a million it takes three times as long. */
async function countAll(tx: Transaction, table: TableDescription): Promise<number> {
  const [row] = await tx.$queryRaw<{ rows: number }[]>`SELECT count(*)::int AS rows FROM ${Prisma.raw(table.name)}`;
  if (row === undefined) throw new Error("A count gave no row.");
  return row.rows;
}

/** Rather than give a part and let the plan take it for the whole. */
function tooMany(path: string, what: "rows" | "groups", most: number): never {
  const instead =
    what === "rows"
      ? `use count, aggregate or groupBy, or page with take ${most} and skip`
      : `take the first ones by orderBy and take, narrow where, group more coarsely, or page with take ${most} and skip`;
  refuse(`${path} would give more than ${most} ${what}; ${instead}.`);
}

async function aggregate(reading: Reading, path: string): Promise<Json> {
  const { table, args, where } = reading;
  const wanted = aggregatesOf(table, args);
  if (Object.keys(wanted).length === 0) refuse(`${path} needs one of _count, _sum, _avg, _min, _max.`);
  const take = takeOf(args.take, path, Number.MAX_SAFE_INTEGER);
  const result = await modelOf(reading).aggregate({
    where,
    orderBy: orderByOf(table, args.orderBy),
    ...(take === null ? {} : { take }),
    skip: skipOf(args.skip, path),
    ...wanted,
  });
  return withCount(plain(result), args._count);
}

async function groups(reading: Reading, path: string): Promise<Json> {
  const { table, args, where, rowsPerRead } = reading;
  const by = groupFields(table, args.by);
  const found = await modelOf(reading).groupBy({
    by,
    where,
    having: havingOf(table, args.having),
    orderBy: groupOrderOf(table, by, args.orderBy),
    take: takeOf(args.take, path, rowsPerRead + 1) ?? rowsPerRead + 1,
    skip: skipOf(args.skip, path),
    ...aggregatesOf(table, args),
  });
  if (found.length > rowsPerRead) tooMany(path, "groups", rowsPerRead);
  return found.map((group) => withCount(plain(group), args._count));
}

/** What the five models share, typed by what is passed here: every argument was built and checked above. */
interface ReadModel {
  findMany(query: object): Promise<object[]>;
  count(query: object): Promise<number>;
  aggregate(query: object): Promise<object>;
  groupBy(query: object): Promise<object[]>;
}

function modelOf({ tx, table }: Reading): ReadModel {
  return tx[table.model] as unknown as ReadModel;
}

function columns(table: TableDescription, selected: string[] | null): object {
  const periods = table.periods.filter((period) => selected?.includes(period.name));
  const own = Object.fromEntries([...table.fields, ...periods].map((field) => [field.name, true]));
  if (table.lineFields === null) return own;
  const select = Object.fromEntries(table.lineFields.map((field) => [field.name, true]));
  return { ...own, lines: { select, orderBy: { position: "asc" } } };
}

function plainRow(row: object, fields: string[] | null): Json {
  const all = plain(row);
  if (fields === null || !isObject(all)) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)));
}

/** `_count: true` gives a number in Prisma's own client too. */
function withCount(value: Json, given: Json | undefined): Json {
  if (given !== true || !isObject(value) || !isObject(value._count)) return value;
  return { ...value, _count: value._count._all ?? 0 };
}

function plain(value: unknown): Json {
  if (value instanceof Date) return value.toISOString();
  if (Prisma.Decimal.isDecimal(value)) return plainNumber(value);
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
