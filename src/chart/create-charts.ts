// Limits in; the one place where charts are checked and drawn out. What was drawn is kept for a while: a chart is drawn
// when an answer is checked, and its picture is wanted again when the answer is posted.
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { ChartLimits, DrawChart, Drawn } from "./chart.ts";
import { drawChart } from "./draw-chart.ts";
import { fieldsOf, isFields } from "./fields.ts";
import { specProblem } from "./spec-problem.ts";

// Each takes a process of its own while it is drawn.
const AT_ONCE = 2;

export function createCharts(limits: ChartLimits): DrawChart {
  const drawing = pLimit(AT_ONCE);
  const kept = new Map<string, Drawn>();
  return async (given, signal) => {
    const fault = specProblem(given, limits);
    if (fault !== null) return { kind: "refused", fault };
    const spec = fieldsOf(given);
    const key = keyOf(spec);
    const before = kept.get(key);
    if (before !== undefined) return before;
    const drawn = await unlessAborted(
      drawing(() => drawChart(spec, limits, signal)),
      signal,
    );
    if (drawn.kind === "drawn") {
      kept.set(key, drawn);
      const [oldest] = kept.keys();
      if (kept.size > limits.keptPictures && oldest !== undefined) kept.delete(oldest);
    }
    return drawn;
  };
}

/** A place in the queue is waited for no longer than the picture is wanted. */
async function unlessAborted<T>(drawn: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  try {
    return await Promise.race([drawn, promise]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** A database that keeps JSON may have its keys in an order of its own. */
function keyOf(spec: unknown): string {
  return createHash("sha256").update(JSON.stringify(spec, sorted)).digest("base64");
}

function sorted(_key: string, value: unknown): unknown {
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
