// An accepted answer in; null, or why its chart cannot be shown, out. Everything else of it stands.
import type { ChartFault, DrawChart } from "../chart/chart.ts";
import type { CheckedAnswer } from "./validate.ts";

/** Rejects only when `outside` was aborted. */
export async function pictureFault(
  { extras }: CheckedAnswer,
  drawChart: DrawChart,
  deadline: AbortSignal,
  outside: AbortSignal,
): Promise<ChartFault | null> {
  if (extras.chart === null) return null;
  try {
    const drawn = await drawChart(extras.chart, AbortSignal.any([deadline, outside]));
    return drawn.kind === "drawn" ? null : drawn.fault;
  } catch (error) {
    outside.throwIfAborted();
    if (deadline.aborted) return { code: "CHART_NOT_DRAWN", why: "the time for this request is over" };
    throw error;
  }
}

export function withoutPicture(answer: CheckedAnswer, { code, why }: ChartFault): CheckedAnswer {
  const warnings = [...answer.warnings, `the chart broke ${code} and was left out: ${why}`];
  return { ...answer, warnings, isLessShown: true, extras: { ...answer.extras, chart: null } };
}
