// Reports of evaluations in, one HTML file that shows them, several side by side, and needs nothing else, out.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationReport } from "./evaluation.ts";

const BUILT = join(import.meta.dirname, "../../dist/evaluation/index.html");
const PLACE = /(<script type="application\/json" id="reports">)\[\](<\/script>)/;

/** Throws a sentence when the page was never built. */
export function reportPage(reports: EvaluationReport[]): string {
  const page = builtPage();
  if (!PLACE.test(page)) throw new Error(`${BUILT} has no place for reports. Build it anew: npm run build:report`);
  return page.replace(PLACE, (_, before: string, after: string) => `${before}${jsonInHtml(reports)}${after}`);
}

function builtPage(): string {
  try {
    return readFileSync(BUILT, "utf8");
  } catch (cause) {
    throw new Error("The report page is not built yet: npm run build:report", { cause });
  }
}

/** JSON that ends no tag and begins no comment, whatever people, models or rows wrote. */
const jsonInHtml = (value: EvaluationReport[]): string => JSON.stringify(value).replaceAll("<", "\\u003c");
