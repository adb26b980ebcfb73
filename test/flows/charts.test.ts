// Staff ask for a picture or a list: what they get was read from the shop and checked, and what cannot be shown is mended
// or left out.
import { parse } from "csv-parse/sync";
import { afterEach, expect, test } from "vitest";
import { readDetail } from "../../src/run-detail.ts";
import { type ChatShop, openChatShop, sue } from "../support/chat-shop.ts";
import { createScriptedModel, type ScriptedModel } from "../support/scripted-model.ts";
import { freshStoreForEachTest } from "../support/shop.ts";

const READS = `const items = await db.inventory.findMany({ orderBy: { quantityInStock: "desc" } });
const values = items.map((item) => ({ item: item.name, stock: item.quantityInStock }));
answer_text = \`The \${items[0].name} has most in stock: \${items[0].quantityInStock}.\`; STATUS = "success"; ACTION = "read";`;
const charted = (data: string, more = "") => `${READS}
chart = { title: "Stock by item", mark: "bar", data: ${data}, encoding: { x: { field: "item", type: "nominal" }, y: { field: "stock", type: "quantitative" } } };
${more}`;

const open = freshStoreForEachTest();
let shop: ChatShop;
afterEach(() => shop.close());

async function askFor(model: ScriptedModel, text = "a picture of the stock, please") {
  shop = await openChatShop({ ...open, model });
  await shop.say(sue, text, { place: "T/C1/1", standsAlone: true });
  await expect.poll(() => shop.slack.posts, { timeout: 60_000 }).toHaveLength(1);
  model.assertSpent();
  const [post] = shop.slack.posts;
  const detail = await readDetail(open.database.client, post?.reply.runId ?? "");
  if (post === undefined || detail === null) throw new Error("nothing was posted");
  return { ...post, detail };
}

const LONG = "answer_rows = values.flatMap((row) => [1, 2].map((shelf) => ({ ...row, shelf })));";

test("a chart with an address goes back to the model; the mended one is posted as a picture with its words", async () => {
  const model = createScriptedModel([charted('{ url: "https://example.com/stock.json" }'), charted("{ values }")]);
  const { files, detail } = await askFor(model);
  expect(model.tasks[1]?.turns.at(-1)?.text).toMatch(/CHART_ADDRESS.*chart\.data\.url/);
  expect(detail.attemptList.map(({ failure }) => failure?.code ?? "accepted")).toEqual(["CHART_ADDRESS", "accepted"]);
  expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual([["chart.png", "image/png"]]);
  expect(files[0]?.altText).toMatch(/^Stock by item\. Bar chart: stock by item\. Pouch: 40; Aviator: 23;/);
  expect(
    Buffer.from(files[0]?.bytes ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
});

const LESS_SHOWN =
  "The Pouch has most in stock: 40. A chart or list that belongs here could not be made; ask again for less at a time.";

test("figures that were typed into the plan are not drawn", async () => {
  const made = charted("{ values: [{ item: 'Moon', stock: 410 }, { item: 'Sport', stock: 388 }] }");
  const model = createScriptedModel([made, charted("{ values }")]);
  const { detail } = await askFor(model);
  expect(model.tasks[1]?.turns.at(-1)?.text).toMatch(/UNGROUNDED_FIGURE.*chart states "410", "388"/);
  expect(detail.attemptList).toHaveLength(2);
});

test("a chart that no attempt gets right is left out; its answer comes all the same, and no ticket is opened", async () => {
  const broken = charted("{ values }").replace('"bar"', '"doughnut"');
  const { reply, files, detail } = await askFor(createScriptedModel([broken, broken, broken]));
  expect(reply).toMatchObject({ text: LESS_SHOWN, chart: null });
  expect(files).toEqual([]);
  expect(detail).toMatchObject({ status: "success", error: null, extras: { chart: null } });
  expect(detail.warnings.at(-1)).toMatch(/^the chart broke CHART_INVALID and was left out: chart\.mark/);
  expect(await open.database.client.ticket.count({ where: { runId: detail.runId } })).toBe(0);
});

test("a long list is a file that any spreadsheet reads, and the words say how long it is", async () => {
  const { reply, files } = await askFor(createScriptedModel([charted("{ values }", LONG)]), "all stock by shelf");
  expect(reply.text).toBe("The Pouch has most in stock: 40. The whole list of 14 rows comes with this.");
  expect(files.map(({ name }) => name)).toEqual(["chart.png", "rows.csv"]);
  const rows = parse(Buffer.from(files[1]?.bytes ?? []), { bom: true, columns: true });
  expect(rows).toHaveLength(14);
  expect(rows[0]).toEqual({ item: "Pouch", stock: "40", shelf: "1" });
});

test("rows that are no table are told to the model, and a draft without them is answered in its own words", async () => {
  const nested = `${READS}\nanswer_rows = items.map((item) => ({ item }));`;
  const model = createScriptedModel([nested, nested, nested]);
  const { reply, detail } = await askFor(model);
  expect(model.tasks[1]?.turns.at(-1)?.text).toMatch(/ROWS_INVALID.*answer_rows\[0\]\.item is an object.*flat objects/);
  expect(reply).toMatchObject({ text: LESS_SHOWN, table: null });
  expect(detail.warnings.at(-1)).toBe("rows and chart broke ROWS_INVALID and were left out");
});

test.each([
  ["contains itself", "chart = { mark: 'bar' }; chart.layer = [chart];", "CHART_LOOP"],
  [
    "has 100,000 points",
    "chart = { mark: 'bar', data: { values: Array.from({ length: 100000 }, (_, i) => i) } };",
    "CHART_TOO_LARGE",
  ],
])("a chart that %s is refused with a code that says so", async (_title, chart, code) => {
  const { detail } = await askFor(createScriptedModel([`${READS}\n${chart}`, charted("{ values }")]));
  expect(detail.attemptList.map(({ failure }) => failure?.code ?? "accepted")).toEqual([code, "accepted"]);
});
