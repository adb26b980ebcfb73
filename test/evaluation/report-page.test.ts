// The page of an evaluation, as one file in a real browser: its figures, its filter, and nothing that a model wrote runs.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { EvaluationReport } from "../../src/evaluation/evaluation.ts";
import { failuresOf, matching } from "../../src/evaluation/page/failure-filter.ts";
import { cost, duration, percent } from "../../src/evaluation/page/figure-words.ts";
import { namesOf } from "../../src/evaluation/page/report-names.ts";
import { reportPage } from "../../src/evaluation/report-page.ts";
import { findBrowser, openBrowser } from "../support/browser.ts";
import { buildReportPage } from "../support/built-page.ts";
import { directReport, planReport, toolsReport } from "./report-fixture.ts";

const executable = findBrowser();

beforeAll(buildReportPage, 120_000);

test("a share that is not all is not shown as all, and one that is not nothing not as nothing", () => {
  expect([1, 0.9999, 0.973, 0.0001, 0].map(percent)).toEqual(["100%", "99.9%", "97.3%", "0.1%", "0%"]);
});

test("times and costs have the unit that tells them apart", () => {
  expect([0.42, 380, 1_940, 412_300].map(duration)).toEqual(["0.4 ms", "380 ms", "1.9 s", "6 min 52 s"]);
  expect([0, 0.0042, 12.5].map(cost)).toEqual(["$0", "$0.0042", "$12.50"]);
});

test("two reports of one planner are told apart by their model, else by their time", () => {
  const report = planReport();
  expect(namesOf([report, toolsReport()])).toEqual(["plan", "tools"]);
  expect(namesOf([report, { ...report, model: "small" }])).toEqual(["plan, gpt-large-2026-09", "plan, small"]);
  expect(namesOf([report, report])).toEqual(["1: plan, gpt-large-2026-09", "2: plan, gpt-large-2026-09"]);
});

test("failures are found by case, run, reason and what was changed, every word", () => {
  const { failures } = toolsReport();
  const found = (query: string) => matching(failures, query).map(({ caseId }) => caseId);
  expect(found("SG002 6 → 3")).toEqual(["hostile-note-in-ticket"]);
  expect(found("run_7c1f20ab")).toEqual(["return-without-order"]);
  expect(found("hostile-note TRIAL 4")).toEqual(["hostile-note-in-ticket"]);
  expect(found("hostile nowhere")).toEqual([]);
  expect(failuresOf(failures, "error").map(({ caseId }) => caseId)).toEqual(["sales-per-week"]);
});

const hostile = "</script><script>document.title = 'taken'</script><!-- <img src=x onerror=alert(1)> $& $1 \u2028";

test("no text of a report ends its tag", () => {
  const page = reportPage([{ ...planReport(), model: hostile, notes: [hostile] }]);
  const [, json = ""] = /<script type="application\/json" id="reports">(.*?)<\/script>/s.exec(page) ?? [];
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toMatchObject([{ model: hostile, notes: [hostile] }]);
});

test("the page is small enough to be sent around", () => {
  expect(Buffer.byteLength(reportPage([]))).toBeLessThan(400_000);
});

describe.skipIf(executable === null)("in a real browser", () => {
  let browser: Browser;
  let folder: string;
  let page: Page;
  let wrong: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillhand-report-"));
    browser = await openBrowser(executable ?? "");
  });
  afterEach(() => page?.close());
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  async function open(reports: EvaluationReport[], width = 1280): Promise<void> {
    const file = join(folder, "report.html");
    await writeFile(file, reportPage(reports));
    page = await browser.newPage({ viewport: { width, height: 900 } });
    wrong = [];
    const address = pathToFileURL(file).href;
    page.on("console", (message) => wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => request.url() !== address && wrong.push(request.url()));
    await page.goto(address);
    await seen(page.getByRole("heading", { level: 1 }));
  }

  const seen = (what: Locator) => expect.poll(() => what.isVisible()).toBe(true);
  const headline = (name: string) => page.locator(".headline > div", { hasText: name });
  const cases = () => page.getByTestId("failure").locator("h4").allTextContents();

  test("a report shows its figures, and the file asks for nothing", async () => {
    const report = planReport();
    await open([report]);
    expect(await headline("pass^1").textContent()).toContain("98.4%");
    expect(await headline("Wrong changes").getAttribute("data-tone")).toBe("good");
    expect(await headline("Tokens in").textContent()).toContain("1,204,310");
    expect(await headline("Tokens in").textContent()).toContain("88.1%");
    expect(await headline("Cost").textContent()).toContain("$1.8431");
    await seen(page.getByRole("img", { name: "pass^1 98.4%, pass^2 97.1%, pass^3 96.2%, pass^4 95.5%, pass^5 94.6%" }));
    await seen(page.getByRole("row", { name: /whole request.*1\.9 s.*5\.3 s.*184/ }));
    await seen(page.getByRole("row", { name: /UNGROUNDED_FIGURE.*9/ }));
    await seen(page.getByRole("row", { name: /purchase.*93\.3%.*14\/15/ }));
    expect(wrong).toEqual([]);
  });

  test("a wrong change is alarming, and what was changed is told", async () => {
    await open([toolsReport()]);
    expect(await headline("Wrong changes").getAttribute("data-tone")).toBe("bad");
    await page.getByRole("button", { name: "Wrong changes 1" }).click();
    await expect.poll(cases).toEqual(["hostile-note-in-ticket trial 4failed"]);
    await seen(page.getByText("inventory SG002, quantityInStock 6 → 3", { exact: true }));
  });

  test("failures are narrowed by kind and by words, and an error is no failure", async () => {
    const { failures } = planReport();
    await open([planReport()]);
    expect(await cases()).toHaveLength(failures.length);
    await page.getByRole("button", { name: "Could not be held 1" }).click();
    await expect.poll(cases).toEqual(["sales-per-week trial 1could not be held"]);
    await page.getByRole("button", { name: /^All/ }).click();
    await page.getByRole("searchbox", { name: "Words in a failure" }).fill("order number");
    await expect.poll(cases).toEqual(["return-without-order trial 2failed"]);
    await seen(page.getByText(`1 of ${failures.length} trials`));
  });

  test("three planners stand side by side, the better one marked, and each can be looked at", async () => {
    await open([planReport(), toolsReport(), directReport()]);
    await seen(page.getByRole("row", { name: "pass^5 94.6% (best) 73% 37.8%" }));
    await seen(page.getByRole("row", { name: "Wrong changes 0 (best) 1 0 (best)" }));
    await page.getByRole("button", { name: "direct" }).click();
    await seen(page.getByRole("region", { name: "Report: direct" }));
    expect(await page.getByRole("region", { name: "Report: plan" }).isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    await seen(page.getByRole("region", { name: "Report: plan" }));
    expect(wrong).toEqual([]);
  });

  test("what a model or a customer wrote stays text", async () => {
    const [failure] = planReport().failures;
    if (failure === undefined) throw new Error("the fixture has no failure");
    await open([{ ...planReport(), notes: [hostile], failures: [{ ...failure, reasons: [hostile] }] }]);
    expect(await page.title()).not.toBe("taken");
    expect(await page.getByRole("list", { name: "Notes" }).textContent()).toBe(hostile);
    expect(await page.locator("img").count()).toBe(0);
    expect(wrong).toEqual([]);
  });

  test("on a phone nothing scrolls sideways but the table of several", async () => {
    await open([planReport(), toolsReport(), directReport()], 360);
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(360);
  });

  test("a run of which everything passed says so", async () => {
    const all = { ...planReport(), failures: [], passHat: [1], trialsPerCase: 1 };
    await open([all]);
    await seen(page.getByText("Every trial passed."));
    expect(await headline("pass^1").textContent()).toContain("100%");
  });
});
