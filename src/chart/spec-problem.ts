// A specification in; null, or the sentence why no picture is made of it, out. What passes holds all of its data itself:
// nothing in it is an address, or makes more rows than it brings.
import type { ChartLimits, ChartSpec } from "./chart.ts";

type Fields = { [key: string]: unknown };

const MOST_DEPTH = 40;
const DATA_KEYS = new Set(["values", "name", "format"]);
// Pictures and maps live elsewhere.
const OUTSIDE_MARKS = new Set(["image", "geoshape"]);

export function specProblem(spec: ChartSpec, limits: ChartLimits): string | null {
  const text = jsonOf(spec);
  if (text === null) return "The chart's specification is not plain data.";
  if (text.length > limits.specChars) return `The chart's specification is longer than ${limits.specChars} characters.`;
  const { $schema } = spec;
  if ($schema !== undefined && !/\/vega-lite\//.test(String($schema))) return "Only Vega-Lite charts can be drawn.";
  let rows = 0;
  const problemIn = (value: unknown, depth: number): string | null => {
    if (typeof value !== "object" || value === null) return null;
    if (depth > MOST_DEPTH) return "The chart's specification is nested too deeply.";
    for (const [key, inner] of Object.entries(value)) {
      const problem = problemAt(key, inner);
      if (problem !== null) return problem;
      if (key === "datasets")
        rows += Object.values(fieldsOf(inner)).reduce((sum: number, set) => sum + rowCount(set), 0);
      else if (key === "data") rows += rowCount(fieldsOf(inner).values);
      else {
        const below = problemIn(inner, depth + 1);
        if (below !== null) return below;
      }
      if (rows > limits.rows) return `The chart has more than ${limits.rows} rows of data.`;
    }
    return null;
  };
  return problemIn(spec, 0);
}

function problemAt(key: string, value: unknown): string | null {
  switch (key) {
    case "url":
    case "href":
      return "The chart asks for something that is not in it; all of its data has to be inline.";
    case "mark": {
      const mark = typeof value === "string" ? value : fieldsOf(value).type;
      return OUTSIDE_MARKS.has(String(mark)) ? `A chart with the mark "${mark}" cannot be drawn.` : null;
    }
    case "data":
      return dataProblem(value);
    case "datasets":
      return Object.values(fieldsOf(value)).every(Array.isArray) ? null : "The chart's data has to be a list of rows.";
    default:
      return null;
  }
}

function dataProblem(data: unknown): string | null {
  const { values, format } = fieldsOf(data);
  const isInline = Object.keys(fieldsOf(data)).every((key) => DATA_KEYS.has(key));
  const { type = "json" } = fieldsOf(format);
  if (!isInline || type !== "json") return "All of the chart's data has to be inline, as a list of rows.";
  return values === undefined || Array.isArray(values) ? null : "The chart's data has to be a list of rows.";
}

const rowCount = (values: unknown): number => (Array.isArray(values) ? values.length : 0);

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function jsonOf(spec: ChartSpec): string | null {
  try {
    return JSON.stringify(spec);
  } catch {
    return null;
  }
}
