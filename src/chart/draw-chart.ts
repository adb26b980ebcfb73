// A Vega-Lite specification with inline data in, a PNG and words for people who do not see it out. It is drawn in a
// process of its own, with a clock, a memory limit, no network and nothing to read but its own program.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { TableSchema } from "../table/table-schema.ts";
import type { ChartLimits, ChartSpec, DrawJob, Drawn } from "./chart.ts";

/** Those that are found by drawing. */
const FAULTS = ["CHART_INVALID", "CHART_EMPTY", "CHART_UNLABELLED", "CHART_NOT_DRAWN"] as const;

const FromProcess = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("drawn"),
    png: z.instanceof(Uint8Array),
    svg: z.string(),
    altText: z.string(),
    table: TableSchema,
  }),
  z.object({ kind: z.literal("refused"), fault: z.object({ code: z.enum(FAULTS), why: z.string() }) }),
]);

const NOT_STARTED: Drawn = { kind: "refused", fault: { code: "CHART_NOT_DRAWN", why: "no process can be started" } };

/** Of a specification that holds all of its data. Rejects only when the signal aborts. */
export async function drawChart(spec: ChartSpec, limits: ChartLimits, signal: AbortSignal): Promise<Drawn> {
  signal.throwIfAborted();
  const child = startedProcess();
  if (child === null) return NOT_STARTED;
  const end = () => void child.kill("SIGKILL");
  const late = setTimeout(end, limits.drawMs);
  signal.addEventListener("abort", end);
  const startedAt = performance.now();
  try {
    const drawn = await drawnBy(child, { spec, limits });
    if (drawn !== null) return drawn;
    signal.throwIfAborted();
    if (child.pid === undefined) return NOT_STARTED;
    const isLate = performance.now() - startedAt >= limits.drawMs;
    const why = isLate
      ? `the chart takes longer than ${limits.drawMs / 1_000} s`
      : "the chart's process ended; most likely it needs too much memory";
    return { kind: "refused", fault: { code: "CHART_NOT_DRAWN", why } };
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", end);
    end();
  }
}

/** null when the process ends without a word. */
function drawnBy(child: ChildProcess, job: DrawJob): Promise<Drawn | null> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(FromProcess.safeParse(message).data ?? null));
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(null));
    // One that could not be started has no channel; one that is gone already is noticed by its end.
    if (!child.connected) return resolve(null);
    child.send(job, () => {});
  });
}

/** null where the machine is too full: an answer without its picture is still an answer. */
function startedProcess(): ChildProcess | null {
  try {
    return startProcess();
  } catch {
    return null;
  }
}

function startProcess(): ChildProcess {
  const readable = [join(import.meta.dirname, "/"), ...packageFolders()].map((path) => `--allow-fs-read=${path}`);
  const allowed = ["--permission", "--allow-addons", "--allow-worker", ...readable];
  return spawn(process.execPath, [...allowed, join(import.meta.dirname, "draw-process.ts")], {
    // A day is the same day wherever the service runs.
    env: { TZ: "UTC" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
}

/** Where the packages are that draw; the libraries they need lie beside them. */
function packageFolders(): string[] {
  const { resolve } = createRequire(import.meta.url);
  const path = resolve("@resvg/resvg-js/package.json");
  return [path.slice(0, path.lastIndexOf("node_modules")) + join("node_modules", "/")];
}
