// The process of one picture: its job in, what became of it out. The drawing has a thread of its own, so that a parent
// that is gone is noticed whatever the drawing does.
import { Worker } from "node:worker_threads";
import type { DrawJob, Drawn } from "./chart.ts";

process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.on("message", (job: DrawJob) => {
  const { memoryMb } = job.limits;
  const thread = new Worker(new URL("./draw-thread.ts", import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  thread.once("message", tell);
  thread.once("error", (error: Error & { code?: string }) => {
    const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const why = isFull ? `the chart needs more than ${memoryMb} MB of memory` : `the chart fails: ${error.message}`;
    tell({ kind: "refused", fault: { code: "CHART_NOT_DRAWN", why } });
  });
});

function tell(drawn: Drawn): void {
  process.send?.(drawn);
}
