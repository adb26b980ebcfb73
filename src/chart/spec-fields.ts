// A specification of the right form in; null, or which field of it cannot be shown, out: one that no row has, text where a
// number has to be, a day that is none.
import type { ChartFault } from "./chart.ts";
import { type Fields, fieldsOf, isFields, quoted } from "./fields.ts";
import { innerSpecs } from "./spec-shape.ts";

/** What a chart draws from, with what those around it bring and make. */
interface Source {
  rows: Fields[];
  /** Fields that transforms make; null where their names come out of the data. */
  made: Set<string> | null;
  sets: Fields;
}

export function fieldProblem(spec: Fields): ChartFault | null {
  const why = problemIn(spec, "chart", { rows: [], made: new Set(), sets: fieldsOf(spec.datasets) });
  return why === null ? null : { code: "CHART_INVALID", why };
}

function problemIn(spec: Fields, at: string, around: Source): string | null {
  const source = sourceOf(spec, around);
  const encoding = fieldsOf(spec.encoding);
  const channels = Object.entries(encoding).map(([name, channel]): [string, unknown] => [
    `${at}.encoding.${name}`,
    channel,
  ]);
  if (isFields(spec.facet)) channels.push([`${at}.facet`, spec.facet]);
  const inner = innerSpecs(spec, at);
  // What layers have in common is checked where the data is known.
  const isHere = inner.length === 0 || source.rows.length > 0;
  for (const [place, channel] of isHere ? channels : []) {
    for (const one of Array.isArray(channel) ? channel : [channel]) {
      const problem = channelProblem(fieldsOf(one), source);
      if (problem !== null) return `${place} ${problem}`;
    }
  }
  for (const { unit, place } of inner) {
    const below =
      inner.length > 0 && !isHere ? { ...unit, encoding: { ...encoding, ...fieldsOf(unit.encoding) } } : unit;
    const problem = problemIn(below, place, source);
    if (problem !== null) return problem;
  }
  return null;
}

function sourceOf(spec: Fields, around: Source): Source {
  const { values, name } = fieldsOf(spec.data);
  const own = values ?? (typeof name === "string" ? around.sets[name] : undefined);
  const rows = Array.isArray(own) ? own.map((row) => (isFields(row) ? row : { data: row })) : around.rows;
  const before = Array.isArray(own) ? new Set<string>() : around.made;
  const made = madeBy(spec.transform);
  return { rows, sets: around.sets, made: before === null || made === null ? null : new Set([...before, ...made]) };
}

function madeBy(transforms: unknown): Set<string> | null {
  const made = new Set<string>();
  for (const transform of Array.isArray(transforms) ? transforms.map(fieldsOf) : []) {
    if ("pivot" in transform) return null;
    for (const name of namesIn(transform)) made.add(name);
    if ("fold" in transform && transform.as === undefined) made.add("key").add("value");
  }
  return made;
}

/** All that is named by "as", and what Vega calls what nobody named. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(fieldsOf(value)).flatMap(([key, inner]) => {
    if (key === "as") return [inner].flat().filter((name) => typeof name === "string");
    if (key === "op" && typeof inner === "string") {
      const { field } = fieldsOf(value);
      return typeof field === "string" ? [`${inner}_${field}`] : [inner];
    }
    return namesIn(inner);
  });
}

function channelProblem(channel: Fields, { rows, made }: Source): string | null {
  const { field, type, aggregate } = channel;
  if (typeof field !== "string" || made === null) return null;
  const name = rootOf(field);
  if (made.has(field) || made.has(name)) return null;
  if (!rows.some((row) => Object.hasOwn(row, name))) return missing(field, rows);
  if (aggregate === "count" || aggregate === "distinct" || name !== field) return null;
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  if (type === "quantitative" && aggregate === undefined) {
    const wrong = values.find((value) => typeof value === "object" || !Number.isFinite(Number(value)));
    if (wrong !== undefined) return `is quantitative, and the field ${quoted(field)} holds ${quoted(wrong)}`;
  }
  if (type === "temporal") {
    const wrong = values.find((value) =>
      Number.isNaN(typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN),
    );
    if (wrong !== undefined)
      return `is temporal, and the field ${quoted(field)} holds ${quoted(wrong)}, which is no day`;
  }
  return null;
}

const MOST_NAMED = 12;

function missing(field: string, rows: Fields[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.includes(field)) {
    return `shows the field ${quoted(field)}: a dot or a bracket in a name reads a field inside of another; rename it`;
  }
  const has = names.slice(0, MOST_NAMED).map(quoted).join(", ");
  return `shows the field ${quoted(field)}, which no row has${has === "" ? "" : `; the rows have ${has}`}`;
}

/** Of "a.b" and "a[0]" the a; a backslash takes a dot as it is. */
function rootOf(field: string): string {
  return (/^(?:\\.|[^.[\\])*/.exec(field)?.[0] ?? field).replaceAll(/\\(.)/g, "$1");
}
