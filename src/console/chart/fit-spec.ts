// A chart's specification and the width there is in; the same, fitted to the page, out: as wide as its place, days as
// they are at the shop, and the page's own look in place of colours that were chosen for white paper. Pure.
import type { Json } from "../../json.ts";
import { fieldsOf, inlineRows, isObject, type JsonObject } from "./chart-data.ts";

export interface Fitted {
  spec: JsonObject;
  /** Of the labels under the chart, in degrees; null: as the look has it. */
  labelAngle: number | null;
}

// Under this a bar and its label cannot be told from its neighbours; the chart then scrolls sideways in its own frame.
const leastStepPx = 22;
const axisPx = 70;
const legendPx = 110;
const letterPx = 7.5;

export function fitSpec(chart: JsonObject, widthPx: number): Fitted {
  // The title stands above the picture as text, where it wraps and can be selected.
  const { title: _, background: __, config: ___, padding: ____, ...rest } = chart;
  const spec = atShopTime(rest);
  if (!isSingle(spec)) return { spec, labelAngle: null };
  const labels = labelsBelow(spec);
  const width = Math.max(widthPx, labels.length * leastStepPx + axisPx);
  const longest = Math.max(0, ...labels.map((label) => label.length));
  const besidePx = axisPx + ("color" in fieldsOf(spec.encoding) ? legendPx : 0);
  const roomPx = (width - besidePx) / Math.max(1, labels.length);
  const labelAngle = labels.length > 0 && longest * letterPx < roomPx ? 0 : null;
  return { spec: { ...spec, width, autosize: { type: "fit-x", contains: "padding" } }, labelAngle };
}

/** Charts beside or under each other, and those split by a field, have a width of their own. */
function isSingle(spec: JsonObject): boolean {
  const encoding = fieldsOf(spec.encoding);
  const isComposed = ["concat", "hconcat", "vconcat", "repeat", "facet", "spec"].some((key) => key in spec);
  return !isComposed && !["row", "column", "facet"].some((key) => key in encoding);
}

/** The names under the chart, each once. */
function labelsBelow(spec: JsonObject): string[] {
  const layers = Array.isArray(spec.layer) ? spec.layer : [];
  const x = fieldsOf([spec, ...layers].map((unit) => fieldsOf(fieldsOf(unit).encoding).x).find(isObject));
  const { field, type, timeUnit } = x;
  if (typeof field !== "string" || timeUnit !== undefined || (type !== "nominal" && type !== "ordinal")) return [];
  return [...new Set(inlineRows(spec).map((row) => String(row[field] ?? "")))];
}

/** The shop's days are counted in UTC, in pictures too; a browser would count its own. */
function atShopTime<Value extends Json>(value: Value): Value;
function atShopTime(value: Json): Json {
  if (Array.isArray(value)) return value.map(atShopTime);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "data" || key === "datasets") return [key, inner];
      if (key === "timeUnit" && typeof inner === "string") return [key, utcUnit(inner)];
      if (key === "x" || key === "y" || key === "color") return [key, utcScale(atShopTime(inner))];
      return [key, atShopTime(inner)];
    }),
  );
}

const utcUnit = (unit: string): string => (/^(?:utc|binned)/.test(unit) ? unit : `utc${unit}`);

function utcScale(channel: Json): Json {
  const fields = fieldsOf(channel);
  if (fields.type !== "temporal" || fields.scale === null) return channel;
  return { ...fields, scale: { type: "utc", ...fieldsOf(fields.scale) } };
}
