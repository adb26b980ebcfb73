// A chart's specification and the place for it in, a picture that answers to the mouse out. It reaches nothing: no
// address is followed, and expressions are interpreted, not compiled, so that the page's content policy holds. The
// libraries are large: whoever needs this file imports it when there is a chart.
import { type Loader, None, parse, View } from "vega";
import { expressionInterpreter } from "vega-interpreter";
import { compile, type TopLevelSpec } from "vega-lite";
import { type ChartColours, chartLook, FONT } from "../../chart/chart-look.ts";
import { chartWords } from "../../chart/chart-words.ts";
import { inlineRows, type JsonObject } from "./chart-data.ts";
import { fitSpec } from "./fit-spec.ts";
import { hideTooltip, showTooltip } from "./tooltip.ts";

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
const narrowPx = 520;
const padPx = 4;

export interface DrawnChart {
  element: HTMLElement;
  /** Ends what listens to the mouse. */
  end: () => void;
}

/** Rejects for a chart that cannot be drawn. */
export async function drawSvg(chart: JsonObject, colours: ChartColours, widthPx: number): Promise<DrawnChart> {
  // What a text measures depends on its font.
  await document.fonts.load(`12px ${FONT}`).catch(() => []);
  const { spec, labelAngle } = fitSpec(chart, widthPx);
  // The library checks what it is given itself, and throws.
  const vegaSpec = compile(spec as unknown as TopLevelSpec, {
    config: pageLook(colours, widthPx, labelAngle),
    logger: silent,
  }).spec;
  const element = document.createElement("div");
  const view = new View(parse(vegaSpec, undefined, { ast: true }), {
    renderer: "svg",
    container: element,
    loader: nothing,
    logger: silent,
    expr: expressionInterpreter,
    tooltip: showTooltip,
  });
  view.description(chartWords(chart, inlineRows(chart)));
  await view.runAsync();
  if (element.querySelector("svg") === null) throw new Error("The chart has nothing to show.");
  return {
    element,
    end: () => {
      hideTooltip();
      view.finalize();
    },
  };
}

/** As in the pictures that are sent, on the page's own ground, and with a figure under the mouse. */
function pageLook(colours: ChartColours, widthPx: number, labelAngle: number | null): ReturnType<typeof chartLook> {
  const look = chartLook(colours);
  const isNarrow = widthPx < narrowPx;
  // Points nobody sees until the mouse is on them: a line has figures only where its points are.
  const point = { opacity: 0, size: 130, filled: true };
  return {
    ...look,
    background: "transparent",
    padding: padPx,
    mark: { ...look.mark, tooltip: true },
    line: { ...look.line, point },
    area: { ...look.area, point, line: true },
    axis: { ...look.axis, labelLimit: Math.min(180, widthPx * 0.4), labelSeparation: 8 },
    axisXDiscrete: { ...look.axisXDiscrete, ...(labelAngle === null ? {} : { labelAngle }) },
    legend: { ...look.legend, ...(isNarrow ? { orient: "bottom", columns: 2 } : {}) },
    tooltipFormat: { numberFormat: ",.2~f" },
  };
}
