// A reply in, the files that go out with it out: its chart as a picture.
import { drawChart } from "../chart/draw-chart.ts";
import type { Config } from "../config.ts";
import type { Attachment, Reply } from "../platforms/platform.ts";

/** A chart that cannot be drawn is left out: the words stand by themselves. */
export async function attachmentsOf({ chart }: Reply, limits: Config["chart"]): Promise<Attachment[]> {
  if (chart === null || chart === undefined) return [];
  const drawn = await drawChart(chart, limits);
  if (drawn.kind === "refused") return [];
  return [{ name: "chart.png", mediaType: "image/png", bytes: drawn.png, altText: drawn.altText }];
}
