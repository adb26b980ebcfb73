// A Vega-Lite specification with inline data in, a PNG and words for people who do not see it out. It is drawn in a
// process of its own, with a clock, a memory limit, no network and nothing to read but its own program.
import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import type { ChartLimits, ChartSpec, DrawJob, Drawn } from "./chart.ts";
import { specProblem } from "./spec-problem.ts";

const FromProcess = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("drawn"), png: z.instanceof(Uint8Array), altText: z.string() }),
  z.object({ kind: z.literal("refused"), why: z.string() }),
]);

/** Never rejects: an answer without its picture is still an answer. */
export async function drawChart(spec: ChartSpec, limits: ChartLimits): Promise<Drawn> {
  const problem = specProblem(spec, limits);
  if (problem !== null) return { kind: "refused", why: problem };
  const child = startProcess();
  const late = setTimeout(() => child.kill("SIGKILL"), limits.drawMs);
  const startedAt = performance.now();
  try {
    const drawn = await drawnBy(child, { spec, limits });
    if (drawn !== null) return drawn;
    const isLate = performance.now() - startedAt >= limits.drawMs;
    return { kind: "refused", why: isLate ? `The chart takes longer than ${limits.drawMs / 1_000} s.` : DIED };
  } finally {
    clearTimeout(late);
    child.kill("SIGKILL");
  }
}

const DIED = "The chart could not be drawn; most likely it needs too much memory.";

/** null when the process ends without a word. */
function drawnBy(child: ChildProcess, job: DrawJob): Promise<Drawn | null> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(FromProcess.safeParse(message).data ?? null));
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(null));
    // One that is gone already is noticed by its end.
    child.send(job, () => {});
  });
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
