import { expect, test } from "vitest";
import { figuresIn, toCents } from "../../src/agent/figures.ts";
import { ungroundedFigures } from "../../src/agent/grounding.ts";
import type { Json } from "../../src/json.ts";

const inventory = [
  { itemId: "SG001", name: "Aviator", quantityInStock: 23, price: 80 },
  { itemId: "SG005", name: "Classic", quantityInStock: 10, price: 60 },
  { itemId: "SG007", name: "Pouch", quantityInStock: 40, price: 6.5 },
];

// By default a plan that typed a foreign number, so that only what can be found or reckoned counts.
function unsupported(answer: string, value: Json = inventory, request = "", code = "const budget = 4711;") {
  const sources = {
    hostCalls: [{ args: null, result: { ok: true as const, value } }],
    changes: [],
    texts: [request],
    code,
  };
  return ungroundedFigures(answer, sources).map((figure) => figure.text);
}

test("amounts are read in the ways people write them", () => {
  expect(["1,234.50", "80", "6.5", "1.234,50", "80.00."].map(toCents)).toEqual([123450, 8000, 650, 123450, 8000]);
});

test("an amount, an id, an order number and a stock figure are found in a text", () => {
  const kinds = figuresIn("The Classic (SG005) costs $60.00, 10 in stock; see order 1002 or #1003.").map((f) => f.kind);
  expect(kinds).toEqual(["amount", "id", "order", "order", "stock"]);
});

test("figures that the run read are supported", () => {
  expect(unsupported("The Aviator (SG001) is $80.00 with 23 in stock.")).toEqual([]);
});

test("an amount that nothing supports is found", () => {
  expect(unsupported("The Aviator is $75.00.")).toEqual(["$75.00"]);
});

test("an item id and an order number that the run never saw are found", () => {
  expect(unsupported("SG999 is in order 4711.")).toEqual(["SG999", "order 4711"]);
});

test("a stock figure that the run never saw is found", () => {
  expect(unsupported("Only 3 left in stock.", [{ itemId: "SG001", quantityInStock: 23, price: 80 }])).not.toEqual([]);
});

test("sums, averages, differences and bills of values read count as supported", () => {
  expect(unsupported("One of each is $146.50.")).toEqual([]);
  expect(unsupported("The Classic is $20.00 cheaper than the Aviator.")).toEqual([]);
  expect(unsupported("Two Classic come to $120.00.", inventory, "what do 2 classic cost?")).toEqual([]);
  expect(unsupported("All stock is worth $2,700.00.")).toEqual([]);
  expect(unsupported("On average $48.83.")).toEqual([]);
});

test("what the plan worked out from values read counts as supported, what it typed does not", () => {
  const half = "money(item.price / 2)";
  expect(
    unsupported("Half of it is $40.00, a dozen $960.00, with VAT $95.20.", inventory, "with 19% VAT?", half),
  ).toEqual([]);
  expect(unsupported("It costs $75.00.", inventory, "", "answer_text = 'It costs $75.00.'")).toEqual(["$75.00"]);
  expect(unsupported("It costs $150.00.", inventory, "", "money(75 * 2)")).toEqual(["$150.00"]);
  const nothingRead = { hostCalls: [], changes: [], texts: [], code: "money(7 * 10 + 5)" };
  expect(ungroundedFigures("It costs $75.00.", nothingRead)).toHaveLength(1);
});

const ANALYSIS = `
// The pace of the last 45 days, and what it leaves of the stock in 2 weeks.
const days = 45, horizonDays = 14;
const since = new Date(Date.parse(now) - days * 86400000);
const year = new Date(Date.UTC(2025, 10, 1));
const sold = await db.transactions.findMany({ where: { kind: "sale", createdAt: { gte: since } }, take: 500 });
const pace = sold.reduce((sum, row) => sum + row.quantity, 0) / days * 7;
if (pace > 35) console.log("LOG: more than 35 a week", 4711);
const shown = sold.slice(0, 15).map((row) => row.createdAt.slice(0, 7));
chart = { title: "Last 45 days, top 15", width: 480, height: 320, mark: { type: "bar", cornerRadiusEnd: 3, color: "#336699" } };
answer_text = \`At this pace we sell \${money(pace)} a week.\`;`;

test("periods, bounds and the look of a chart are no figures: what is worked out beside them counts", () => {
  expect(unsupported("At this pace we sell $413.37 a week.", inventory, "how fast do we sell?", ANALYSIS)).toEqual([]);
});

test("nothing is worked out where a gap was filled, and typed where an amount of nothing was written", () => {
  const filled =
    "const sums = new Map(sold); let best = 0; answer_text = 'In June ' + money(sums.get('2025-06') ?? 0);";
  expect(unsupported("In June $0.00.", inventory, "", filled)).toEqual([]);
  expect(unsupported("It costs $0.00.", inventory, "", "answer_text = 'It costs $0.00.';")).toEqual(["$0.00"]);
  expect(unsupported("It costs $0.00.", inventory, "", "answer_text = 'It costs ' + money(0);")).toEqual(["$0.00"]);
});

test.each(["const price = 413;", "const rate = 1.37;", "sold * 47.5", "const rate = () => 413;", "['$', 95]"])(
  "but %s is a figure, and what rests on it does not count",
  (typed) => {
    const code = `${ANALYSIS}\n${typed}`;
    expect(unsupported("At this pace we sell $413.37 a week.", inventory, "", code)).toEqual(["$413.37"]);
  },
);

test.each([
  ["75,00 $", 7_500],
  ["75 €", 7_500],
  ["USD 75", 7_500],
  ["5\u202f890,00 dollars", 589_000],
  ["5’890 USD", 589_000],
  ["US$1,234.50", 123_450],
])("%s is seen as an amount", (written, cents) => {
  expect(figuresIn(`Das kostet ${written}.`)).toEqual([{ kind: "amount", text: expect.any(String), cents }]);
});

test.each([
  "Only 13% of the 8 orders came late.",
  "You have 69 days left to return it.",
  "Shall I order 17 more?",
  "Open 24/7 since 1998.",
  "Fully 100 % in stock.",
])("%s states no figure of the shop", (text) => {
  expect(figuresIn(text)).toEqual([]);
});

test("a word that looks like an id is none where ids begin otherwise", () => {
  expect(unsupported("It has UV400 protection.")).toEqual([]);
  expect(unsupported("It is SG999.")).toEqual(["SG999"]);
});

test("what the person wrote may be repeated to them", () => {
  expect(unsupported("Nothing under $50.00 yet.", [], "round frames under $50?")).toEqual([]);
});

test("the facts of a failed call are a source", () => {
  const error = { code: "INSUFFICIENT_STOCK", message: "", facts: { available: 3 } };
  const sources = {
    hostCalls: [{ args: null, result: { ok: false as const, error } }],
    changes: [],
    texts: [],
    code: "",
  };
  expect(ungroundedFigures("There are only 3 left.", sources)).toEqual([]);
});

test("the changes are a source", () => {
  const changes = [
    { table: "transactions" as const, key: "TXN002", before: null, after: { amount: "180.00", itemId: "SG005" } },
    { table: "transactions" as const, key: "TXN003", before: null, after: { amount: "80.00", itemId: "SG001" } },
  ];
  expect(
    ungroundedFigures("That is $260.00, $180.00 of it for the Classic.", {
      hostCalls: [],
      changes,
      texts: [],
      code: "",
    }),
  ).toEqual([]);
});
