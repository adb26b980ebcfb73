// The thread that draws: one specification in, a PNG and its words out. It reaches nothing: no address is followed, and
// expressions are interpreted, not compiled.
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { Resvg } from "@resvg/resvg-js";
import { type Loader, None, parse, type Spec, textMetrics, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import type { DrawJob, Drawn } from "./chart.ts";
import { CHART_LOOK, FONT } from "./chart-look.ts";
import { type ChartRow, chartWords } from "./chart-words.ts";

declare module "vega" {
  /** In the library, and not in its types: how it learns the width of a text. */
  const textMetrics: { width(item: { fontSize?: number }, text: string): number };
}

// Twice the size in which a chart is laid out, so that it is sharp on any screen.
const SCALE = 2;
const LABEL_FONT_SIZE = 11;
// Without a browser the library takes every letter for 0.8 of the font's size; Inter's are this wide on average.
const LETTER_WIDTH = 0.57;

textMetrics.width = ({ fontSize = LABEL_FONT_SIZE }, text) => [...String(text)].length * fontSize * LETTER_WIDTH;

const refuse = async () => {
  throw new Error("A chart reaches nothing outside of it.");
};
const nothing: Loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };
const silent = {
  level: () => None,
  error: () => silent,
  warn: () => silent,
  info: () => silent,
  debug: () => silent,
};

async function draw({ spec, limits }: DrawJob): Promise<Drawn> {
  // The library checks what it is given itself, and throws.
  const vegaSpec = compile(spec as unknown as TopLevelSpec, { config: CHART_LOOK, logger: silent }).spec;
  const runtime = parse(vegaSpec, undefined, { ast: true });
  const view = new View(runtime, { renderer: "none", loader: nothing, logger: silent, expr: expressionInterpreter });
  const svg = await view.toSVG();
  const altText = chartWords(spec, rowsOf(view, vegaSpec));
  view.finalize();

  const [, width = 0, height = 0] = (/^<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
  if (!(width > 0 && height > 0)) return { kind: "refused", why: "The chart has nothing to show." };
  const zoom = Math.min(SCALE, limits.widthPx / width, limits.heightPx / height);
  const font = {
    fontFiles: [regular, semiBold].map((url) => fileURLToPath(url)),
    loadSystemFonts: false,
    defaultFontFamily: FONT,
    sansSerifFamily: FONT,
  };
  const picture = new Resvg(svg, { font, fitTo: { mode: "width", value: Math.max(1, Math.floor(width * zoom)) } });
  return { kind: "drawn", png: new Uint8Array(picture.render().asPng()), altText };
}

/** What the first marks stand for, after all that the chart works out itself. */
function rowsOf(view: View, { marks = [] }: Spec): ChartRow[] {
  for (const mark of marks) {
    const { from } = mark;
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
const drawn = await draw(job).catch(
  (error): Drawn => ({
    kind: "refused",
    why: `The chart's specification cannot be drawn: ${String(error?.message ?? error).slice(0, 200)}`,
  }),
);
parentPort?.postMessage(drawn);
