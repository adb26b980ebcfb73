// How every chart looks unless its specification says otherwise, in pictures and on the page: the page's colours, one
// font, labels that can be read.
import type { Config } from "vega-lite";

export const FONT = "Inter";

export interface ChartColours {
  ground: string;
  ink: string;
  soft: string;
  line: string;
  /** Told apart by people who see colours differently, also side by side and in grey. */
  series: [string, ...string[]];
}

export const ON_WHITE: ChartColours = {
  ground: "#ffffff",
  ink: "#17211d",
  soft: "#55635c",
  line: "#d8dfda",
  series: [
    "#1c6148",
    "#d59a2d",
    "#3d7ab8",
    "#b8524a",
    "#7a5fa8",
    "#6cb8a0",
    "#8a6d3b",
    "#7d8a83",
    "#e07b39",
    "#2b3a67",
    "#b5c334",
    "#d46aa8",
    "#4a4a4a",
    "#9cc3e6",
    "#5d2e46",
    "#e8c9a0",
  ],
};

export const ON_DARK: ChartColours = {
  ground: "#18201c",
  ink: "#e6ece8",
  soft: "#9daba4",
  line: "#2c3832",
  series: [
    "#5cc396",
    "#e6b455",
    "#7db3ea",
    "#e58a82",
    "#b39be0",
    "#3f8f77",
    "#c9a877",
    "#a3b0a9",
    "#f0975a",
    "#8a9be0",
    "#cfdc5c",
    "#f09aca",
    "#d7d7d7",
    "#4f86b8",
    "#b0708f",
    "#8c7a5c",
  ],
};

export const chartLook = ({ ground, ink, soft, line, series }: ChartColours): Config => ({
  background: ground,
  font: FONT,
  padding: 20,
  title: {
    anchor: "start",
    color: ink,
    fontSize: 16,
    fontWeight: 600,
    offset: 16,
    subtitleColor: soft,
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
    domainColor: line,
    gridColor: line,
    labelColor: soft,
    labelFontSize: 12,
    labelLimit: 200,
    labelPadding: 6,
    tickColor: line,
    titleColor: ink,
    titleFontSize: 12,
    titleFontWeight: 600,
    titlePadding: 12,
  },
  axisQuantitative: { domain: false, ticks: false, tickCount: 6 },
  axisXTemporal: { grid: false },
  axisXDiscrete: { labelAngle: -35, ticks: false },
  axisYDiscrete: { ticks: false },
  legend: { labelColor: soft, labelFontSize: 12, titleColor: ink, titleFontSize: 12, titleFontWeight: 600 },
  header: { labelColor: soft, labelFontSize: 12, titleColor: ink, titleFontSize: 12, titleFontWeight: 600 },
  mark: { color: series[0] },
  bar: { cornerRadiusEnd: 3 },
  line: { strokeWidth: 2.5 },
  area: { fillOpacity: 0.75 },
  arc: { stroke: ground, strokeWidth: 2 },
  point: { filled: true, size: 60 },
  text: { color: ink, fontSize: 12 },
  scale: { barBandPaddingInner: 0.28, rectBandPaddingInner: 0.04, bandPaddingOuter: 0.2 },
  range: { category: series, ramp: [line, series[0]], heatmap: [line, series[0]] },
});

/** Of the pictures that are sent. */
export const CHART_LOOK = chartLook(ON_WHITE);
