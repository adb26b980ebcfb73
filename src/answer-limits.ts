// How much may go out beside the words of an answer: charts and tables. No settings, and read as a part of the config.
import type { ChartLimits } from "./chart/chart.ts";
import type { TableLimits } from "./table/table.ts";

export const CHART_LIMITS: ChartLimits = {
  drawMs: 15_000,
  memoryMb: 256,
  specChars: 200_000,
  rows: 5_000,
  widthPx: 1_600,
  heightPx: 1_200,
  leastLabelPx: 8,
  keptPictures: 16,
};

export const TABLE_LIMITS: TableLimits = { rows: 5_000, columns: 30, cellChars: 1_000, shownRows: 10 };
