// A process that has opened all the files it may, and draws a chart then: what it is told, on its output.
import { closeSync, openSync } from "node:fs";
import { drawChart } from "../../src/chart/draw-chart.ts";
import { bars, LIMITS } from "./chart-specs.ts";

const never = new AbortController().signal;
// With one that was drawn, all that is found on the disk is known already: only the process is missing then.
await drawChart(bars(), LIMITS, never);
const opened: number[] = [];
try {
  for (;;) opened.push(openSync(import.meta.filename, "r"));
} catch {
  // There are no more.
}
const drawn = await drawChart(bars(), LIMITS, never);
for (const file of opened) closeSync(file);
process.stdout.write(JSON.stringify(drawn));
