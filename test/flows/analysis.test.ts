// Staff ask about a year of history; every figure of the answers' rows is computed once more here, in SQL that knows
// neither the columns nor the plans behind them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeHistory } from "../../prisma/history.ts";
import { drawChart } from "../../src/chart/draw-chart.ts";
import { readConfig } from "../../src/config.ts";
import type { Database } from "../../src/database/database.ts";
import { createBuiltInPlanner } from "../../src/model/built-in.ts";
import type { Reply } from "../../src/platforms/platform.ts";
import { createSandbox } from "../../src/sandbox/pool.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { createScriptedModel } from "../support/scripted-model.ts";
import { ada, alice, openShop, type Shop, sam } from "../support/shop.ts";
import { openStore } from "../support/store.ts";

// A Wednesday.
const NOW = "2026-07-01T10:00:00Z";

let database: Database;
let sandbox: Sandbox;
let shop: Shop;

beforeAll(async () => {
  database = await openStore();
  sandbox = createSandbox(readConfig({}).sandbox);
  await database.transaction((tx) => writeHistory(tx, { days: 365, until: "2026-06-30" }));
  shop = await openShopThen(createBuiltInPlanner());
});
afterAll(async () => {
  await shop.close();
  await sandbox.close();
  await database.close();
});

async function openShopThen(model: ReturnType<typeof createBuiltInPlanner>, now = NOW): Promise<Shop> {
  const opened = await openShop({ database, sandbox, model });
  opened.pass((Date.parse(now) - Date.now()) / 60_000);
  return opened;
}

interface Answer {
  text: string;
  rows: { [column: string]: unknown }[];
  reply: Reply;
}

let places = 0;

async function ask(text: string, of = shop): Promise<Answer> {
  const { reply, report } = await of.ask(sam, text, `analysis-${++places}`);
  expect(report).toMatchObject({ status: "success", action: "read", attempts: 1, error: null });
  const { columns, rows } = reply.table ?? { columns: [], rows: [] };
  return {
    text: reply.text,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
    reply,
  };
}

async function expectPicture({ chart }: Reply) {
  if (chart === null) throw new Error("the answer has no chart");
  const drawn = await drawChart(chart, readConfig({}).chart, AbortSignal.timeout(20_000));
  expect(drawn).toMatchObject({ kind: "drawn" });
  return drawn.kind === "drawn" ? drawn.altText : "";
}

/** Rows of a hand-written query, its numbers as numbers. */
async function sql(query: string): Promise<{ [column: string]: string | number }[]> {
  const rows = await database.client.$queryRawUnsafe<{ [column: string]: unknown }[]>(query);
  const plain = (value: unknown) => (typeof value === "string" ? value : Number(value));
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

const only = (rows: Answer["rows"], ...columns: string[]) =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));

test("revenue by style last month", async () => {
  const { text, rows, reply } = await ask("revenue by style last month");
  const expected = await sql(`
    SELECT i.name AS item, sum(t.amount) AS revenue,
      sum(t.amount) FILTER (WHERE t.kind = 'sale') AS sales,
      coalesce(-sum(t.amount) FILTER (WHERE t.kind = 'return'), 0) AS returned
    FROM transactions t JOIN inventory i USING (item_id)
    WHERE t.kind IN ('sale', 'return', 'cancellation')
      AND t.created_at >= '2026-06-01T00:00Z' AND t.created_at < '2026-07-01T00:00Z'
    GROUP BY i.name ORDER BY revenue DESC, item`);
  expect(expected.length).toBeGreaterThan(5);
  expect(only(rows, "item", "revenue", "sales", "returned")).toEqual(expected);
  const [best] = expected;
  expect(text).toContain(`${best?.item} ${dollars(Number(best?.revenue))}`);
  expect(text).toContain("June 2026");
  expect(await expectPicture(reply)).toContain(`${best?.item}: `);
});

test("which items will run out within two weeks at this pace", async () => {
  const { text, rows, reply } = await ask("which items will run out within two weeks at this pace");
  const expected = await sql(`
    WITH pace AS (
      SELECT item_id, sum(CASE kind WHEN 'sale' THEN quantity ELSE -quantity END) AS units FROM transactions
      WHERE kind IN ('sale', 'return', 'cancellation')
        AND created_at >= '2026-06-04T00:00Z' AND created_at < '2026-07-02T00:00Z' GROUP BY item_id)
    SELECT i.name AS item, i.quantity_in_stock AS in_stock, round(i.quantity_in_stock * 28.0 / p.units, 1) AS days_left
    FROM pace p JOIN inventory i USING (item_id)
    WHERE p.units > 0 AND i.quantity_in_stock * 28.0 / p.units <= 14 ORDER BY 3, 1`);
  expect(expected.length).toBeGreaterThan(1);
  expect(expected.length).toBeLessThan(7);
  expect(only(rows, "item", "in_stock", "days_left")).toEqual(expected);
  for (const { item } of expected) expect(text).toContain(String(item));
  await expectPicture(reply);
});

test("compare returns with sales per item", async () => {
  const { rows, reply } = await ask("compare returns with sales per item");
  const expected = await sql(`
    SELECT name AS item, sold, returned, round(100.0 * returned / sold, 1) AS return_rate_percent FROM (
      SELECT i.name,
        coalesce(sum(t.quantity) FILTER (WHERE t.kind = 'sale'), 0)
          - coalesce(sum(t.quantity) FILTER (WHERE t.kind = 'cancellation'), 0) AS sold,
        coalesce(sum(t.quantity) FILTER (WHERE t.kind = 'return'), 0) AS returned
      FROM transactions t JOIN inventory i USING (item_id) GROUP BY i.name) of_items
    ORDER BY sold DESC, item`);
  expect(rows).toEqual(expected);
  const words = await expectPicture(reply);
  expect(words).toContain("Returned");
});

test("tickets per customer: all in the rows, the first few in words", async () => {
  const { text, rows, reply } = await ask("tickets per customer");
  const expected = await sql(`
    SELECT c.name AS customer, count(*) AS tickets, count(*) FILTER (WHERE t.status = 'open') AS open
    FROM tickets t JOIN customers c ON c.id = t.customer_id GROUP BY c.id ORDER BY 2 DESC, c.id`);
  expect(expected.length).toBeGreaterThan(20);
  expect(rows).toEqual(expected);
  expect(text).toMatch(/ and \d+ more; \d+ in all\./);
  await expectPicture(reply);
});

test("units sold per week over the last three months", async () => {
  const { text, rows, reply } = await ask("units sold per week over the last three months");
  // The three months begin on 2 April, a Thursday: its whole week is told, and every week since.
  const expected = await sql(`
    SELECT to_char(w, 'YYYY-MM-DD') AS week, coalesce(sum(CASE t.kind WHEN 'sale' THEN t.quantity ELSE -t.quantity END), 0) AS units
    FROM generate_series(timestamp '2026-03-30', timestamp '2026-06-29', interval '7 days') w
    LEFT JOIN transactions t ON t.kind IN ('sale', 'return', 'cancellation')
      AND t.created_at AT TIME ZONE 'UTC' >= w AND t.created_at AT TIME ZONE 'UTC' < w + interval '7 days'
    GROUP BY w ORDER BY w`);
  expect(expected).toHaveLength(14);
  expect(only(rows, "week", "units")).toEqual(expected);
  expect(text).toContain("The week of 29 Jun 2026 is not over yet.");
  await expectPicture(reply);
});

test.each([
  ["1", "1 Jun 2026 ("],
  ["5", "5 days; most on "],
])("a month by day, asked on its day %s, ends with that day", async (date, told) => {
  const today = `2026-06-0${date}`;
  const early = await openShopThen(createBuiltInPlanner(), `${today}T10:00:00Z`);
  try {
    const { text, rows } = await ask("revenue by day in June", early);
    const expected = await sql(`
      SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(sum(t.amount), 0) AS revenue
      FROM generate_series(timestamp '2026-06-01', timestamp '${today}', interval '1 day') d
      LEFT JOIN transactions t ON t.kind IN ('sale', 'return', 'cancellation')
        AND t.created_at AT TIME ZONE 'UTC' >= d AND t.created_at AT TIME ZONE 'UTC' < d + interval '1 day'
      GROUP BY d ORDER BY d`);
    expect(only(rows, "day", "revenue")).toEqual(expected);
    expect(text).toContain("in June 2026 so far: ");
    expect(text).toContain(told);
    expect(text.match(/\S+ \S+ \S+ is not over yet\./g)).toEqual([`${date} Jun 2026 is not over yet.`]);
  } finally {
    await early.close();
  }
});

test("this year by month, called by its number, has no month that is still to come", async () => {
  const { text, rows } = await ask("revenue by month in 2026");
  expect(rows.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7].map((month) => `2026-0${month}`));
  expect(text.match(/\S+ \S+ is not over yet\./g)).toEqual(["July 2026 is not over yet."]);
});

test("a month that is still to come is told as far as there is anything: its first week has begun", async () => {
  // The week of 29 June is July's first too; on 30 June all weeks of July are still to end.
  const before = await openShopThen(createBuiltInPlanner(), "2026-06-30T23:00:00Z");
  try {
    const { text, rows } = await ask("units sold by week in July 2026", before);
    expect(rows.map(({ week }) => week)).toEqual(["2026-06-29"]);
    expect(text).toContain("The week of 29 Jun 2026 is not over yet.");
  } finally {
    await before.close();
  }
});

test("the best customers of this year, by their orders", async () => {
  const { rows, reply } = await ask("top 10 customers by revenue this year");
  const expected = await sql(`
    SELECT c.name AS customer, sum(l.quantity * l.unit_price) AS revenue
    FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN customers c ON c.id = o.customer_id
    WHERE o.status NOT IN ('cancelled', 'refunded') AND o.created_at >= '2026-01-01T00:00Z'
    GROUP BY c.id ORDER BY 2 DESC, c.id LIMIT 10`);
  expect(only(rows, "customer", "revenue")).toEqual(expected);
  await expectPicture(reply);
});

test("net revenue by month, as a line", async () => {
  const { rows, reply } = await ask("net revenue by month over the last 12 months as a line chart");
  const expected = await sql(`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(amount) AS net FROM transactions
    WHERE kind IN ('sale', 'return', 'cancellation', 'refund') AND created_at >= '2025-07-01T00:00Z'
    GROUP BY 1 ORDER BY 1`);
  expect(only(rows, "month", "net").filter(({ net }) => net !== 0)).toEqual(expected);
  expect(await expectPicture(reply)).toContain("Line chart");
});

test("a customer who asks the same is told politely that it is for the staff", async () => {
  for (const text of ["revenue by style last month", "which items will run out within two weeks at this pace"]) {
    const { reply, report } = await shop.ask(alice, text, `analysis-${++places}`);
    expect(report).toMatchObject({ status: "unsupported_intent", changes: [] });
    expect(reply).toMatchObject({ table: null, chart: null, text: expect.stringContaining("for our staff only") });
  }
});

// As a language model writes them: grouped in the database, joined and worked out in code.
const WRITTEN = {
  "Revenue by item and month since January, please": `
    // 1. Sums of sales by item and month, grouped by the database.
    const groups = await db.transactions.groupBy({
      by: ["itemId", "month"],
      where: { kind: "sale", month: { gte: "2026-01" } },
      _sum: { amount: true, quantity: true },
      orderBy: { month: "asc" },
    });
    const items = await db.inventory.findMany({ where: { itemId: { in: [...new Set(groups.map((g) => g.itemId))] } } });
    const nameOf = new Map(items.map((i) => [i.itemId, i.name]));
    answer_rows = groups.map((g) => ({ month: g.month, item: nameOf.get(g.itemId), revenue: g._sum.amount, units: g._sum.quantity }));
    // 2. The best month overall.
    const byMonth = {};
    for (const row of answer_rows) byMonth[row.month] = (byMonth[row.month] ?? 0) + row.revenue;
    const [bestMonth, bestTotal] = Object.entries(byMonth).sort((a, b) => b[1] - a[1])[0];
    const total = Object.values(byMonth).reduce((a, b) => a + b, 0);
    answer_text = \`Since January we sold for \${money(total)} in all; the best month was \${bestMonth} with \${money(bestTotal)}.\`;
    chart = {
      $schema: "https://vega.github.io/schema/vega-lite/v6.json",
      title: "Revenue by item and month",
      width: 480,
      data: { values: answer_rows },
      mark: "bar",
      encoding: {
        x: { field: "month", type: "ordinal", title: "Month" },
        y: { field: "revenue", type: "quantitative", aggregate: "sum", title: "Revenue (USD)" },
        color: { field: "item", type: "nominal", title: "Item" },
      },
    };
    STATUS = "success"; ACTION = "read";
    console.log("LOG: revenue by item and month");`,
  "How does each month's average order compare with the month before?": `
    const months = await db.orders.groupBy({
      by: ["month"],
      where: { status: { notIn: ["cancelled", "refunded"] }, month: { gte: "2026-01" } },
      _avg: { totalAmount: true }, _count: true, orderBy: { month: "asc" },
    });
    answer_rows = months.map((m, i) => ({
      month: m.month,
      orders: m._count,
      average: Math.round(m._avg.totalAmount * 100) / 100,
      change_percent: i === 0 ? null : Math.round((m._avg.totalAmount / months[i - 1]._avg.totalAmount - 1) * 1000) / 10,
    }));
    const last = answer_rows.at(-1);
    const before = answer_rows.at(-2);
    answer_text = \`In \${last.month} the average order was \${money(last.average)}, \${last.change_percent}% against \${money(before.average)} the month before.\`;
    chart = { title: "Average order by month", data: { values: answer_rows.map(({ month, average }) => ({ month, average })) }, mark: { type: "line", point: true },
      encoding: { x: { field: "month", type: "ordinal", title: "Month" }, y: { field: "average", type: "quantitative", title: "Average order (USD)", scale: { zero: false } } } };
    STATUS = "success"; ACTION = "read";`,
  "Which weekday sells the most? Use the last 90 days": `
    const since = new Date(new Date(now).getTime() - 90 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const days = await db.transactions.groupBy({ by: ["day"], where: { kind: "sale", day: { gte: since } }, _sum: { quantity: true, amount: true } });
    const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const totals = new Map(names.map((n) => [n, { weekday: n, units: 0, revenue: 0 }]));
    for (const d of days) {
      const t = totals.get(names[new Date(d.day + "T00:00:00Z").getUTCDay()]);
      t.units += d._sum.quantity;
      t.revenue += d._sum.amount;
    }
    answer_rows = [...totals.values()].sort((a, b) => b.units - a.units);
    const best = answer_rows[0];
    answer_text = \`\${best.weekday} sells the most: \${best.units} units for \${money(best.revenue)} over the last 90 days.\`;
    chart = { title: "Units sold by weekday", data: { values: answer_rows }, mark: "bar", height: 300,
      encoding: { x: { field: "weekday", type: "nominal", sort: names, title: "Weekday" }, y: { field: "units", type: "quantitative", title: "Units" } } };
    STATUS = "success"; ACTION = "read";`,
  "What share of revenue do our five best styles make this year?": `
    const year = now.slice(0, 4);
    const sums = await db.transactions.groupBy({ by: ["itemId"], where: { kind: "sale", year }, _sum: { amount: true }, orderBy: { _sum: { amount: "desc" } } });
    const total = sums.reduce((s, g) => s + g._sum.amount, 0);
    const top = sums.slice(0, 5);
    const names = await db.inventory.findMany({ where: { itemId: { in: top.map((g) => g.itemId) } } });
    answer_rows = top.map((g) => ({
      item: names.find((i) => i.itemId === g.itemId).name,
      revenue: g._sum.amount,
      share_percent: Math.round((g._sum.amount / total) * 1000) / 10,
    }));
    const five = top.reduce((s, g) => s + g._sum.amount, 0);
    answer_text = \`The five best styles make \${money(five)} of \${money(total)}, or \${Math.round((five / total) * 100)}%; \${answer_rows[0].item} alone \${money(answer_rows[0].revenue)}.\`;
    chart = { title: "Share of revenue", data: { values: answer_rows }, mark: "arc",
      encoding: { theta: { field: "revenue", type: "quantitative" }, color: { field: "item", type: "nominal", title: "Style" } } };
    STATUS = "success"; ACTION = "read";`,
};

describe("plans as a language model writes them are taken at the first attempt", () => {
  async function askWritten(question: keyof typeof WRITTEN): Promise<Answer> {
    const model = createScriptedModel([WRITTEN[question]]);
    const written = await openShopThen(model);
    try {
      return await ask(question, written);
    } finally {
      await written.close();
    }
  }

  test("revenue by item and month", async () => {
    const { rows, reply } = await askWritten("Revenue by item and month since January, please");
    const expected = await sql(`
      SELECT to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, i.name AS item, sum(t.amount) AS revenue, sum(t.quantity) AS units
      FROM transactions t JOIN inventory i USING (item_id)
      WHERE t.kind = 'sale' AND t.created_at >= '2026-01-01T00:00Z' GROUP BY 1, 2, t.item_id ORDER BY 1, t.item_id`);
    expect(rows).toEqual(expected);
    await expectPicture(reply);
  });

  test("the average order by month, against the month before", async () => {
    const { rows, reply } = await askWritten("How does each month's average order compare with the month before?");
    const expected = await sql(`
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) AS orders, round(avg(total_amount), 2) AS average
      FROM orders WHERE status NOT IN ('cancelled', 'refunded') AND created_at >= '2026-01-01T00:00Z' GROUP BY 1 ORDER BY 1`);
    expect(only(rows, "month", "orders", "average")).toEqual(expected);
    await expectPicture(reply);
  });

  test("the weekday that sells the most", async () => {
    const { rows, reply } = await askWritten("Which weekday sells the most? Use the last 90 days");
    const expected = await sql(`
      SELECT trim(to_char(created_at AT TIME ZONE 'UTC', 'Day')) AS weekday, sum(quantity) AS units, sum(amount) AS revenue
      FROM transactions WHERE kind = 'sale' AND created_at >= '2026-04-02T00:00Z' GROUP BY 1 ORDER BY 2 DESC`);
    expect(rows).toHaveLength(7);
    expect(rows).toEqual(expect.arrayContaining(expected));
    await expectPicture(reply);
  });

  test("the share of the five best styles", async () => {
    const { text, rows, reply } = await askWritten("What share of revenue do our five best styles make this year?");
    const expected = await sql(`
      SELECT i.name AS item, sum(t.amount) AS revenue,
        round(100 * sum(t.amount) / sum(sum(t.amount)) OVER (), 1) AS share_percent
      FROM transactions t JOIN inventory i USING (item_id)
      WHERE t.kind = 'sale' AND t.created_at >= '2026-01-01T00:00Z' GROUP BY i.name ORDER BY 2 DESC LIMIT 5`);
    expect(rows).toEqual(expected);
    expect(text).toContain(dollars(expected.reduce((sum, { revenue }) => sum + Number(revenue), 0)));
    await expectPicture(reply);
  });
});

test("an admin may ask as well", async () => {
  const { report } = await shop.ask(ada, "units sold per month this year", "analysis-admin");
  expect(report.status).toBe("success");
});

function dollars(amount: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount);
}
