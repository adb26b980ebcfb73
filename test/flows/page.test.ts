import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import { createLocalPlatform } from "../../src/platforms/local.ts";
import { serveWeb } from "../../src/platforms/web.ts";
import type { WebServer } from "../../src/platforms/web-listen.ts";
import { startEmbedded } from "../../src/presets/embedded.ts";
import type { Service } from "../../src/service.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { findBrowser, openBrowser } from "../support/browser.ts";
import { buildPage } from "../support/built-page.ts";
import { openStore, resetStore } from "../support/store.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("in a real browser", () => {
  let database: Database;
  let service: Service;
  let web: WebServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    await buildPage();
    database = await openStore();
    const config = readConfig({ PORT: "0", LOG_LEVEL: "silent" });
    const platform = createLocalPlatform("web", config.web);
    service = await startEmbedded(config, {
      database,
      platforms: [platform],
      log: createLog("silent"),
      model: createBuiltInPlanner(),
    });
    web = await serveWeb(service, platform);
    browser = await openBrowser(executable ?? "");
  }, 120_000);
  beforeEach(async () => {
    await resetStore(database);
    page = await browser.newPage();
    await page.goto(web.url);
  });
  afterAll(async () => {
    await browser?.close();
    await web?.close();
    await service?.close();
  });

  const at = (id: string) => page.getByTestId(id);

  async function be(person: string): Promise<void> {
    await at("person").selectOption(person);
  }

  async function ask(text: string): Promise<void> {
    const before = await at("answer").count();
    await at("message-input").fill(text);
    await at("send").click();
    await expect.poll(() => at("answer").count(), { timeout: 20_000 }).toBe(before + 1);
  }

  const lastAnswer = () => at("answer").last().textContent();

  test("somebody asks and sees the answer", async () => {
    await ask("Do you have any round sunglasses in stock that are under $100?");
    expect(await lastAnswer()).toContain("Classic");
    expect(await lastAnswer()).not.toContain("Moon");
  });

  test("a customer buys, confirms, and the stock falls", async () => {
    await be("customer:1");
    await ask("I want to buy 3 pairs of classic sunglasses and 1 pair of aviator sunglasses.");
    expect(await at("stock-SG005").textContent()).toBe("10");
    await at("confirm").click();
    await expect.poll(() => at("stock-SG005").textContent()).toBe("7");
    await expect.poll(() => at("stock-SG001").textContent()).toBe("22");
    await expect.poll(() => at("balance").textContent()).toBe("$760.00");
    expect(await at("confirm").count()).toBe(0);
  });

  test("a customer asks for a refund and confirms, an admin approves, and the till pays", async () => {
    await be("customer:1");
    await ask("Refund order 1001, it broke");
    await at("confirm").click();
    await expect.poll(() => at("card").last().textContent()).toMatch(/admin/i);
    expect(await at("balance").textContent()).toBe("$500.00");
    await be("admin:");
    await at("approvals").getByTestId("approve").first().click();
    await expect.poll(() => at("balance").textContent()).toBe("$420.00");
  });

  test("staff sell to Alice, and staff's return waits for an admin", async () => {
    await be("staff:");
    await ask("Purchase 3 Wayfarer sunglasses for customer Alice.");
    await at("confirm").click();
    await expect.poll(() => at("stock-SG002").textContent()).toBe("3");
    await ask("Return 2 Aviator sunglasses.");
    expect(await at("confirm").count()).toBe(0);
    await be("admin:");
    await at("approvals").getByTestId("approve").first().click();
    await expect.poll(() => at("stock-SG001").textContent()).toBe("25");
  });

  test("every run shows its plan", async () => {
    await ask("how many wayfarer are left");
    await at("show-plan").last().click();
    await expect.poll(() => at("run-code").textContent()).toContain("db.inventory");
  });

  test("nothing is fetched from elsewhere", async () => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.reload();
    await ask("Which pair is the most expensive?");
    expect([...hosts]).toEqual([new URL(web.url).host]);
  });
});
