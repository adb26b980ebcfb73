// A chart's specification in; its words and the rows that it was drawn from out. Pure.
import type { Json } from "../../json.ts";

export type JsonObject = { [key: string]: Json };

export function titleOf(chart: JsonObject): { title: string; subtitle: string } {
  const { title } = chart;
  const { text = title, subtitle = null } = fieldsOf(title);
  return { title: textOf(text) || textOf(chart.description) || "Chart", subtitle: textOf(subtitle) };
}

/** The first data that the chart brings: its own, a layer's, or a named one. */
export function inlineRows(chart: JsonObject): JsonObject[] {
  const { values, name } = fieldsOf(chart.data);
  const named = typeof name === "string" ? fieldsOf(chart.datasets)[name] : Object.values(fieldsOf(chart.datasets))[0];
  const own = Array.isArray(values) ? values : named;
  if (Array.isArray(own)) return own.map((row) => (isObject(row) ? row : { data: row }));
  const parts = ["layer", "concat", "hconcat", "vconcat"].flatMap((key) => chart[key] ?? []);
  for (const part of [...parts, chart.spec].filter(isObject)) {
    const rows = inlineRows(part);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** The same as a table: every field that a row has, in the order in which they first come. */
export function chartTable(chart: JsonObject): { columns: string[]; rows: Json[][] } {
  const rows = inlineRows(chart);
  const columns = [...new Set(rows.flatMap(Object.keys))];
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

export const fieldsOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (text: Json | undefined): string =>
  Array.isArray(text) ? text.map(textOf).join(" ") : typeof text === "string" ? text.trim() : "";
