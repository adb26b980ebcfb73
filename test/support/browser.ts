// The system's Chromium, headless, with a profile of its own.
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** null where no browser is installed; a CI without one is a broken CI. */
export function findBrowser(): string | null {
  const path = PLACES.find((place) => existsSync(place)) ?? null;
  if (path === null && process.env.CI !== undefined) throw new Error("Install Chromium: apt-get install chromium");
  return path;
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
