// A chart that a plan made is looked at before anything is drawn: what reaches outside, holds a program, goes on for ever
// or shows what is not there is refused with a code and the place.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChartSpec } from "../../src/chart/chart.ts";
import { specProblem } from "../../src/chart/spec-problem.ts";
import { bars, LIMITS, sold } from "./chart-specs.ts";

const problemOf = (spec: unknown) => specProblem(spec, { ...LIMITS, specChars: 1e9 });
const codeOf = (spec: unknown) => problemOf(spec)?.code ?? "fine";
const x = { field: "item", type: "nominal" };
const y = { field: "units", type: "quantitative" };

const ROUND: ChartSpec = bars();
ROUND.layer = [ROUND];

describe("what is refused", () => {
  test.each<[string, unknown, string]>([
    ["data at an address", bars({ data: { url: "https://example.com/sales.json" } }), "CHART_ADDRESS"],
    ["data in a file", bars({ data: { url: "file:///etc/passwd" } }), "CHART_ADDRESS"],
    [
      "data looked up at an address",
      bars({ transform: [{ lookup: "item", from: { data: { url: "/x" } } }] }),
      "CHART_ADDRESS",
    ],
    ["a mark that is a picture", bars({ mark: { type: "image", width: 10 } }), "CHART_ADDRESS"],
    ["a mark that is a map", bars({ mark: "geoshape" }), "CHART_ADDRESS"],
    ["a picture in a layer", bars({ layer: [{ mark: "image" }] }), "CHART_ADDRESS"],
    ["a channel of addresses", bars({ encoding: { x, y, url: { field: "item" } } }), "CHART_ADDRESS"],
    ["a link", bars({ encoding: { x, y, href: { value: "https://example.com" } } }), "CHART_ADDRESS"],
    ["a link that is a script", bars({ mark: { type: "bar", tooltip: "javascript:alert(1)" } }), "CHART_ADDRESS"],
    ["a colour at an address", bars({ mark: { type: "bar", color: "url(https://example.com/x)" } }), "CHART_ADDRESS"],
    ["a background that is a picture", bars({ background: "data:image/png;base64,AAAA" }), "CHART_ADDRESS"],
    [
      "a colour of a row on a condition",
      bars({
        encoding: { x, y, color: { condition: { test: "datum.units > 3", field: "item", scale: null }, value: "red" } },
      }),
      "CHART_ADDRESS",
    ],
    [
      "a scale whose colours stand in rows",
      bars({ encoding: { x, y, stroke: { field: "item", scale: { range: { field: "item" } } } } }),
      "CHART_ADDRESS",
    ],
    [
      "a colour that is worked out of a row",
      bars({ mark: { type: "bar", color: { expr: "datum.item" } } }),
      "CHART_ADDRESS",
    ],
    [
      "a legend that colours itself by its labels",
      bars({
        encoding: { x, y, color: { field: "item", legend: { encoding: { symbols: { fill: { field: "label" } } } } } },
      }),
      "CHART_ADDRESS",
    ],
    ["a picture by another name", bars({ mark: { type: "bar", cursor: 'image-set("//evil/x" 1x)' } }), "CHART_ADDRESS"],
    [
      "an address among the colours of a scale",
      bars({ encoding: { x, y, color: { field: "item", scale: { range: ["red", "u\\72l(//evil/x)"] } } } }),
      "CHART_ADDRESS",
    ],
    ["a program in a calculation", bars({ transform: [{ calculate: "process.exit()", as: "z" }] }), "CHART_SCRIPT"],
    ["a way out of a row", bars({ transform: [{ filter: "datum.constructor.constructor('x')()" }] }), "CHART_SCRIPT"],
    ["an expression that never ends", bars({ transform: [{ filter: "test(/(a+)+$/, 'aaaa')" }] }), "CHART_SCRIPT"],
    [
      "an expression that makes rows",
      bars({ transform: [{ calculate: "sequence(0, 1e9)", as: "z" }] }),
      "CHART_SCRIPT",
    ],
    [
      "a program in a condition",
      bars({ encoding: { x, y, color: { condition: { test: "warn('x')", value: "red" } } } }),
      "CHART_SCRIPT",
    ],
    [
      "rows that are drawn as they are",
      bars({ encoding: { x, y, fill: { field: "item", type: "nominal", scale: null } } }),
      "CHART_ADDRESS",
    ],
    ["an address behind a backslash", bars({ mark: { type: "bar", cursor: "u\\72l(//evil/x)" } }), "CHART_ADDRESS"],
    [
      "a program in a label",
      bars({ encoding: { x: { ...x, axis: { labelExpr: "window.name" } }, y } }),
      "CHART_SCRIPT",
    ],
    [
      "a program among conditions",
      bars({ transform: [{ filter: { or: ["datum.units > 3", { not: "warn('x')" }] } }] }),
      "CHART_SCRIPT",
    ],
    [
      "a program among several",
      bars({ transform: [{ filter: { and: ["datum.units > 3", "now() > 1"] } }] }),
      "CHART_SCRIPT",
    ],
    ["a format that is a call", bars({ encoding: { x, y: { ...y, axis: { formatType: "warn" } } } }), "CHART_SCRIPT"],
    ["a signal", bars({ mark: { type: "bar", color: { signal: "x" } } }), "CHART_SCRIPT"],
    [
      "a value that is a program",
      bars({ encoding: { x, y, opacity: { value: { expr: "random()" } } } }),
      "CHART_SCRIPT",
    ],
    ["a parameter", bars({ params: [{ name: "p", value: 1 }] }), "CHART_SCRIPT"],
    ["markup in a title", bars({ title: "<script>alert(1)</script>" }), "CHART_SCRIPT"],
    ["a timer", bars({ params: [{ name: "p", select: { type: "point", on: { type: "timer" } } }] }), "CHART_LOOP"],
    ["a stream of events", bars({ params: [{ name: "p", on: [{ events: "click", update: "1" }] }] }), "CHART_LOOP"],
    ["100,000 points that are made", bars({ data: { sequence: { start: 0, stop: 100_000 } } }), "CHART_LOOP"],
    [
      "rows that are filled in",
      bars({ transform: [{ impute: "units", key: "item", keyvals: { stop: 1e9 } }] }),
      "CHART_LOOP",
    ],
    ["a chart that repeats itself", { repeat: ["units", "item"], spec: bars() }, "CHART_LOOP"],
    ["a chart that contains itself", ROUND, "CHART_LOOP"],
    [
      "100,000 points that are brought",
      bars({ data: { values: Array.from({ length: 100_000 }, (_, i) => ({ item: "a", units: i })) } }),
      "CHART_TOO_LARGE",
    ],
    [
      "many small sets of data",
      bars({ datasets: { a: Array(2_000).fill(1), b: Array(2_000).fill(1) }, data: { name: "a" } }),
      "CHART_TOO_LARGE",
    ],
    ["a text", "bar", "CHART_INVALID"],
    ["no chart", { hello: 1 }, "CHART_INVALID"],
    ["another language", { $schema: "https://vega.github.io/schema/vega/v5.json", marks: [] }, "CHART_INVALID"],
    ["a mark that there is not", bars({ mark: "doughnut" }), "CHART_INVALID"],
    ["a channel that there is not", bars({ encoding: { x, why: y } }), "CHART_INVALID"],
    ["a type that there is not", bars({ encoding: { x, y: { ...y, type: "number" } } }), "CHART_INVALID"],
    ["data that is no list", bars({ data: { values: { item: 1 } } }), "CHART_INVALID"],
    [
      "data of another format",
      bars({ data: { values: sold, format: { type: "topojson", feature: "x" } } }),
      "CHART_INVALID",
    ],
    ["a transform that there is not", bars({ transform: [{ dance: true }] }), "CHART_INVALID"],
    ["a field that no row has", bars({ encoding: { x, y: { ...y, field: "sold" } } }), "CHART_INVALID"],
    ["amounts that are words", bars({ data: { values: [{ item: "Moon", units: "$5.00" }] } }), "CHART_INVALID"],
    ["days that are none", bars({ encoding: { x: { ...x, type: "temporal" }, y } }), "CHART_INVALID"],
    ["no rows", bars({ data: { values: [] } }), "CHART_EMPTY"],
  ])("%s", (_title, spec, code) => {
    expect(problemOf(spec)).toMatchObject({ code });
  });

  test("with the place, and what would be right there", () => {
    expect(problemOf(bars({ encoding: { x, y: { ...y, field: "sold" } } }))?.why).toBe(
      'chart.encoding.y shows the field "sold", which no row has; the rows have "item", "units"',
    );
    expect(problemOf({ hconcat: [bars(), bars({ mark: "doughnut" })] })?.why).toMatch(/^chart\.hconcat\[1\]\.mark/);
    const dotted = bars({ data: { values: [{ "a.b": 1, item: "x" }] }, encoding: { x, y: { ...y, field: "a.b" } } });
    expect(problemOf(dotted)?.why).toMatch(/rename it/);
    expect(specProblem(bars({ description: "x".repeat(200_001) }), LIMITS)?.why).toMatch(/at most 200000/);
  });
});

describe("what is let in", () => {
  test.each<[string, ChartSpec]>([
    ["plain bars", bars()],
    ["the schema of the language", bars({ $schema: "https://vega.github.io/schema/vega-lite/v6.json" })],
    ["a comparison over rows", bars({ transform: [{ filter: "datum.units > 3 && datum['item'] != 'Moon'" }] })],
    [
      "comparisons of which all or one must hold",
      bars({ transform: [{ filter: { or: ["datum.units > 3", { field: "item", equal: "Moon" }] } }] }),
    ],
    ["a title with a colon", bars({ title: "File: stock, data: all" })],
    ["a filter without words", bars({ transform: [{ filter: { field: "units", gt: 3 } }] })],
    [
      "a share that is worked out",
      bars({
        transform: [{ calculate: "round(datum.units / 22.5 * 100)", as: "share" }],
        encoding: { x, y: { field: "share", type: "quantitative" } },
      }),
    ],
    [
      "a colour for some bars",
      bars({
        encoding: { x, y, color: { condition: { test: "datum.units < 5", value: "#b8524a" }, value: "#1c6148" } },
      }),
    ],
    [
      "colours that the chart brings itself",
      bars({
        mark: { type: "bar", color: "rgb(28, 97, 72)", cursor: "pointer" },
        encoding: { x, y, color: { field: "item", scale: { range: ["#1c6148", "hsl(10 50% 50% / 0.5)", "red"] } } },
      }),
    ],
    [
      "a field whose name has a dot, as a colour with its title",
      bars({
        data: { values: [{ item: "Moon", units: 3, "a.b": "x" }] },
        encoding: { x, y, color: { field: "a\\.b", title: "Kind (all)" } },
      }),
    ],
    ["labels in other words", bars({ encoding: { x: { ...x, axis: { labelExpr: "upper(datum.label)" } }, y } })],
    [
      "sums by month",
      bars({
        data: { values: [{ day: "2026-01-03", units: 3 }] },
        encoding: {
          x: { field: "day", timeUnit: "yearmonth", type: "temporal" },
          y: { aggregate: "sum", field: "units" },
        },
      }),
    ],
    [
      "columns side by side",
      bars({
        transform: [{ fold: ["units"] }],
        encoding: { x, y: { field: "value", type: "quantitative" }, color: { field: "key" } },
      }),
    ],
    [
      "layers over the same rows",
      {
        data: { values: sold },
        encoding: { x, y },
        layer: [{ mark: "bar" }, { mark: "text", encoding: { text: { field: "units" } } }],
      },
    ],
    [
      "layers with rows of their own",
      { encoding: { x, y }, layer: [bars(), { mark: "rule", data: { values: [{ item: "Moon", units: 5 }] } }] },
    ],
    ["data by name", bars({ datasets: { sold }, data: { name: "sold" } })],
    [
      "addresses and markup within the rows, where they are only text",
      bars({ data: { values: [{ item: "<script> javascript:x https://example.com", units: 3 }] } }),
    ],
  ])("%s", (_title, spec) => {
    expect(problemOf(spec)).toBeNull();
  });
});

test("whatever a plan sets as its chart is judged, and nothing that is let in names an address", () => {
  const keys = fc.constantFrom(
    "mark",
    "data",
    "values",
    "url",
    "encoding",
    "layer",
    "x",
    "field",
    "transform",
    "filter",
    "spec",
  );
  const leaf = fc.oneof(
    fc.constantFrom("bar", "item", "https://a.b", "javascript:1", "datum.x > 1"),
    fc.integer(),
    fc.constant(null),
  );
  const { spec } = fc.letrec((tie) => ({
    spec: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.dictionary(keys, tie("spec"), { maxKeys: 5 }),
      fc.array(tie("spec"), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(keys, spec, { maxKeys: 6 }), (given) => {
      const mixed = { ...bars(), ...given, data: { values: sold } };
      const outside = JSON.stringify({ ...mixed, data: null });
      if (codeOf(mixed) === "fine") expect(outside).not.toMatch(/https:|javascript:|"url"/);
    }),
  );
});
