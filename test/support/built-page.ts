// The page as its users get it, built once for all test files: while one file's browser loads it, another must not
// take it away to build the same again.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "dist/console/index.html");
const LOCK = join(tmpdir(), "tillhand-page-build");
const BUILD_MS = 120_000;

/** Returns when the built page is as new as its sources. */
export async function buildPage(): Promise<void> {
  while (!isBuilt()) {
    if (takeLock()) build();
    else await pause(200);
  }
}

function isBuilt(): boolean {
  // The lock is there until the new page is whole.
  if (existsSync(LOCK) || !existsSync(PAGE)) return false;
  const source = join(ROOT, "src/console");
  const newest = readdirSync(source, { recursive: true, encoding: "utf8" }).map(
    (path) => statSync(join(source, path)).mtimeMs,
  );
  return Math.max(...newest) < statSync(PAGE).mtimeMs;
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

function build(): void {
  try {
    // In a process of its own, for under a test runner the build would be a development one.
    execFileSync("npm", ["run", "--silent", "build:console"], {
      env: { ...process.env, NODE_ENV: "production" },
      cwd: ROOT,
      timeout: BUILD_MS,
    });
  } finally {
    rmdirSync(LOCK);
  }
}
