// The rest of a read's arguments in (order, paging, selection, aggregates), Prisma's out.
import type { Json } from "../json.ts";
import { entriesOf, isObject, refuse, shown } from "./refuse.ts";
import type { Field, TableDescription } from "./tables.ts";
import { fieldNamed } from "./where.ts";

export const AGGREGATES = ["_count", "_sum", "_avg", "_min", "_max"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

const MOST_SKIP = 1_000_000;
const MOST_ORDERINGS = 5;

export function takeOf(given: Json | undefined, path: string, most: number): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0) {
    refuse(`${path}.take must be a whole number from 0, not ${shown(given)}.`);
  }
  return Math.min(given, most);
}

export function skipOf(given: Json | undefined, path: string): number {
  if (given === undefined || given === null) return 0;
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0 || given > MOST_SKIP) {
    refuse(`${path}.skip must be a whole number from 0 to ${MOST_SKIP}, not ${shown(given)}.`);
  }
  return given;
}

/** Ends with the key, so that equal rows come in the same order every time. */
export function orderByOf(table: TableDescription, given: Json | undefined): object[] {
  const asked = orderings(table, given).map(([name, value]) => fieldOrder(table, name, value));
  return asked.length === 0 && table.usualOrder.length > 0 ? table.usualOrder : [...asked, { [table.key]: "asc" }];
}

/** Of groups: by their fields or their aggregates, `{ _sum: { quantity: 'desc' } }`; then by the fields. */
export function groupOrderOf(table: TableDescription, by: string[], given: Json | undefined): object[] {
  const orders = orderings(table, given).map(([name, value]) => {
    const aggregate = AGGREGATES.find((known) => known === name);
    if (aggregate === undefined) {
      if (!by.includes(name))
        refuse(`${table.name}.groupBy can be ordered by ${[...by, ...AGGREGATES].join(", ")} only.`);
      return fieldOrder(table, name, value);
    }
    const path = `${table.name}.orderBy.${aggregate}`;
    // The key is never null: counting it counts the rows.
    if (aggregate === "_count" && typeof value === "string") {
      return { _count: { [table.key]: direction(value, path) } };
    }
    const names = [...(aggregate === "_count" ? ["_all"] : []), ...aggregated(table, aggregate)];
    return {
      [aggregate]: Object.fromEntries(
        entriesOf(value, path, names).map(([field, way]) => [
          field === "_all" ? table.key : field,
          direction(way, path),
        ]),
      ),
    };
  });
  return [...orders, ...by.map((name) => ({ [name]: "asc" }))];
}

function orderings(table: TableDescription, given: Json | undefined): [string, Json][] {
  if (given === undefined || given === null) return [];
  const list = Array.isArray(given) ? given : [given];
  const entries = list.flatMap((each) => {
    if (!isObject(each)) refuse(`${table.name}.orderBy must be like { ${table.key}: 'asc' }, not ${shown(given)}.`);
    return Object.entries(each);
  });
  if (entries.length > MOST_ORDERINGS) refuse(`${table.name}.orderBy takes at most ${MOST_ORDERINGS} fields.`);
  return entries;
}

function fieldOrder(table: TableDescription, name: string, value: Json): object {
  const field = fieldNamed(table, name);
  const path = `${table.name}.orderBy.${name}`;
  if (!isObject(value)) return { [field.name]: direction(value, path) };
  const { sort, nulls } = Object.fromEntries(entriesOf(value, path, ["sort", "nulls"]));
  if (nulls !== undefined && nulls !== "first" && nulls !== "last") refuse(`${path}.nulls must be 'first' or 'last'.`);
  // Prisma refuses `nulls` for a field that has none.
  const where = field.nullable && nulls !== undefined ? { nulls } : null;
  return { [field.name]: where === null ? direction(sort, path) : { sort: direction(sort, path), ...where } };
}

function direction(value: Json | undefined, path: string): "asc" | "desc" {
  if (value !== "asc" && value !== "desc") refuse(`${path} must be 'asc' or 'desc', not ${shown(value)}.`);
  return value;
}

/** null: every field. */
export function selectOf(table: TableDescription, given: Json | undefined): string[] | null {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) refuse(`${table.name}.select must be like { ${table.key}: true }, not ${shown(given)}.`);
  return Object.entries(given).flatMap(([name, flag]) => {
    if (!(name === "lines" && table.lineFields !== null)) fieldNamed(table, name);
    const isNested = name === "lines" && isObject(flag);
    if (typeof flag !== "boolean" && !isNested) refuse(`${table.name}.select.${name} must be true.`);
    return flag === false ? [] : [name];
  });
}

/** Lines always come along; nothing else can be included. */
export function checkInclude(table: TableDescription, given: Json | undefined): void {
  if (given === undefined || given === null) return;
  entriesOf(given, `${table.name}.include`, table.lineFields === null ? [] : ["lines"]);
}

/** The part of the arguments that says what to compute, in Prisma's words. */
export function aggregatesOf(
  table: TableDescription,
  args: { [name: string]: Json },
): Partial<Record<Aggregate, object>> {
  const wanted: Partial<Record<Aggregate, object>> = {};
  for (const aggregate of AGGREGATES) {
    const given = args[aggregate];
    if (given === undefined || given === null || given === false) continue;
    const path = `${table.name}.${aggregate}`;
    if (aggregate === "_count" && given === true) {
      wanted._count = { _all: true };
      continue;
    }
    const names = aggregate === "_count" ? ["_all", ...fieldNames(table)] : aggregated(table, aggregate);
    const flags = entriesOf(given, path, names).filter(([name, flag]) => {
      if (typeof flag !== "boolean") refuse(`${path}.${name} must be true.`);
      return flag;
    });
    if (flags.length > 0) wanted[aggregate] = Object.fromEntries(flags);
  }
  return wanted;
}

export function aggregated(table: TableDescription, aggregate: Aggregate): string[] {
  const isNumber = (field: Field) => field.type === "integer" || field.type === "amount";
  if (aggregate === "_sum" || aggregate === "_avg") return table.fields.filter(isNumber).map((field) => field.name);
  return fieldNames(table);
}

export function fieldNames(table: TableDescription): string[] {
  return table.fields.map((field) => field.name);
}

/** What rows can be grouped by: their fields and the periods that they fall into. */
export function groupingNames(table: TableDescription): string[] {
  return [...table.fields, ...table.periods].map((field) => field.name);
}
