// A chart on the page is as wide as its place, counts days as the shop does, and can always be read as a table.
import { expect, test } from "vitest";
import { chartTable, titleOf } from "../../src/console/chart/chart-data.ts";
import { fitSpec } from "../../src/console/chart/fit-spec.ts";
import { tooltipHtml } from "../../src/console/chart/tooltip-html.ts";

const x = { field: "style", type: "nominal" };
const y = { field: "units", type: "quantitative" };
const values = [
  { style: "Moon", units: 2 },
  { style: "Classic", units: 5, note: "sold out" },
];

test("the figures of a chart are a table of every field that a row has", () => {
  const table = {
    columns: ["style", "units", "note"],
    rows: [
      ["Moon", 2, null],
      ["Classic", 5, "sold out"],
    ],
  };
  expect(chartTable({ mark: "bar", data: { values }, encoding: { x, y } })).toEqual(table);
  expect(chartTable({ datasets: { sold: values }, data: { name: "sold" }, mark: "bar" })).toEqual(table);
  expect(chartTable({ layer: [{ mark: "rule" }, { data: { values }, mark: "bar" }] })).toEqual(table);
  expect(chartTable({ hconcat: [{ data: { values: [3, 4] }, mark: "bar" }] })).toEqual({
    columns: ["data"],
    rows: [[3], [4]],
  });
  expect(chartTable({ mark: "bar" })).toEqual({ columns: [], rows: [] });
});

test("a chart is called by its title, else by its description", () => {
  expect(titleOf({ title: { text: ["Revenue", "by style"], subtitle: "May" } })).toEqual({
    title: "Revenue by style",
    subtitle: "May",
  });
  expect(titleOf({ description: "Revenue" })).toEqual({ title: "Revenue", subtitle: "" });
  expect(titleOf({})).toEqual({ title: "Chart", subtitle: "" });
});

test("a chart is as wide as its place, however wide its plan made it, and its own colours of paper are left out", () => {
  const made = { width: 900, background: "white", config: { axis: { labelColor: "black" } }, title: "Sold" };
  const { spec } = fitSpec({ ...made, mark: "bar", data: { values }, encoding: { x, y } }, 326);
  expect(spec).toMatchObject({ width: 326, autosize: { type: "fit-x" } });
  expect(Object.keys(spec).toSorted()).toEqual(["autosize", "data", "encoding", "mark", "width"]);
});

test("forty names on a phone keep room to be told apart, and the names stand level where they fit", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ style: `Style ${index}`, units: index }));
  const chart = (rows: { style: string; units: number }[]) => ({
    mark: "bar",
    data: { values: rows },
    encoding: { x, y },
  });
  expect(fitSpec(chart(many), 326).spec.width).toBe(950);
  expect(fitSpec(chart(many), 326).labelAngle).toBeNull();
  expect(fitSpec(chart(values), 688).labelAngle).toBe(0);
});

test("charts side by side keep the widths that they have", () => {
  const unit = { mark: "bar", data: { values }, encoding: { x, y }, width: 200 };
  expect(fitSpec({ hconcat: [unit, unit] }, 326).spec).toEqual({ hconcat: [unit, unit] });
  expect(fitSpec({ ...unit, encoding: { x, y, column: x } }, 326).spec.width).toBe(200);
});

test("a day is the shop's day in any browser, and data is never taken for a part of the chart", () => {
  const day = { field: "day", type: "temporal" };
  const month = { ...day, timeUnit: "yearmonth" };
  const data = { values: [{ x: { type: "temporal" }, timeUnit: "month" }] };
  const { spec } = fitSpec({ mark: "line", data, encoding: { x: month, y, color: day } }, 326);
  expect(spec.encoding).toEqual({
    x: { ...month, timeUnit: "utcyearmonth", scale: { type: "utc" } },
    y,
    color: { ...day, scale: { type: "utc" } },
  });
  expect(spec.data).toEqual(data);
});

test("what a row says is text under the mouse, whatever it looks like", () => {
  const html = tooltipHtml({ "<b>name</b>": "<img src=x onerror=alert(1)>", image: "https://evil.example/x.png" });
  expect(html).not.toMatch(/<(?:img|b)\b/);
  expect(html).toContain("<dt>Image</dt><dd>https://evil.example/x.png</dd>");
});
