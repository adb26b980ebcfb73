// A Vega-Lite specification with inline data in, labelled bars out; null for a picture that is not a bar chart.
import type { Json } from "../../json.ts";

export interface Bars {
  title: string | null;
  measure: string;
  bars: { label: string; value: number }[];
}

export function chartBars(chart: Json): Bars | null {
  const spec = objectOf(chart);
  const encoding = objectOf(spec?.encoding);
  const values = objectOf(spec?.data)?.values;
  if (markOf(spec?.mark) !== "bar" || !Array.isArray(values)) return null;
  const x = objectOf(encoding?.x);
  const y = objectOf(encoding?.y);
  const [named, measured] = x?.type === "quantitative" ? [y, x] : [x, y];
  const labelField = named?.field;
  const valueField = measured?.field;
  if (typeof labelField !== "string" || typeof valueField !== "string") return null;
  const bars = values.flatMap((row) => {
    const label = objectOf(row)?.[labelField];
    const value = Number(objectOf(row)?.[valueField]);
    return label === undefined || !Number.isFinite(value) ? [] : [{ label: String(label), value }];
  });
  if (bars.length === 0) return null;
  const title = typeof spec?.title === "string" ? spec.title : null;
  return { title, measure: typeof measured?.title === "string" ? measured.title : valueField, bars };
}

const markOf = (mark: Json | undefined): Json | undefined => objectOf(mark)?.type ?? mark;

function objectOf(value: Json | undefined): { [key: string]: Json } | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
