// A reply in, the files that go out with it out: its chart as a picture.
import pLimit from "p-limit";
import { drawChart } from "../chart/draw-chart.ts";
import type { Config } from "../config.ts";
import type { Attachment, Reply } from "../platforms/platform.ts";
import type { Log } from "../telemetry/log.ts";

// Each takes a process of its own while it is drawn.
const drawing = pLimit(2);

/** A chart that cannot be drawn is left out: the words stand by themselves. */
export async function attachmentsOf({ chart, runId }: Reply, limits: Config["chart"], log: Log): Promise<Attachment[]> {
  if (chart === null) return [];
  const drawn = await drawing(() => drawChart(chart, limits));
  if (drawn.kind === "refused") {
    log.warn({ runId, why: drawn.why }, "a chart was not drawn");
    return [];
  }
  return [{ name: "chart.png", mediaType: "image/png", bytes: drawn.png, altText: drawn.altText }];
}
