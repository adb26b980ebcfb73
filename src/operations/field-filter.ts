// One field's condition as a plan wrote it in, Prisma's conditions out. Every value is checked against the field's type
// here, so that the database never has to complain about one.
import { Prisma } from "../database/generated/client.ts";
import type { Json } from "../json.ts";
import { isStorable } from "../storable.ts";
import { MOST_INTEGER } from "./arguments.ts";
import { and, type Condition, not, or } from "./condition.ts";
import { isPeriod, periodFilter, periodText } from "./periods.ts";
import { entriesOf, isObject, refuse, shown } from "./refuse.ts";
import type { Field } from "./tables.ts";

const COMPARISONS = ["equals", "not", "in", "notIn", "lt", "lte", "gt", "gte"] as const;
const PERIOD_OPERATORS = [...COMPARISONS, "startsWith"] as const;
const OPERATORS = {
  text: [...COMPARISONS, "contains", "startsWith", "endsWith", "mode"],
  integer: COMPARISONS,
  amount: COMPARISONS,
  time: COMPARISONS,
  day: PERIOD_OPERATORS,
  week: PERIOD_OPERATORS,
  month: PERIOD_OPERATORS,
  year: PERIOD_OPERATORS,
} as const;

const MOST_DEPTH = 4;
const MOST_IN_LIST = 500;
const MOST_TEXT = 500;
const MOST_AMOUNT = 1e12;

/** `path` is for messages: "inventory.price". */
export function fieldFilter(field: Field, given: Json, path: string, depth = 1): Condition {
  if (depth > MOST_DEPTH) refuse(`${path} is nested too deeply; at most ${MOST_DEPTH} levels are possible.`);
  if (!isObject(given)) return equal(field, given, path, false);
  const entries = entriesOf(given, path, OPERATORS[field.type]);
  const { mode } = given;
  if (mode !== undefined && mode !== "insensitive" && mode !== "default") {
    refuse(`${path}.mode must be "insensitive" or "default", not ${shown(mode)}.`);
  }
  const anyCase = mode === "insensitive";
  return and(
    entries.map(([operator, value]) =>
      operator === "not" && isObject(value)
        ? not(fieldFilter(field, value, `${path}.not`, depth + 1))
        : operatorFilter(field, operator, value, `${path}.${operator}`, anyCase),
    ),
  );
}

function operatorFilter(field: Field, operator: string, value: Json, path: string, anyCase: boolean): Condition {
  switch (operator) {
    case "mode":
      return "all";
    case "equals":
      return equal(field, value, path, anyCase);
    case "not":
      return not(equal(field, value, path, anyCase));
    case "in":
      return oneOf(field, listOf(value, path), path, anyCase);
    case "notIn":
      return not(oneOf(field, listOf(value, path), path, anyCase));
    case "contains":
    case "startsWith":
    case "endsWith":
      return { [field.name]: { [operator]: pattern(textValue(value, path)), ...caseMode(anyCase) } };
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      if (isPeriod(field.type)) return periodFilter(field.type, operator, value, path);
      return { [field.name]: { [operator]: comparable(field, value, path) } };
    default:
      throw new Error(`no filter ${operator}`);
  }
}

/** One condition however long the list, except for words in any case and for spans of time. */
function oneOf(field: Field, values: Json[], path: string, anyCase: boolean): Condition {
  if (anyCase || isPeriod(field.type)) return or(values.map((each) => equal(field, each, path, anyCase)));
  const some = values.filter((each) => each !== null);
  const known = some.map((each) => ({ each, parsed: comparable(field, each, path) }));
  const fitting = known.filter(({ each, parsed }) => field.type !== "integer" || parsed === each);
  const isNull = values.length > some.length ? equal(field, null, path, false) : "none";
  const isListed: Condition =
    fitting.length === 0 ? "none" : { [field.name]: { in: fitting.map(({ parsed }) => parsed) } };
  return or([isListed, isNull]);
}

function equal(field: Field, value: Json, path: string, anyCase: boolean): Condition {
  // A guest's `customerId: requester.customerId` is null: nothing is theirs, and nothing is wrong.
  if (value === null) return field.nullable ? { [field.name]: null } : "none";
  if (anyCase) return { [field.name]: { equals: pattern(textValue(value, path)), ...caseMode(true) } };
  if (isPeriod(field.type)) return periodFilter(field.type, "equals", value, path);
  const parsed = comparable(field, value, path);
  const isBeyond = field.type === "integer" && parsed !== value;
  return isBeyond ? "none" : { [field.name]: { equals: parsed } };
}

function caseMode(anyCase: boolean): object {
  return anyCase ? { mode: "insensitive" } : {};
}

/** Prisma matches these by LIKE and leaves the wildcards in; a plan means the characters themselves. */
function pattern(value: string): string {
  return value.replace(/[\\%_]/g, "\\$&");
}

function listOf(value: Json, path: string): Json[] {
  if (!Array.isArray(value)) refuse(`${path} must be a list, not ${shown(value)}.`);
  if (value.length > MOST_IN_LIST) refuse(`${path} has ${value.length} entries; at most ${MOST_IN_LIST} are possible.`);
  return value;
}

/** Whole numbers beyond the column's range are cut to its ends, which compare alike with every stored value. */
export function comparable(field: Field, value: Json, path: string): string | number | Prisma.Decimal | Date {
  switch (field.type) {
    case "text":
      return textValue(value, path);
    case "integer":
      if (typeof value !== "number" || !Number.isSafeInteger(value)) {
        refuse(`${path} must be a whole number, not ${shown(value)}.`);
      }
      return Math.max(-MOST_INTEGER, Math.min(MOST_INTEGER, value));
    case "amount":
      if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > MOST_AMOUNT) {
        refuse(`${path} must be a number, not ${shown(value)}.`);
      }
      return new Prisma.Decimal(value);
    case "time":
      return timeValue(value, path);
    case "day":
    case "week":
    case "month":
    case "year":
      return periodText(field.type, value, path);
  }
}

function textValue(value: Json, path: string): string {
  if (typeof value !== "string") refuse(`${path} must be text, not ${shown(value)}.`);
  if (value.length > MOST_TEXT) refuse(`${path} has ${value.length} characters; at most ${MOST_TEXT} are possible.`);
  if (!isStorable(value)) refuse(`${path} holds a character that no stored text has.`);
  return value;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function timeValue(value: Json, path: string): Date {
  if (typeof value !== "string" || !ISO_TIME.test(value)) {
    refuse(`${path} must be an ISO time such as "2025-10-03T09:00:00Z", not ${shown(value)}.`);
  }
  // A time without a zone is meant as the shop's, which is UTC.
  const hasZone = value.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10));
  const time = new Date(hasZone ? value : `${value}Z`);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1) refuse(`${path} is no time: ${shown(value)}.`);
  return time;
}
