// Charts for tests: bars of a few items, and whatever is changed about them.
import { CHART_LIMITS } from "../../src/answer-limits.ts";
import type { ChartLimits, ChartSpec } from "../../src/chart/chart.ts";

/** Time enough on a busy machine. */
export const LIMITS: ChartLimits = { ...CHART_LIMITS, drawMs: 60_000, memoryMb: 128, rows: 3_000 };

export const sold = [
  { item: "Wayfarer", units: 12 },
  { item: "Moon", units: 7.5 },
  { item: "Café", units: 3 },
];

export const bars = (changed: ChartSpec = {}): ChartSpec => ({
  title: "Units sold by item",
  mark: "bar",
  data: { values: sold },
  encoding: {
    x: { field: "item", type: "nominal", title: "Item" },
    y: { field: "units", type: "quantitative", title: "Units" },
  },
  ...changed,
});
