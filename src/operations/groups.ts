// groupBy's own arguments in, Prisma's out: the fields to group by, and conditions on groups.
import type { Json } from "../json.ts";
import { comparable } from "./field-filter.ts";
import { AGGREGATES, aggregated, fieldNames, groupingNames } from "./query.ts";
import { entriesOf, isObject, refuse, shown } from "./refuse.ts";
import type { Field, TableDescription } from "./tables.ts";
import { fieldNamed } from "./where.ts";

const OPERATORS = ["equals", "not", "lt", "lte", "gt", "gte"] as const;

export function groupFields(table: TableDescription, given: Json | undefined): string[] {
  const list = typeof given === "string" ? [given] : given;
  if (!Array.isArray(list) || list.length === 0) {
    refuse(`${table.name}.groupBy needs by: a list of ${groupingNames(table).join(", ")}.`);
  }
  const names = list.map((name) => {
    if (typeof name !== "string") refuse(`${table.name}.groupBy: by must hold names of fields, not ${shown(name)}.`);
    return fieldNamed(table, name).name;
  });
  return [...new Set(names)];
}

/** `{ quantity: { _sum: { gt: 5 } } }`. */
export function havingOf(table: TableDescription, given: Json | undefined): object {
  // Prisma's engine gives up on an empty condition, here and below.
  if (given === undefined || given === null) return { AND: [] };
  const conditions = entriesOf(given, `${table.name}.having`, fieldNames(table)).map(([name, aggregates]) => {
    const path = `${table.name}.having.${name}`;
    if (!isObject(aggregates) || Object.keys(aggregates).length === 0) {
      refuse(`${path} must be like { _sum: { gt: 5 } }, not ${shown(aggregates)}.`);
    }
    return {
      [name]: Object.fromEntries(
        entriesOf(aggregates, path, AGGREGATES).map(([aggregate, filter]) => {
          const known = AGGREGATES.find((candidate) => candidate === aggregate);
          if (known !== undefined && !aggregated(table, known).includes(name)) {
            refuse(`${path} cannot be summed; ${aggregated(table, known).join(", ")} can.`);
          }
          return [
            aggregate,
            comparisons(resultField(fieldNamed(table, name), aggregate), filter, `${path}.${aggregate}`),
          ];
        }),
      ),
    };
  });
  return { AND: conditions };
}

/** What an aggregate of a field compares with: counts are whole, averages are not. */
function resultField(field: Field, aggregate: string): Field {
  if (aggregate === "_count") return { ...field, type: "integer" };
  if (aggregate === "_avg") return { ...field, type: "amount" };
  return field;
}

function comparisons(field: Field, given: Json, path: string): object {
  const filter = isObject(given) ? given : { equals: given };
  if (Object.keys(filter).length === 0) refuse(`${path} must be like { gt: 5 }, not {}.`);
  return Object.fromEntries(
    entriesOf(filter, path, OPERATORS).map(([operator, value]) => {
      const parsed = comparable(field, value, `${path}.${operator}`);
      // Prisma takes averages as floating-point numbers.
      return [operator, typeof parsed === "object" && !(parsed instanceof Date) ? parsed.toNumber() : parsed];
    }),
  );
}
