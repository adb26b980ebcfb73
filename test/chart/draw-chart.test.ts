// A chart that a plan asked for becomes a picture that can be read, or a sentence why there is none.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Resvg } from "@resvg/resvg-js";
import { describe, expect, test } from "vitest";
import type { ChartLimits, ChartSpec } from "../../src/chart/chart.ts";
import { createCharts } from "../../src/chart/create-charts.ts";
import { bars, LIMITS, sold } from "./chart-specs.ts";

const never = new AbortController().signal;

async function drawn(spec: ChartSpec) {
  const result = await createCharts(LIMITS)(spec, never);
  if (result.kind === "refused") throw new Error(`${result.fault.code}: ${result.fault.why}`);
  return result;
}

async function refusal(spec: ChartSpec, changed: Partial<ChartLimits> = {}): Promise<string> {
  const result = await createCharts({ ...LIMITS, ...changed })(spec, never);
  return result.kind === "refused" ? `${result.fault.code}: ${result.fault.why}` : "it was drawn";
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

/** The words of the picture, as they stand in it. */
function textsIn(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
}

const MANY = Array.from({ length: 40 }, (_, index) => ({ item: `Harbour Wayfarer ${index + 1}`, units: 40 - index }));

describe("the picture", () => {
  test("has the size that was asked for, sharp, with bars and with words on it", async () => {
    const fitted = { width: 400, height: 300, padding: 0, autosize: { type: "fit", contains: "padding" } };
    const { png, svg } = await drawn(bars(fitted));
    expect(sizeOf(png)).toEqual({ width: 800, height: 600 });
    expect(pixelsOf(png, "1c6148")).toBeGreaterThan(20_000);
    // Of letters only few pixels have their full colour.
    expect(pixelsOf(png, "17211d")).toBeGreaterThan(100);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["Wayfarer", "Moon", "Café", "Units"]));
  });

  test("is never larger than what fits, however much is to be shown", async () => {
    const { width, height } = sizeOf((await drawn(bars({ data: { values: MANY } }))).png);
    expect(width).toBe(1_600);
    expect(height).toBeLessThan(1_200);
  });

  test("is not stretched until its labels cannot be read", async () => {
    const { width } = sizeOf((await drawn(bars({ width: 9_000, height: 200 }))).png);
    expect(width).toBeLessThan(1_600);
  });

  test("is told in words for people who do not see it", async () => {
    const { altText } = await drawn(bars());
    expect(altText).toBe("Units sold by item. Bar chart: Units by Item. Wayfarer: 12; Moon: 7.5; Café: 3.");
  });

  test("in words of 500 characters at most, which say what they leave out", async () => {
    const { altText } = await drawn(bars({ data: { values: MANY } }));
    expect(altText.length).toBeLessThanOrEqual(500);
    expect(altText).toMatch(/; and \d+ more\.$/);
  });

  test("the words and the table tell what the chart works out, not what it was given", async () => {
    const encoding = {
      x: { field: "day", type: "temporal", timeUnit: "yearmonthdate", title: "Day" },
      y: { aggregate: "sum", field: "units" },
      color: { field: "shop", type: "nominal" },
    };
    const values = ["30", "29"].flatMap((day) =>
      [1, 2, 4].map((units) => ({ day: `2026-11-${day}`, units, shop: "Berlin" })),
    );
    const { altText, table } = await drawn({ mark: "line", data: { values }, encoding });
    expect(altText).toBe("Line chart: sum of units by Day and shop. 2026-11-30, Berlin: 7; 2026-11-29, Berlin: 7.");
    expect(table).toEqual({
      columns: ["Day", "shop", "sum of units"],
      rows: [
        ["2026-11-30", "Berlin", 7],
        ["2026-11-29", "Berlin", 7],
      ],
    });
  });

  test("layers are one picture", async () => {
    const { mark, ...common } = bars();
    const { altText } = await drawn({ ...common, layer: [{ mark }, { mark: { type: "text", dy: -8 } }] });
    expect(altText).toMatch(/Wayfarer: 12/);
  });

  test("charts that a field splits are told with what is in each", async () => {
    const values = ["Berlin", "Paris"].flatMap((shop) => sold.map((row) => ({ ...row, shop })));
    const { x, y } = bars().encoding as ChartSpec;
    const { table, svg } = await drawn(
      bars({ data: { values }, encoding: { x, y, column: { field: "shop", type: "nominal" } } }),
    );
    expect(table.rows).toContainEqual(["Moon", "Paris", 7.5]);
    expect(textsIn(svg)).toEqual(expect.arrayContaining(["Berlin", "Paris"]));
  });

  test("a font that nobody has is no reason for a picture without words", async () => {
    const config = { font: "Comic Sans MS", axis: { labelFont: "Papyrus", labelColor: "#000000" } };
    expect(pixelsOf((await drawn(bars({ config }))).png, "000000")).toBeGreaterThan(50);
  });

  test("is drawn once for the check and for the post, whatever order the database gives its fields", async () => {
    const charts = createCharts(LIMITS);
    const first = await charts(bars(), never);
    const { encoding, data, mark, title } = bars();
    expect(await charts({ encoding, data, mark, title }, never)).toBe(first);
    expect(await charts(bars({ title: "Another" }), never)).not.toBe(first);
  });
});

describe("labels", () => {
  test("of 40 bars all stand there, beside each other", async () => {
    const { svg } = await drawn(bars({ data: { values: MANY } }));
    expect(textsIn(svg)).toEqual(expect.arrayContaining(MANY.map(({ item }) => item)));
  });

  test("get room where the plan left them none", async () => {
    const squeezed = bars({ data: { values: MANY }, width: 300, height: 100, config: { axis: { labels: false } } });
    expect(textsIn((await drawn(squeezed)).svg)).toEqual(expect.arrayContaining(MANY.map(({ item }) => item)));
    const { x, y } = bars().encoding as { x: ChartSpec; y: ChartSpec };
    const bare = bars({ encoding: { x: { ...x, axis: null }, y } });
    expect(textsIn((await drawn(bare)).svg)).toEqual(expect.arrayContaining(["Wayfarer", "Moon", "Café"]));
  });

  test("of a legend are not cut off after thirty", async () => {
    const encoding = { theta: { field: "units", type: "quantitative" }, color: { field: "item", type: "nominal" } };
    const { svg } = await drawn({ mark: "arc", data: { values: MANY }, encoding });
    expect(textsIn(svg)).toEqual(expect.arrayContaining(MANY.map(({ item }) => item)));
  });

  test("may be told by a legend in place of the axis", async () => {
    const { x, y } = bars().encoding as { x: ChartSpec; y: ChartSpec };
    const encoding = { x: { ...x, axis: null }, y, color: { field: "item", type: "nominal" } };
    expect((await drawn(bars({ encoding }))).altText).toMatch(/Moon: 7\.5/);
  });

  test("that nobody could read are a reason to refuse", async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => ({ item: `item number ${index}`, units: 1 }));
    expect(await refusal(bars({ data: { values } }))).toMatch(/^CHART_UNLABELLED: .*too small to be read/);
  });

  test("that are cut to the same words are a reason to refuse", async () => {
    const values = ["one", "two"].map((end) => ({ item: `${"A very long name ".repeat(5)}${end}`, units: 1 }));
    expect(await refusal(bars({ data: { values } }))).toMatch(
      /^CHART_UNLABELLED: labels .*read the same as the next: those of "A very long/,
    );
  });
});

describe("what is not drawn", () => {
  test("what would lose a part of what it is to show, in the library's own words", async () => {
    const { x, y } = bars().encoding as ChartSpec;
    expect(await refusal(bars({ encoding: { x, y, shape: { field: "item" } } }))).toMatch(
      /^CHART_INVALID: shape dropped as it is incompatible with "bar"/,
    );
    expect(await refusal(bars({ encoding: { x, y: { field: "units", aggregate: "sumup" } } }))).toMatch(
      /^CHART_INVALID: /,
    );
  });

  test("a chart with nothing on it", async () => {
    expect(await refusal(bars({ transform: [{ filter: "datum.units > 99" }] }))).toMatch(
      /^CHART_EMPTY: nothing is drawn/,
    );
    const nothing = [{ item: "Moon", units: null }];
    expect(await refusal(bars({ mark: "point", data: { values: nothing } }))).toMatch(/^CHART_EMPTY: /);
    expect(await refusal(bars({ mark: "line", data: { values: sold.slice(0, 1) } }))).toMatch(/^CHART_EMPTY: /);
  });

  test("what never comes to an end", async () => {
    const scale = { domain: [0, 1e9] };
    const y = { field: "units", type: "quantitative", scale, axis: { tickCount: 1e8 } };
    const endless = bars({ encoding: { x: { field: "item" }, y } });
    expect(await refusal(endless, { drawMs: 3_000, memoryMb: 4_000 })).toBe(
      "CHART_NOT_DRAWN: the chart takes longer than 3 s",
    );
  });

  test("what fills the memory, bit by bit or by words that double", async () => {
    const scale = { domain: [0, 1e9] };
    const y = { field: "units", type: "quantitative", scale, axis: { tickCount: 2e6 } };
    expect(await refusal(bars({ encoding: { x: { field: "item" }, y } }))).toMatch(
      /^CHART_NOT_DRAWN: .*128 MB of memory/,
    );
    const doubled = Array.from({ length: 29 }, () => ({ calculate: "datum.x + datum.x", as: "x" }));
    const transform = [
      { calculate: "'x' + datum.item", as: "x" },
      ...doubled,
      { calculate: "upper(datum.x)", as: "n" },
    ];
    expect(await refusal(bars({ transform }))).toMatch(/^CHART_NOT_DRAWN: .*memory/);
  });

  test("a chart for which no process can be started", async () => {
    const { execPath } = process;
    // Of the errors of a start some are thrown and some are told later.
    for (const path of [`${execPath}/node`, `${execPath}-that-is-not-there`]) {
      process.execPath = path;
      const said = await refusal(bars()).finally(() => {
        process.execPath = execPath;
      });
      expect(said).toBe("CHART_NOT_DRAWN: no process can be started");
    }
  });

  test("a chart on a machine that opens no more files", async () => {
    const { stdout } = await promisify(execFile)(
      "sh",
      ["-c", 'ulimit -n 128; exec "$0" "$1"', process.execPath, join(import.meta.dirname, "draw-without-files.ts")],
      { timeout: 60_000 },
    );
    expect(JSON.parse(stdout)).toMatchObject({ kind: "refused", fault: { why: "no process can be started" } });
  });

  test("a chart that is not wanted any more while others are drawn does not wait for them", async () => {
    const charts = createCharts(LIMITS);
    const stop = new AbortController();
    const others = new AbortController();
    const first = [1, 2].map((place) => charts(bars({ title: `Chart ${place}` }), others.signal));
    const settled = Promise.allSettled(first);
    const waiting = charts(bars({ title: "Chart 3" }), stop.signal);
    let ended = 0;
    for (const drawing of first) void drawing.then(() => ended++);
    stop.abort(new Error("out of time"));
    await expect(waiting).rejects.toThrow("out of time");
    expect(ended).toBe(0);
    await settled;
    // What left the queue takes no place in it.
    expect(await charts(bars({ title: "Chart 4" }), never)).toMatchObject({ kind: "drawn" });
    await expect(charts(bars({ title: "Chart 5" }), stop.signal)).rejects.toThrow("out of time");
  });

  test("a chart that is not wanted any more ends at once, with its process", async () => {
    const stop = new AbortController();
    const drawing = createCharts(LIMITS)(bars(), stop.signal);
    stop.abort(new Error("stopping"));
    await expect(drawing).rejects.toThrow("stopping");
  });
});
