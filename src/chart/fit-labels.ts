// The categories of a chart in, a look in which their labels have room out: names that fit lie flat, longer ones lean, many
// stand upright. And a specification in, the same without what the plan set against its own labels out.
import type { Config } from "vega-lite";
import type { ChartSpec } from "./chart.ts";
import { CHART_LOOK } from "./chart-look.ts";
import { isFields } from "./fields.ts";
import type { DiscreteScale } from "./render.ts";
import { textWidth } from "./text-width.ts";

const LABEL_FONT_SIZE = 12;
const GAP_PX = 12;
const DAY = "2026-01-01";

export function lookFor(scales: DiscreteScale[]): Config {
  const { view, axisXDiscrete, legend } = CHART_LOOK;
  // Bars of one category stand side by side; a step is one of them then.
  const beside = Math.max(1, domainOf(scales, "xOffset").length);
  const { step, labelAngle } = belowLabels(domainOf(scales, "x"), beside);
  const colours = domainOf(scales, "color").length;
  return {
    ...CHART_LOOK,
    view: { ...view, discreteWidth: { step }, discreteHeight: { step: besideStep(domainOf(scales, "y").length) } },
    axisXDiscrete: { ...axisXDiscrete, labelAngle, labelOverlap: false },
    // Without a limit the library lists 30 and says how many more there are.
    legend: { ...legend, symbolLimit: 0, columns: Math.ceil(colours / MOST_LEGEND_LINES) || 1 },
  };
}

const MOST_LEGEND_LINES = 16;

/** The longest of those that share a place, be the chart one or several. */
function domainOf(scales: DiscreteScale[], channel: string): unknown[] {
  const own = scales.filter(({ name }) => name === channel || name.endsWith(`_${channel}`));
  return own.map(({ domain }) => domain).toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function belowLabels(categories: unknown[], beside: number): { step: number; labelAngle: number } {
  const widths = categories.map((category) =>
    textWidth(typeof category === "object" || isMoment(category) ? DAY : String(category), LABEL_FONT_SIZE),
  );
  const longest = Math.max(0, ...widths) + GAP_PX;
  const count = categories.length;
  const most = beside > 1 ? Math.max(52, 26 * beside) : 52;
  const each = (px: number) => px / beside;
  if (longest <= most && count <= 24) return { step: each(most), labelAngle: 0 };
  if (longest <= 96 && count <= 8) return { step: each(Math.max(most, longest)), labelAngle: 0 };
  if (count <= 14) return { step: each(most), labelAngle: -35 };
  return { step: Math.max(each(count <= 40 ? 24 : 18), beside > 1 ? 8 : 0), labelAngle: -90 };
}

const isMoment = (value: unknown): boolean => typeof value === "number" && value > 1e11;

function besideStep(count: number): number {
  if (count <= 12) return 30;
  return count <= 30 ? 24 : 19;
}

const AGAINST_LABELS = new Set([
  "labelAngle",
  "labelOverlap",
  "labelLimit",
  "labelFontSize",
  "labels",
  "values",
  "symbolLimit",
]);

/** Sizes that were set and axes that were left out, back to what the look makes of them. */
export function withRoom(spec: ChartSpec): ChartSpec {
  return Object.fromEntries(
    Object.entries(spec).flatMap(([key, value]): [string, unknown][] => {
      switch (key) {
        case "width":
        case "height":
        case "autosize":
        case "config":
          return [];
        case "data":
        case "datasets":
          return [[key, value]];
        case "axis":
        case "legend":
        case "header":
          return isFields(value) ? [[key, without(value, AGAINST_LABELS)]] : [];
        default:
          return [[key, roomIn(value)]];
      }
    }),
  );
}

function roomIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(roomIn);
  return isFields(value) ? withRoom(value) : value;
}

function without(fields: ChartSpec, keys: Set<string>): ChartSpec {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}
