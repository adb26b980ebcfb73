// A chart that a plan asked for becomes a picture that can be read, or a sentence why there is none.
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import type { ChartLimits, ChartSpec } from "../../src/chart/chart.ts";
import { drawChart } from "../../src/chart/draw-chart.ts";

const LIMITS: ChartLimits = {
  drawMs: 30_000,
  memoryMb: 128,
  specChars: 200_000,
  rows: 3_000,
  widthPx: 1_600,
  heightPx: 1_200,
};

const sold = [
  { item: "Wayfarer", units: 12 },
  { item: "Moon", units: 7.5 },
  { item: "Café", units: 3 },
];
const bars = (changed: ChartSpec = {}): ChartSpec => ({
  title: "Units sold by item",
  mark: "bar",
  data: { values: sold },
  encoding: {
    x: { field: "item", type: "nominal", title: "Item" },
    y: { field: "units", type: "quantitative", title: "Units" },
  },
  ...changed,
});

async function drawn(spec: ChartSpec) {
  const result = await drawChart(spec, LIMITS);
  if (result.kind === "refused") throw new Error(result.why);
  return result;
}

async function refusal(spec: ChartSpec, changed: Partial<ChartLimits> = {}): Promise<string> {
  const result = await drawChart(spec, { ...LIMITS, ...changed });
  return result.kind === "refused" ? result.why : "it was drawn";
}

function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = Buffer.from(png);
  expect(header.subarray(1, 4).toString()).toBe("PNG");
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

/** How many of the picture's pixels have this colour: opened as any viewer would open it. */
function pixelsOf(png: Uint8Array, colour: string): number {
  const { width, height } = sizeOf(png);
  const href = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image href="${href}" ${size}/></svg>`;
  const { pixels } = new Resvg(svg).render();
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4) if (pixels.subarray(at, at + 3).toString("hex") === colour) count++;
  return count;
}

describe("the picture", () => {
  test("has the size that was asked for, sharp, with bars and with words on it", async () => {
    const fitted = { width: 400, height: 300, padding: 0, autosize: { type: "fit", contains: "padding" } };
    const { png } = await drawn(bars(fitted));
    expect(sizeOf(png)).toEqual({ width: 800, height: 600 });
    expect(pixelsOf(png, "1c6148")).toBeGreaterThan(20_000);
    // Of letters only few pixels have their full colour.
    expect(pixelsOf(png, "17211d")).toBeGreaterThan(100);
  });

  test("is never larger than what fits, whatever was asked for", async () => {
    const { width, height } = sizeOf((await drawn(bars({ width: 9_000, height: 200 }))).png);
    expect(width).toBe(1_600);
    expect(height).toBeLessThan(200);
  });

  test("is told in words for people who do not see it", async () => {
    const { altText } = await drawn(bars());
    expect(altText).toBe("Units sold by item. Bar chart: Units by Item. Wayfarer: 12; Moon: 7.5; Café: 3.");
  });

  test("in words of 500 characters at most, which say what they leave out", async () => {
    const values = Array.from({ length: 200 }, (_, i) => ({ item: `Lamp number ${i}`, units: i }));
    const { altText } = await drawn(bars({ data: { values } }));
    expect(altText.length).toBeLessThanOrEqual(500);
    expect(altText).toMatch(/; and \d+ more\.$/);
  });

  test("the words tell what the chart works out, not what it was given", async () => {
    const encoding = {
      x: { field: "day", type: "temporal", timeUnit: "yearmonthdate" },
      y: { aggregate: "sum", field: "units" },
      color: { field: "shop", type: "nominal" },
    };
    const values = [1, 2, 4].map((units) => ({ day: "2026-11-30", units, shop: "Berlin" }));
    const { altText } = await drawn({ mark: "line", data: { values }, encoding });
    expect(altText).toBe("Line chart: sum of units by day and shop. 2026-11-30, Berlin: 7.");
  });

  test("layers are one picture", async () => {
    const { mark, ...common } = bars();
    const { altText } = await drawn({ ...common, layer: [{ mark }, { mark: { type: "text", dy: -8 } }] });
    expect(altText).toMatch(/Wayfarer: 12/);
  });
});

describe("what is not drawn", () => {
  test("data, pictures and maps that live elsewhere", async () => {
    const elsewhere = [
      bars({ data: { url: "file:///etc/passwd" } }),
      bars({ data: { url: "https://example.com/sales.json" } }),
      bars({ transform: [{ lookup: "item", from: { data: { url: "/x.csv" }, key: "item", fields: ["units"] } }] }),
      bars({ mark: { type: "image", width: 10 } }),
      bars({ mark: "geoshape" }),
      bars({ layer: [{ mark: "image" }] }),
      bars({ data: { values: sold, format: { type: "topojson", feature: "x" } } }),
      bars({ encoding: { url: { field: "item" }, x: { field: "item" } } }),
    ];
    for (const spec of elsewhere) expect(await refusal(spec)).not.toBe("it was drawn");
  });

  test("100,000 points, brought along or made", async () => {
    const values = Array.from({ length: 100_000 }, (_, i) => i);
    expect(await refusal(bars({ data: { values } }), { specChars: 1e9 })).toBe(
      "The chart has more than 3000 rows of data.",
    );
    expect(await refusal(bars({ datasets: { a: values }, data: { name: "a" } }), { specChars: 1e9 })).toMatch(
      /3000 rows/,
    );
    expect(await refusal(bars({ data: { sequence: { start: 0, stop: 100_000 } } }))).toMatch(/inline/);
  });

  test("a specification without end", async () => {
    expect(await refusal(bars({ description: "x".repeat(200_001) }))).toMatch(/longer than 200000 characters/);
    const round: ChartSpec = bars();
    round.self = round;
    expect(await refusal(round)).toBe("The chart's specification is not plain data.");
    let deep: ChartSpec = {};
    for (let i = 0; i < 1_000; i++) deep = { config: deep };
    expect(await refusal(deep)).toMatch(/nested too deeply/);
  });

  test("what is no Vega-Lite, with the reason", async () => {
    expect(await refusal({ $schema: "https://vega.github.io/schema/vega/v5.json" })).toMatch(/Only Vega-Lite/);
    expect(await refusal({ hello: 1 })).toMatch(/cannot be drawn: /);
    expect(await refusal(bars({ transform: [{ calculate: "process.exit()", as: "x" }] }))).toMatch(/cannot be drawn: /);
  });

  test("an expression that never comes to an end", async () => {
    const calculate = `test(regexp('(a+)+$'), '${"a".repeat(60)}!')`;
    expect(await refusal(bars({ transform: [{ calculate, as: "x" }] }), { drawMs: 3_000 })).toBe(
      "The chart takes longer than 3 s.",
    );
  });

  test("an expression that fills the memory, at once or bit by bit", async () => {
    const values = Array.from({ length: 3_000 }, (_, item) => ({ item, units: 1 }));
    for (const most of [60_000_000, 20_000]) {
      const transform = [{ calculate: `sequence(0, ${most})`, as: "x" }];
      expect(await refusal(bars({ data: { values }, transform }))).toMatch(/memory/);
    }
  });
});
