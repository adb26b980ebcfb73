// The thread that draws: one specification in, its picture, checked, with its words and rows out.
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import type { Spec, View } from "vega";
import type { ChartFault, ChartLimits, ChartSpec, DrawJob, Drawn } from "./chart.ts";
import { CHART_LOOK, FONT } from "./chart-look.ts";
import { type ChartRow, chartTable, chartWords } from "./chart-words.ts";
import { lossIn } from "./compile-losses.ts";
import { lookFor, withRoom } from "./fit-labels.ts";
import { pngProblem } from "./inspect-png.ts";
import { sceneProblem } from "./inspect-scene.ts";
import { discreteScales, type Rendered, render } from "./render.ts";
import { teachTextWidth } from "./text-width.ts";

// Twice the size in which a chart is laid out, so that it is sharp on any screen.
const SCALE = 2;
const MOST_WHY_CHARS = 200;

teachTextWidth();

const refused = (code: ChartFault["code"], why: string): Drawn => ({ kind: "refused", fault: { code, why } });

async function draw({ spec, limits }: DrawJob): Promise<Drawn> {
  const first = await drawOnce(spec, limits);
  if (first.kind === "drawn" || first.fault.code !== "CHART_UNLABELLED") return first;
  const second = await drawOnce(withRoom(spec), limits);
  return second.kind === "drawn" ? second : first;
}

async function drawOnce(spec: ChartSpec, limits: ChartLimits): Promise<Drawn> {
  // How many categories there are is known when it was worked out once.
  const plain = await render(spec, CHART_LOOK);
  const loss = lossIn(plain.remarks);
  if (loss !== null) return refused("CHART_INVALID", loss.slice(0, MOST_WHY_CHARS));
  const rendered = await render(spec, lookFor(discreteScales(plain)));
  plain.view.finalize();
  const drawn = await pictureOf(spec, rendered, limits);
  rendered.view.finalize();
  return drawn;
}

async function pictureOf(spec: ChartSpec, rendered: Rendered, limits: ChartLimits): Promise<Drawn> {
  const { view, vegaSpec } = rendered;
  // Whatever font a plan asks for, this one is there.
  const svg = (await view.toSVG()).replaceAll(/font-family="[^"]*"/g, `font-family="${FONT}"`);
  const [, width = 0, height = 0] = (/^<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
  if (!(width > 0 && height > 0)) return refused("CHART_EMPTY", "the chart has no size");
  const zoom = Math.min(SCALE, limits.widthPx / width, limits.heightPx / height);
  const fault = sceneProblem(rendered, zoom, limits.leastLabelPx);
  if (fault !== null) return { kind: "refused", fault };
  const font = {
    fontFiles: [regular, semiBold].map((url) => fileURLToPath(url)),
    loadSystemFonts: false,
    defaultFontFamily: FONT,
    sansSerifFamily: FONT,
  };
  const fitTo = { mode: "width" as const, value: Math.max(1, Math.floor(width * zoom)) };
  const picture = new Resvg(svg, { font, fitTo }).render();
  const png = new Uint8Array(picture.asPng());
  const problem = pngProblem(png, picture, picture.pixels);
  if (problem !== null) return refused("CHART_NOT_DRAWN", problem);
  const rows = rowsOf(view, vegaSpec);
  return { kind: "drawn", png, svg, altText: chartWords(spec, rows), table: chartTable(spec, rows) };
}

/** What the first marks stand for, after all that the chart works out itself. */
function rowsOf(view: View, { marks = [] }: Spec): ChartRow[] {
  for (const mark of marks) {
    const { from, role = "" } = mark;
    // The headings of a chart that a field splits into many stand for its values alone.
    if (/header|title|footer/.test(role)) continue;
    const source = from === undefined ? undefined : "facet" in from ? from.facet.data : from.data;
    const rows = source === undefined ? undefined : view.data(source);
    if (rows !== undefined) return rows;
    if (mark.type === "group") {
      const inner = rowsOf(view, mark as Spec);
      if (inner.length > 0) return inner;
    }
  }
  return [];
}

const regular = import.meta.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf");
const semiBold = import.meta.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf");

const job: DrawJob = workerData;
const drawn = await draw(job).catch((error) =>
  refused("CHART_INVALID", `Vega-Lite says: ${String(error?.message ?? error).slice(0, MOST_WHY_CHARS)}`),
);
parentPort?.postMessage(drawn);
