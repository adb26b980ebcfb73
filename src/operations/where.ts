// A plan's `where` in, Prisma's out: AND, OR and NOT to a limited depth, the table's fields, an order's lines, and the
// whole-word search of the inventory. Who may see which rows is not decided here but put in front: see `visibleRows`.
import type { Transaction } from "../database/database.ts";
import type { Json } from "../json.ts";
import { and, type Condition, not, or, prismaWhere } from "./condition.ts";
import { fieldFilter } from "./field-filter.ts";
import { entriesOf, isObject, refuse, shown } from "./refuse.ts";
import { searchItems } from "./search.ts";
import type { Field, TableDescription } from "./tables.ts";

const MOST_CONDITIONS = 100;
const MOST_DEPTH = 8;

interface Walk {
  tx: Transaction;
  conditions: number;
}

export async function whereOf(tx: Transaction, table: TableDescription, given: Json | undefined): Promise<Condition> {
  if (given === undefined || given === null) return "all";
  return conditionsOf({ tx, conditions: 0 }, table, given, `${table.name}.where`, 1);
}

async function conditionsOf(
  walk: Walk,
  table: TableDescription,
  given: Json,
  path: string,
  depth: number,
): Promise<Condition> {
  if (depth > MOST_DEPTH) refuse(`${path} is nested too deeply; at most ${MOST_DEPTH} levels are possible.`);
  if (!isObject(given)) refuse(`${path} must be an object of conditions, not ${shown(given)}.`);
  const all: Condition[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (++walk.conditions > MOST_CONDITIONS) refuse(`${path}: at most ${MOST_CONDITIONS} conditions are possible.`);
    all.push(await condition(walk, table, key, value, path, depth));
  }
  return and(all);
}

async function condition(
  walk: Walk,
  table: TableDescription,
  key: string,
  value: Json,
  path: string,
  depth: number,
): Promise<Condition> {
  if (key === "AND" || key === "OR" || key === "NOT") {
    const parts: Condition[] = [];
    for (const [index, part] of (Array.isArray(value) ? value : [value]).entries()) {
      parts.push(await conditionsOf(walk, table, part, `${path}.${key}[${index}]`, depth + 1));
    }
    // Prisma's NOT of a list means that none of them holds.
    return key === "AND" ? and(parts) : key === "OR" ? or(parts) : not(or(parts));
  }
  if (key === "search" && table.isSearchable) {
    const found = await searchItems(walk.tx, value);
    return found.length === 0 ? "none" : { [table.key]: { in: found } };
  }
  if (key === "lines" && table.lineFields !== null)
    return linesCondition(walk, table.lineFields, value, `${path}.lines`);
  return fieldFilter(fieldNamed(table, key), value, `${table.name}.${key}`);
}

function linesCondition(walk: Walk, fields: Field[], given: Json, path: string): Condition {
  const names = fields.map((field) => field.name);
  const parts = entriesOf(given, path, ["some", "every", "none"]).map(([quantifier, conditions]) => {
    const filters = entriesOf(conditions, `${path}.${quantifier}`, names).flatMap(([name, value]) => {
      if (++walk.conditions > MOST_CONDITIONS) refuse(`${path}: at most ${MOST_CONDITIONS} conditions are possible.`);
      return fields.filter((field) => field.name === name).map((field) => fieldFilter(field, value, `${path}.${name}`));
    });
    return { lines: { [quantifier]: prismaWhere(and(filters), "itemId") } };
  });
  return and(parts);
}

export function fieldNamed(table: TableDescription, name: string): Field {
  const fields = [...table.fields, ...table.periods];
  const field = fields.find((candidate) => candidate.name === name);
  if (field !== undefined) return field;
  const extra = [...(table.lineFields === null ? [] : ["lines"]), ...(table.isSearchable ? ["search (in where)"] : [])];
  const names = [...fields.map((candidate) => candidate.name), ...extra];
  return refuse(`${table.name} has no field ${shown(name)}; it has: ${names.join(", ")}.`);
}
