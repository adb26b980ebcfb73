// What a plan set as its chart in; null, or why no picture is made of it, out. What passes holds all of its data itself:
// nothing in it is an address, a program, or makes more rows than it brings.
import type { ChartFault, ChartLimits } from "./chart.ts";
import { expressionProblem } from "./expression-problem.ts";
import { isFields, quoted } from "./fields.ts";
import { fieldProblem } from "./spec-fields.ts";
import { shapeProblem } from "./spec-shape.ts";

const MOST_DEPTH = 40;

// Where these stand, something is fetched or opened.
const ADDRESS_KEYS = new Set(["url", "href", "src", "baseURL", "projection"]);
// Pictures and maps live elsewhere.
const OUTSIDE_MARKS = new Set<unknown>(["image", "geoshape"]);
const ADDRESS = /\b(?:javascript|vbscript):|\b(?:file|https?|ftp|wss?):\/|\bdata:[\w.+-]+[/;,]|\burl\s*\(|^\s*\/\//i;
const SCRIPT = /<\s*\/?\s*(?:script|iframe|object|embed|foreignObject)\b|\bon\w+\s*=\s*["']/i;
// Rows that nobody brought, a chart that repeats itself, and what waits for time or for somebody's hand.
const LOOP_KEYS = new Set(["sequence", "graticule", "sphere", "repeat", "timer", "on", "events", "stream", "between"]);
const MAKERS = new Set(["impute", "density", "quantile", "loess", "keyvals", "sample"]);
const HOOK_KEYS = new Set(["params", "signals", "selection", "usermeta"]);
const EXPRESSION_KEYS = new Set(["calculate", "filter", "test", "and", "or", "not", "labelExpr", "expr"]);
const PROGRAM_KEYS = new Set(["signal", "update", "init", "bind", "customFormatTypes"]);
const STYLES = String.raw`\w*(?:cursor|fill|stroke|color|background|font|blend)`;
const WITHIN_STYLE = new RegExp(String.raw`\.(?:${STYLES}|range|scheme)[.[]`, "i");
const STYLE_TEXT = new RegExp(
  String.raw`\.(?:${STYLES}(?:\[\d+\])?(?:\.condition(?:\[\d+\])?)?(?:\.value)?|(?:range|scheme)(?:\.\w+)?)(?:\[\d+\])*$`,
  "i",
);
// Style sheets read a backslash and digits as a letter, so an address may hide behind it; and what is no function of a
// colour may fetch a picture.
const HIDING = /\\|(?<!\b(?:rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch|color))\(/i;
// Any other becomes the name of a function that is called.
const FORMAT_TYPES = new Set<unknown>(["number", "time"]);

export function specProblem(spec: unknown, limits: ChartLimits): ChartFault | null {
  const text = jsonOf(spec);
  if (text === null) return { code: "CHART_LOOP", why: "chart contains itself, or is no plain data" };
  if (!isFields(spec)) return { code: "CHART_INVALID", why: "chart is no object" };
  const rows = rowsIn(spec);
  if (rows > limits.rows) {
    return { code: "CHART_TOO_LARGE", why: `chart has ${rows} rows of data; at most ${limits.rows} are drawn` };
  }
  if (text.length > limits.specChars) {
    const why = `chart has ${text.length} characters as JSON; at most ${limits.specChars} are drawn`;
    return { code: "CHART_TOO_LARGE", why };
  }
  const { $schema, ...rest } = spec;
  if ($schema !== undefined && !(typeof $schema === "string" && $schema.includes("/vega-lite/"))) {
    return { code: "CHART_INVALID", why: "$schema names another language than Vega-Lite" };
  }
  const problem = contentProblem(rest, "chart", 0) ?? shapeProblem(rest);
  if (problem !== null) return problem;
  return rows === 0 ? { code: "CHART_EMPTY", why: "chart has no rows of data" } : fieldProblem(rest);
}

/** Data is only drawn: nothing lets a row be more than a text, a number or a place on a scale. */
const isRows = (key: string) => key === "values" || key === "datasets";

function contentProblem(value: unknown, at: string, depth: number): ChartFault | null {
  if (typeof value === "string") return textProblem(value, at);
  if (typeof value !== "object" || value === null) return null;
  if (depth > MOST_DEPTH) return { code: "CHART_LOOP", why: `${at.slice(0, 60)}… is nested too deeply` };
  for (const [key, inner] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${at}[${key}]` : `${at}.${key.slice(0, 40)}`;
    if (isRows(key) && (at.endsWith(".data") || key === "datasets")) continue;
    const problem = Array.isArray(value) ? null : keyProblem(key, inner, place);
    const below = problem ?? contentProblem(inner, place, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

function keyProblem(key: string, value: unknown, at: string): ChartFault | null {
  if (ADDRESS_KEYS.has(key)) return { code: "CHART_ADDRESS", why: `${at} reaches outside of the chart` };
  if (key === "mark" || (key === "type" && at.endsWith(".mark.type"))) {
    if (OUTSIDE_MARKS.has(value)) return { code: "CHART_ADDRESS", why: `${at} is ${quoted(value)}` };
  }
  if (LOOP_KEYS.has(key) || MAKERS.has(key)) return { code: "CHART_LOOP", why: `${at} is not drawn` };
  // An event's own words come before "params are not drawn", which would say less.
  if (HOOK_KEYS.has(key)) {
    return contentProblem(value, at, 0) ?? { code: "CHART_SCRIPT", why: `${at} is not drawn` };
  }
  if (PROGRAM_KEYS.has(key)) return { code: "CHART_SCRIPT", why: `${at} is not drawn` };
  if (isRawStyle(key, value, at)) {
    const why = `${at} lets rows hold any style; leave it out, and name the colours in scale.range`;
    return { code: "CHART_ADDRESS", why };
  }
  if (/formatType$/i.test(key) && !FORMAT_TYPES.has(value)) return { code: "CHART_SCRIPT", why: `${at} is not drawn` };
  // "and" and "or" take several.
  for (const text of EXPRESSION_KEYS.has(key) ? [value].flat() : []) {
    const problem = typeof text === "string" ? expressionProblem(text) : null;
    if (problem !== null) return { code: "CHART_SCRIPT", why: `${at} ${problem}` };
  }
  return null;
}

/** What stands in the rows would be a style as it is, and nobody reads rows for addresses. */
function isRawStyle(key: string, value: unknown, at: string): boolean {
  if (key === "scale") return !isFields(value) && /\.(?:color|fill|stroke)\b.*\.scale$/.test(at);
  if (key === "field" || key === "fields") return /\.range\b.*\.fields?$/.test(at);
  if (key === "encoding") return /\.(?:encoding|config)\..*\.encoding$/.test(at);
  return key === "expr" && WITHIN_STYLE.test(at);
}

function textProblem(text: string, at: string): ChartFault | null {
  if (STYLE_TEXT.test(at) && HIDING.test(text)) return { code: "CHART_ADDRESS", why: `${at} is no plain style` };
  if (ADDRESS.test(text)) return { code: "CHART_ADDRESS", why: `${at} holds an address` };
  return SCRIPT.test(text) ? { code: "CHART_SCRIPT", why: `${at} holds markup` } : null;
}

/** Wherever in the specification they stand. */
function rowsIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let rows = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "datasets" && isFields(inner)) {
      for (const set of Object.values(inner)) rows += Array.isArray(set) ? set.length : 0;
    } else if (key === "data" && isFields(inner)) rows += Array.isArray(inner.values) ? inner.values.length : 0;
    else rows += rowsIn(inner);
  }
  return rows;
}

/** null: it contains itself, or has what JSON has not. */
function jsonOf(spec: unknown): string | null {
  try {
    return JSON.stringify(spec) ?? null;
  } catch {
    return null;
  }
}
