// How every chart looks unless its specification says otherwise: the page's colours, one font, labels that can be read.
import type { Config } from "vega-lite";

export const FONT = "Inter";

const INK = "#17211d";
const SOFT = "#55635c";
const LINE = "#d8dfda";
// Told apart by people who see colours differently, also side by side and in grey.
const SERIES = ["#1c6148", "#d59a2d", "#3d7ab8", "#b8524a", "#7a5fa8", "#6cb8a0", "#8a6d3b", "#7d8a83"];

export const CHART_LOOK: Config = {
  background: "#ffffff",
  font: FONT,
  padding: 20,
  title: {
    anchor: "start",
    color: INK,
    fontSize: 16,
    fontWeight: 600,
    offset: 16,
    subtitleColor: SOFT,
    subtitlePadding: 6,
  },
  view: {
    stroke: null,
    continuousWidth: 480,
    continuousHeight: 280,
    discreteWidth: { step: 52 },
    discreteHeight: { step: 30 },
  },
  axis: {
    domainColor: LINE,
    gridColor: LINE,
    labelColor: SOFT,
    labelFontSize: 12,
    labelLimit: 160,
    labelPadding: 6,
    tickColor: LINE,
    titleColor: INK,
    titleFontSize: 12,
    titleFontWeight: 600,
    titlePadding: 12,
  },
  axisQuantitative: { domain: false, ticks: false, tickCount: 6 },
  axisXTemporal: { grid: false },
  axisXDiscrete: { labelAngle: -35, ticks: false },
  axisYDiscrete: { ticks: false },
  legend: { labelColor: SOFT, labelFontSize: 12, titleColor: INK, titleFontSize: 12, titleFontWeight: 600 },
  header: { labelColor: SOFT, labelFontSize: 12, titleColor: INK, titleFontSize: 12, titleFontWeight: 600 },
  mark: { color: SERIES[0] ?? INK },
  bar: { cornerRadiusEnd: 3 },
  line: { strokeWidth: 2.5 },
  area: { fillOpacity: 0.75 },
  arc: { stroke: "#ffffff", strokeWidth: 2 },
  point: { filled: true, size: 60 },
  text: { color: INK, fontSize: 12 },
  scale: { bandPaddingInner: 0.28, bandPaddingOuter: 0.2 },
  range: { category: SERIES },
};
