import { expect, test } from "vitest";
import { figuresIn, toCents } from "../../src/agent/figures.ts";
import { ungroundedFigures } from "../../src/agent/grounding.ts";
import type { Json } from "../../src/json.ts";

const inventory = [
  { itemId: "SG001", name: "Aviator", quantityInStock: 23, price: 80 },
  { itemId: "SG005", name: "Classic", quantityInStock: 10, price: 60 },
  { itemId: "SG007", name: "Pouch", quantityInStock: 40, price: 6.5 },
];

function unsupported(answer: string, value: Json = inventory, request = "") {
  const sources = { hostCalls: [{ result: { ok: true as const, value } }], changes: [], texts: [request] };
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

test("what the person wrote may be repeated to them", () => {
  expect(unsupported("Nothing under $50.00 yet.", [], "round frames under $50?")).toEqual([]);
});

test("the facts of a failed call are a source", () => {
  const error = { code: "INSUFFICIENT_STOCK", message: "", facts: { available: 3 } };
  const sources = { hostCalls: [{ result: { ok: false as const, error } }], changes: [], texts: [] };
  expect(ungroundedFigures("There are only 3 left.", sources)).toEqual([]);
});

test("the changes are a source", () => {
  const changes = [
    { table: "transactions" as const, key: "TXN002", before: null, after: { amount: "180.00", itemId: "SG005" } },
    { table: "transactions" as const, key: "TXN003", before: null, after: { amount: "80.00", itemId: "SG001" } },
  ];
  expect(
    ungroundedFigures("That is $260.00, $180.00 of it for the Classic.", { hostCalls: [], changes, texts: [] }),
  ).toEqual([]);
});
