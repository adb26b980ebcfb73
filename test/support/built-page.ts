// The page as its users get it, built once for all test files: while one file's browser loads it, another must not
// take it away to build the same again.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const LOCK = join(tmpdir(), "tillhand-page-build");
const BUILD_MS = 120_000;

interface Built {
  page: string;
  /** Below src. */
  sources: string[];
  script: "build:console" | "build:report";
}

/** Returns when the built page is as new as its sources. */
export const buildPage = (): Promise<void> =>
  upToDate({ page: "dist/console/index.html", sources: ["console", "chart"], script: "build:console" });

/** The same for the page of an evaluation. */
export const buildReportPage = (): Promise<void> =>
  upToDate({ page: "dist/evaluation/index.html", sources: ["evaluation/page"], script: "build:report" });

async function upToDate(built: Built): Promise<void> {
  while (!isBuilt(built)) {
    if (takeLock()) build(built);
    else await pause(200);
  }
}

function isBuilt({ page, sources }: Built): boolean {
  // The lock is there until the new page is whole.
  if (existsSync(LOCK) || !existsSync(join(ROOT, page))) return false;
  const newest = sources.flatMap((source) =>
    readdirSync(join(ROOT, "src", source), { recursive: true, encoding: "utf8" }).map(
      (path) => statSync(join(ROOT, "src", source, path)).mtimeMs,
    ),
  );
  return Math.max(...newest) < statSync(join(ROOT, page)).mtimeMs;
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    // Somebody builds, or died while building.
    if (existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs > BUILD_MS) rmdirSync(LOCK);
    return false;
  }
}

function build({ script }: Built): void {
  try {
    // In a process of its own, for under a test runner the build would be a development one.
    execFileSync("npm", ["run", "--silent", script], {
      env: { ...process.env, NODE_ENV: "production" },
      cwd: ROOT,
      timeout: BUILD_MS,
    });
  } finally {
    rmdirSync(LOCK);
  }
}
