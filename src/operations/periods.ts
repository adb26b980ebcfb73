// A day, week, month or year as a plan wrote it in, when that was as a condition on `createdAt` out, or what would be
// right. The columns of these names are only grouped by: a span of time is what the indexes serve.
import type { Json } from "../json.ts";
import type { Condition } from "./condition.ts";
import { refuse, shown } from "./refuse.ts";

export type Period = "day" | "week" | "month" | "year";

const FORMS: { [period in Period]: { form: RegExp; example: string } } = {
  day: { form: /^\d{4}-\d{2}-\d{2}$/, example: '"2025-10-03"' },
  week: { form: /^\d{4}-\d{2}-\d{2}$/, example: 'its Monday, such as "2025-09-29"' },
  month: { form: /^\d{4}-\d{2}$/, example: '"2025-10"' },
  year: { form: /^\d{4}$/, example: '"2025"' },
};

const DAY_MS = 24 * 60 * 60_000;

export function isPeriod(type: string): type is Period {
  return Object.hasOwn(FORMS, type);
}

export function periodText(period: Period, given: Json, path: string): string {
  const { form, example } = FORMS[period];
  // A year is a number to many.
  const value = period === "year" && typeof given === "number" ? String(given) : given;
  if (typeof value !== "string" || !form.test(value) || firstMoment(value) === null) {
    refuse(`${path} must be ${example}, not ${shown(given)}.`);
  }
  return value;
}

/** The period's own text compared, which is the same as its moments: texts of one form are in the order of time. */
export function periodFilter(
  period: Period,
  operator: "equals" | "lt" | "lte" | "gt" | "gte",
  given: Json,
  path: string,
): Condition {
  const value = periodText(period, given, path);
  const from = firstMoment(value);
  if (from === null) return "none";
  if (period === "week" && from.getUTCDay() !== 1) return notOfMonday(operator, from, path);
  const until = nextAfter(period, from);
  switch (operator) {
    case "equals":
      return { createdAt: { gte: from, lt: until } };
    case "lt":
      return { createdAt: { lt: from } };
    case "lte":
      return { createdAt: { lt: until } };
    case "gt":
      return { createdAt: { gte: until } };
    case "gte":
      return { createdAt: { gte: from } };
  }
}

/** No week begins on that day: it lies between two of them, and none ever equals it. */
function notOfMonday(operator: string, day: Date, path: string): Condition {
  const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS);
  if (operator === "equals") {
    refuse(`${path}: a week is named by its Monday; ${dayText(day)} is in the week "${dayText(monday)}".`);
  }
  const next = nextAfter("week", monday);
  return operator === "lt" || operator === "lte" ? { createdAt: { lt: next } } : { createdAt: { gte: next } };
}

function nextAfter(period: Period, from: Date): Date {
  switch (period) {
    case "day":
      return new Date(from.getTime() + DAY_MS);
    case "week":
      return new Date(from.getTime() + 7 * DAY_MS);
    case "month":
      return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    case "year":
      return new Date(Date.UTC(from.getUTCFullYear() + 1, 0, 1));
  }
}

/** null where the calendar has no such day. */
function firstMoment(value: string): Date | null {
  const whole = value.padEnd("2025-01-01".length, "-01");
  const day = new Date(`${whole}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.getUTCFullYear() < 1 || dayText(day) !== whole ? null : day;
}

function dayText(day: Date): string {
  return day.toISOString().slice(0, 10);
}
