// A reply in, the files that go out with it out: its chart as a picture, its table as a file where it is too long to be
// shown.
import { TABLE_LIMITS } from "../answer-limits.ts";
import type { DrawChart } from "../chart/chart.ts";
import type { Attachment, Reply } from "../platforms/platform.ts";
import { CSV_NAME, CSV_TYPE, tableCsv } from "../table/csv.ts";
import { tableForm } from "../table/table-form.ts";
import type { Log } from "../telemetry/log.ts";

interface AttachmentParts {
  drawChart: DrawChart;
  log: Log;
}

export async function attachmentsOf(reply: Reply, parts: AttachmentParts): Promise<Attachment[]> {
  return [...(await pictureOf(reply, parts)), ...fileOf(reply)];
}

/** It was checked before: one that cannot be drawn now is left out, for the words stand by themselves. */
async function pictureOf({ chart, runId }: Reply, { drawChart, log }: AttachmentParts): Promise<Attachment[]> {
  if (chart === null) return [];
  const drawn = await drawChart(chart, new AbortController().signal);
  if (drawn.kind === "refused") {
    log.warn({ runId, ...drawn.fault }, "a chart was not drawn");
    return [];
  }
  return [{ name: "chart.png", mediaType: "image/png", bytes: drawn.png, altText: drawn.altText }];
}

function fileOf({ table }: Reply): Attachment[] {
  if (table === null || tableForm(table, TABLE_LIMITS).kind === "lines") return [];
  const altText = `A table of ${table.rows.length} rows: ${table.columns.join(", ")}.`;
  return [{ name: CSV_NAME, mediaType: CSV_TYPE, bytes: tableCsv(table), altText }];
}
