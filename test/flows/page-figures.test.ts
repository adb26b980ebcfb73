// A question over the data on the page: the chart and the table of its answer, in a real browser.
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { Model } from "../../src/model/model.ts";
import { findBrowser, openBrowser } from "../support/browser.ts";
import { buildPage } from "../support/built-page.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { openStore, resetStore } from "../support/store.ts";
import { openWebShop, type WebShop } from "../support/web-shop.ts";

const executable = findBrowser();

const plan = (more: string) => `
const items = await db.inventory.findMany({});
answer_text = "Here is what is in stock.";
STATUS = "success"; ACTION = "read";
${more}`;
const stockChart = `
chart = {
  title: "In stock by style",
  data: { values: items.map((item) => ({ style: item.name, stock: item.quantityInStock })) },
  mark: "bar",
  encoding: {
    x: { field: "style", type: "nominal", title: "Style" },
    y: { field: "stock", type: "quantitative", title: "In stock" },
  },
};`;
const twelveRows = `
answer_rows = Array.from({ length: 12 }, (_, index) => ({
  day: "2026-11-" + String(index + 1).padStart(2, "0"),
  units: index * 1000,
  note: index === 0 ? "=1+1" : 'plain, with a "comma"',
}));`;

describe.skipIf(executable === null)("in a real browser", () => {
  let database: Database;
  let shop: WebShop;
  /** What the model writes next. */
  let script: Model;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let hosts: Set<string>;

  beforeAll(async () => {
    await buildPage();
    database = await openStore();
    script = createScriptedModel([]);
    const model: Model = { ...script, write: (task, signal) => script.write(task, signal) };
    shop = await openWebShop({ database, model });
    browser = await openBrowser(executable ?? "");
  }, 180_000);
  beforeEach(() => resetStore(database));
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    await database?.close();
  });

  async function open(more: string, { width = 1280, scheme = "light" as "light" | "dark" } = {}): Promise<void> {
    script = createScriptedModel([plan(more)]);
    context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
    page = await context.newPage();
    errors = [];
    hosts = new Set();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto(shop.url);
  }

  const be = (name: string) => page.getByLabel("You are").selectOption({ label: name });
  const button = (name: string) => page.getByRole("button", { name });
  const seen = (what: Locator) => expect.poll(() => what.isVisible()).toBe(true);
  const bars = () => page.getByTestId("chart").locator("svg .mark-rect path");

  async function ask(text: string): Promise<void> {
    await page.getByLabel("Message to the shop").fill(text);
    await button("Send").click();
    await seen(page.getByTestId("answer"));
  }

  test("staff ask for the stock by style: a bar for each, its figure under the mouse, and nothing from elsewhere", async () => {
    await open(stockChart);
    await be("Sam (staff)");
    await ask("what is in stock by style?");
    const items = await database.client.item.findMany();
    await expect.poll(() => bars().count()).toBe(items.length);
    const shown = await page.getByTestId("chart").locator("svg").textContent();
    for (const { name } of items) expect(shown).toContain(name);
    await seen(page.getByRole("figure", { name: "In stock by style" }));

    const heights = new Map(
      await bars().evaluateAll((paths) =>
        paths.map((path) => [path.getAttribute("aria-label"), path.getBoundingClientRect().height] as const),
      ),
    );
    for (const { name, quantityInStock } of items) {
      const height = heights.get(`Style: ${name}; In stock: ${quantityInStock}`) ?? 0;
      expect(height / Math.max(...heights.values())).toBeCloseTo(quantityInStock / 40, 2);
    }

    await bars().first().hover();
    await seen(page.locator("#chart-tooltip"));
    expect(await page.locator("#chart-tooltip").textContent()).toBe("StyleAviatorIn stock23");
    expect([...hosts]).toEqual([new URL(shop.url).host]);
    expect(errors).toEqual([]);
  });

  test("the page loads what draws charts when there is one, not before", async () => {
    await open(stockChart);
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await page.reload();
    await seen(page.getByLabel("Message to the shop"));
    expect(scripts.filter((url) => url.includes("draw-svg"))).toEqual([]);
    await ask("what is in stock by style?");
    await seen(bars().first());
    expect(scripts.filter((url) => url.includes("draw-svg")).length).toBe(1);
  });

  test("the figures of a chart can be read as a table, and chart and table are there after a reload", async () => {
    await open(stockChart + twelveRows);
    await be("Sam (staff)");
    await ask("what is in stock by style?");
    await button("Show as table").click();
    const figures = page.getByRole("table", { name: "Figures of the chart: In stock by style" });
    await seen(figures.getByRole("row", { name: "Aviator 23" }));
    await page.reload();
    await expect.poll(() => bars().count()).toBe(await database.client.item.count());
    await seen(page.getByRole("table", { name: "Table of the answer, 12 rows" }));
    expect(errors).toEqual([]);
  });

  test("of a longer list ten rows are shown, all of them on demand, and the file has them all", async () => {
    await open(twelveRows);
    await be("Sam (staff)");
    await ask("units by day");
    const table = page.getByRole("table", { name: "Table of the answer, 12 rows" });
    await seen(table);
    expect(await table.getByRole("row").count()).toBe(11);
    await button("Show all 12 rows").click();
    await expect.poll(() => table.getByRole("row").count()).toBe(13);
    await seen(table.getByRole("cell", { name: "11,000" }));
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('[data-testid=table] td:nth-child(2)')).textAlign"),
    ).toBe("right");

    const [download] = await Promise.all([page.waitForEvent("download"), button("Download CSV").click()]);
    expect(download.suggestedFilename()).toMatch(/^run_\w+\.csv$/);
    const lines = (await readFile(await download.path(), "utf8"))
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(lines.length).toBe(13);
    expect(lines[0]).toBe("day,units,note");
    // What a spreadsheet would work out is text to it.
    expect(lines[1]).toBe("2026-11-01,0,'=1+1");
    expect(lines[12]).toBe('2026-11-12,11000,"plain, with a ""comma"""');
    expect(errors).toEqual([]);
  });

  test("of a list that is too long for the page it is said that the file has it all", async () => {
    await open(
      'answer_rows = Array.from({ length: 1200 }, (_, index) => ({ day: "d" + index, name: "n" + (index % 7) }));',
    );
    await be("Sam (staff)");
    await ask("names by day");
    expect(await page.getByText("Download CSV has them all").count()).toBe(0);
    await button("Show all 1,200 rows").click();
    await seen(page.getByText("The first 1,000 of 1,200 rows. Download CSV has them all."));
    const [download] = await Promise.all([page.waitForEvent("download"), button("Download CSV").click()]);
    expect((await readFile(await download.path(), "utf8")).trimEnd().split("\r\n").length).toBe(1201);
  });

  test("a run shows the chart and the table of its answer", async () => {
    await open(stockChart + twelveRows);
    await be("Sam (staff)");
    await ask("what is in stock by style?");
    await page.getByTestId("show-plan").click();
    await seen(page.getByRole("region", { name: "Run" }));
    await seen(bars().first());
    await seen(page.getByRole("table", { name: "Table of the answer, 12 rows" }));
  });

  test("another customer does not read the rows of an answer", async () => {
    await open(twelveRows);
    const asked = { message: "units by day", customerId: 1, sessionId: "ses_a", complete: true };
    const { body } = await shop.call("/api/messages", asked);
    const { runId } = body as { runId: string };
    expect(await shop.call(`/api/runs/${runId}/table?customerId=1`)).toMatchObject({ status: 200 });
    for (const path of ["table", "table.csv"]) {
      expect(await shop.call(`/api/runs/${runId}/${path}?customerId=2`)).toMatchObject({
        status: 404,
        body: { error: { code: "NO_SUCH_TABLE" } },
      });
    }
    expect(await shop.call("/api/runs/run_none/table?role=staff")).toMatchObject({ status: 404 });
  });

  test("a talk that did not change is not sent again, with all its charts and rows", async () => {
    await open(stockChart + twelveRows);
    await shop.call("/api/messages", { message: "units by day", sessionId: "ses_a", complete: true });
    const talk = `${shop.url}/api/conversations/ses_a`;
    const first = await fetch(talk);
    const rows = expect.toSatisfy((given) => Array.isArray(given) && given.length === 10);
    expect(await first.json()).toMatchObject({
      entries: [{ kind: "message" }, { table: { columns: ["day", "units", "note"], rows, rowCount: 12 } }],
    });
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    expect(await fetch(talk, { headers: known })).toMatchObject({ status: 304 });
    await shop.call("/api/messages", { message: "thanks", sessionId: "ses_a", complete: true });
    expect(await fetch(talk, { headers: known })).toMatchObject({ status: 200 });
  });

  test("on a phone in the dark, forty names keep room, and the page itself does not scroll sideways", async () => {
    const many = stockChart.replace(
      "items.map(",
      "Array.from({ length: 40 }, (_, index) => ({ name: 'Style ' + index, quantityInStock: index })).map(",
    );
    await open(many + twelveRows, { width: 360, scheme: "dark" });
    await be("Alice (customer)");
    await ask("what is in stock by style?");
    await expect.poll(() => bars().count()).toBe(40);
    expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(360);
    const frame = page.getByTestId("chart-picture");
    expect(await frame.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    const label = page.getByTestId("chart").locator("svg .role-axis-label text").first();
    expect(await label.getAttribute("fill")).toBe("#9daba4");
  });

  test("a chart that follows the window is drawn anew when it turns", async () => {
    await open(stockChart, { width: 360 });
    await ask("what is in stock by style?");
    await seen(bars().first());
    const width = () =>
      page
        .getByTestId("chart")
        .locator("svg")
        .evaluate((svg) => svg.getBoundingClientRect().width);
    const narrow = await width();
    await page.setViewportSize({ width: 800, height: 360 });
    await expect.poll(width).toBeGreaterThan(narrow + 200);
  });

  test("a chart that cannot be drawn shows its figures instead", async () => {
    await open(stockChart);
    await page.route("**/draw-svg*", (route) => route.abort());
    await ask("what is in stock by style?");
    await seen(page.getByText("The chart cannot be drawn here; these are its figures."));
    await seen(page.getByRole("row", { name: "Aviator 23" }));
  });
});
