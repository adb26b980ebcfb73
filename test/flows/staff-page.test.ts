// What the shop's people do on the page, and a customer's whole talk, in a real browser.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { findBrowser, openBrowser } from "../support/browser.ts";
import { buildPage } from "../support/built-page.ts";
import { openStore, resetStore } from "../support/store.ts";
import { openWebShop, type WebShop } from "../support/web-shop.ts";

const executable = findBrowser();

describe.skipIf(executable === null)("in a real browser", () => {
  let database: Database;
  let shop: WebShop;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    await buildPage();
    database = await openStore();
    shop = await openWebShop({ database });
    browser = await openBrowser(executable ?? "");
  }, 180_000);
  beforeEach(async () => {
    await resetStore(database);
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    await page.goto(shop.url);
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    await database?.close();
  });

  const be = (name: string, on = page) => on.getByLabel("You are").selectOption({ label: name });
  const link = (name: string | RegExp) => page.getByRole("link", { name });
  const button = (name: string, on = page) => on.getByRole("button", { name });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  const seen = (what: { isVisible(): Promise<boolean> }) => expect.poll(() => what.isVisible()).toBe(true);

  async function ask(text: string, on = page): Promise<void> {
    await on.getByLabel("Message to the shop").fill(text);
    await button("Send", on).click();
    await expect.poll(() => on.getByRole("textbox", { name: "Message to the shop" }).inputValue()).toBe("");
    await expect.poll(() => on.getByTestId("stage").count()).toBe(0);
  }

  /** Over HTTP, as another person elsewhere. */
  const say = (message: string, customerId: number, sessionId: string) =>
    shop.call("/api/messages", { message, customerId, sessionId, complete: true });

  test("a customer asks, confirms, loads the page again, and the talk is still there; a thumb up is kept", async () => {
    await be("Alice (customer)");
    await ask("I want to buy 3 pairs of classic sunglasses and 1 pair of aviator sunglasses.");
    await page
      .getByRole("article", { name: "Approval: Waiting for you" })
      .getByRole("button", { name: "Confirm" })
      .click();
    await seen(page.getByRole("article", { name: "Approval: Done" }));
    await page.reload();
    await seen(page.getByRole("article", { name: "Approval: Done" }));
    expect(await page.getByLabel("You are").inputValue()).toBe("customer:1");
    expect(await page.getByTestId("answer").textContent()).toContain("$260.00");
    expect(await button("Confirm").count()).toBe(0);

    await button("Helpful").first().click();
    await expect
      .poll(() => database.client.feedback.findMany())
      .toMatchObject([{ person: "local:customer:1", verdict: "up" }]);
    await page.reload();
    await expect.poll(() => button("Helpful").first().getAttribute("aria-pressed")).toBe("true");
    expect(await database.client.transaction.count()).toBe(3);
  });

  test("a new talk begins empty, and the old one does not come back", async () => {
    await be("Alice (customer)");
    await ask("how many wayfarer are left");
    await button("Begin a new talk").click();
    await seen(heading("Alice, what can the shop do for you?"));
    await page.reload();
    await seen(heading("Alice, what can the shop do for you?"));
  });

  test("staff find a customer and see the orders, tickets and conversations", async () => {
    await say("I want to talk to a real person please", 1, "ses_alice");
    await be("Sam (staff)");
    await page.keyboard.press("/");
    await page.keyboard.type("alice@exam");
    await seen(page.getByRole("heading", { name: "“alice@exam”" }));
    // Until the last letter's results are there, the list still moves.
    await expect.poll(() => page.getByRole("region", { name: "Customers" }).getByRole("link").count()).toBe(1);
    await page.getByRole("region", { name: "Customers" }).getByRole("link", { name: "Alice" }).click();
    await seen(heading("Alice"));
    const orders = page.getByRole("region", { name: "Orders" });
    await seen(orders.getByText("Order 1002"));
    expect(await orders.textContent()).toContain("2 × Classic at $60.00");
    await seen(page.getByRole("region", { name: "Tickets" }).getByText("Asks for a person"));
    await page.getByRole("region", { name: "Conversations" }).getByRole("link").click();
    await seen(page.getByRole("region", { name: "What was said" }).getByText("I want to talk to a real person please"));
  });

  test("a result that is opened while the search still follows the typing stays open", async () => {
    await page.addInitScript({ path: new URL("../support/late-timer.js", import.meta.url).pathname });
    await page.reload();
    await be("Sam (staff)");
    await page.keyboard.press("/");
    await page.keyboard.type("alice");
    await seen(page.getByRole("heading", { name: "“alice”" }));
    // The last letter's timer comes due when the link was followed and the page has not heard of it yet.
    await page.evaluate(() => Reflect.get(globalThis, "typeAndFollow")("alice@", "#/customers/1"));
    await seen(heading("Alice"));
    expect(new URL(page.url()).hash).toBe("#/customers/1");
  });

  test("a search that is left by Escape leads back to where it was begun", async () => {
    await be("Sam (staff)");
    await link("Ledger").click();
    await seen(heading("Ledger"));
    await page.keyboard.press("/");
    await page.keyboard.type("nobody at all");
    await seen(page.getByText(/^Nothing found/));
    await page.keyboard.press("Escape");
    await seen(heading("Ledger"));
  });

  test("a ticket is answered and resolved on the page, and the customer reads it in the open talk", async () => {
    await be("Alice (customer)");
    await ask("I want to talk to a real person please");
    const staff = await context.newPage();
    await staff.goto(`${shop.url}/#/tickets`);
    await be("Sam (staff)", staff);
    await staff.getByRole("link", { name: /Alice.*Asks for a person/ }).click();
    await staff.getByLabel("Answer to Alice").fill("We send a new pair today.");
    await button("Send answer", staff).click();
    await seen(staff.getByRole("region", { name: "What was said" }).getByText("Sam: We send a new pair today."));
    await seen(page.getByText("Sam: We send a new pair today."));
    await seen(page.getByText(/A person of the shop has this talk/));

    await ask("Thank you!");
    await seen(staff.getByRole("region", { name: "What was said" }).getByText("Thank you!"));
    await button("Resolve ticket", staff).click();
    await seen(staff.getByRole("status").getByText(/is resolved/));
    await expect.poll(() => database.client.ticket.count({ where: { status: "open" } })).toBe(1);
    await seen(page.getByText("You talk with the assistant."));
    await ask("how many wayfarer are left");
    expect(await page.getByTestId("answer").last().textContent()).toContain("6");
  });

  test("somebody of the shop hears of a ticket that was opened meanwhile", async () => {
    await be("Sam (staff)");
    await link("Stock").click();
    await seen(heading("Stock"));
    // The open ones were read once; only what joins later is news.
    await seen(link(/^Tickets 1$/));
    await say("let me speak to a human", 3, "ses_chiyo");
    const news = page.getByRole("status", { name: "News" });
    await expect.poll(() => news.textContent()).toContain("Chiyo");
    await news.getByRole("link").click();
    await seen(page.getByLabel("Answer to Chiyo"));
  });

  test("the ledger ends with the till of the database, row by row, and moves when something is sold", async () => {
    await be("Sam (staff)");
    await link("Ledger").click();
    await expect.poll(() => page.getByTestId("ledger-balance").textContent()).toBe("$500.00");
    await say("two moon please", 1, "ses_alice");
    await say("yes", 1, "ses_alice");
    await expect.poll(() => page.getByTestId("ledger-balance").textContent()).toBe("$740.00");
    const rows = page.getByRole("table", { name: /the newest first/ }).getByRole("row");
    const stored = await database.client.transaction.findMany({ orderBy: { position: "desc" } });
    const shown = (await rows.allTextContents()).slice(1).map((row) => row.split("$").at(-1));
    expect(shown).toEqual(stored.map(({ balanceAfter }) => balanceAfter.toFixed(2)));
  });

  test("an admin approves on the approvals' own view, and staff only look", async () => {
    await be("Sam (staff)");
    await ask("Return 2 Aviator sunglasses.");
    await link("Approvals").click();
    await seen(heading("Waiting for somebody else"));
    expect(await button("Approve").count()).toBe(0);
    await be("Ada (admin)");
    await button("Approve").click();
    await expect
      .poll(() => database.client.item.findUnique({ where: { itemId: "SG001" } }))
      .toMatchObject({
        quantityInStock: 25,
      });
  });

  test("a customer who comes by a staff member's address is told whose it is, and sees nothing of it", async () => {
    await be("Bruno (customer)");
    await page.goto(`${shop.url}/#/customers/1`);
    await seen(page.getByText("This is for the shop's people"));
    expect(await page.textContent("main")).not.toContain("alice@example.com");
    expect(await page.getByRole("searchbox").count()).toBe(0);
  });

  test("the first Tab leads past the head of the page", async () => {
    await be("Sam (staff)");
    await page.goto(`${shop.url}/#/ledger`);
    await page.reload();
    await seen(heading("Ledger"));
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("id")).toBe("content");
  });

  test("on a low screen a card that is longer than it still shows its buttons", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await be("Alice (customer)");
    await ask("I want to buy 3 pairs of classic sunglasses and 1 pair of aviator sunglasses.");
    const box = await button("Confirm").boundingBox();
    const composer = await page.getByLabel("Message to the shop").boundingBox();
    expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
  });

  test("nothing is wider than a telephone", async () => {
    await say("I want to buy 3 pairs of classic sunglasses", 1, "ses_alice");
    await say("I want to talk to a real person please", 1, "ses_alice");
    await page.setViewportSize({ width: 360, height: 740 });
    await be("Ada (admin)");
    const ticket = await database.client.ticket.findFirst({ where: { customerId: 1 } });
    const views = [
      "",
      "tickets",
      `tickets/${ticket?.id}`,
      "approvals",
      "customers",
      "customers/1",
      "ledger",
      "stock",
      "runs",
    ];
    for (const view of [...views, "search/alice"]) {
      await page.goto(`${shop.url}/#/${view}`);
      await expect.poll(() => page.locator("main").textContent()).not.toBe("");
      expect([view, await page.locator("html").evaluate((html) => html.scrollWidth)]).toEqual([view, 360]);
    }
  });
});
