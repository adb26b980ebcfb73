// Figures of a chart or a table come out of what was read; a column that the plan's writer made up is found.
import { expect, test } from "vitest";
import { answerRowsRule } from "../../src/agent/answer-rows.ts";
import { TABLE_LIMITS } from "../../src/answer-limits.ts";
import type { Json } from "../../src/json.ts";

const SALES = [
  { itemId: "SG001", name: "Aviator", price: 80, _sum: { quantity: 37 } },
  { itemId: "SG005", name: "Classic", price: 60, _sum: { quantity: 19 } },
];

function ruleFor(set: { answer_rows?: Json; chart?: Json }, code: string, value: Json = SALES, request = "") {
  const sources = {
    hostCalls: [{ args: null, result: { ok: true as const, value } }],
    changes: [],
    texts: [request],
    code,
  };
  return answerRowsRule({ answer_rows: null, chart: null, ...set }, sources, TABLE_LIMITS);
}

const chartOf = (values: Json) => ({ mark: "bar", data: { values }, encoding: {} });

test("a chart whose figures stand in the plan is refused, with the figures", () => {
  const code =
    "chart = { mark: 'bar', data: { values: [{ item: 'Aviator', sold: 412 }, { item: 'Classic', sold: 388 }] } };";
  const values = [
    { item: "Aviator", sold: 412 },
    { item: "Classic", sold: 388 },
  ];
  expect(ruleFor({ chart: chartOf(values) }, code)).toEqual({
    code: "UNGROUNDED_FIGURE",
    place: "chart",
    texts: ["412", "388"],
  });
});

test("made-up figures are found in rows too, however they were typed", () => {
  const rows = [
    { month: "Jan", sales: 410 },
    { month: "Feb", sales: 512.5 },
  ];
  const refused = { code: "UNGROUNDED_FIGURE", place: "answer_rows", texts: ["410", "512.5"] };
  expect(
    ruleFor(
      { answer_rows: rows },
      "const s = [410, 512.5]; answer_rows = ['Jan','Feb'].map((month, i) => ({ month, sales: s[i] }));",
    ),
  ).toEqual(refused);
  expect(
    ruleFor(
      { answer_rows: rows },
      "const a = 410;\nconst b = 512.5;\nanswer_rows = [{ month: 'Jan', sales: a }, { month: 'Feb', sales: b }];",
    ),
  ).toEqual(refused);
  expect(
    ruleFor({ answer_rows: rows }, "answer_rows = 'Jan,410;Feb,512.5'.split(';').map((l) => l.split(','));"),
  ).toEqual(refused);
  const priced = [
    { month: "Jan", sales: "$1,410.00" },
    { month: "Feb", sales: "$512.00" },
  ];
  expect(
    ruleFor(
      { answer_rows: priced },
      "answer_rows = [{ month: 'Jan', sales: '$1,410.00' }, { month: 'Feb', sales: '$512.00' }];",
    ),
  ).toMatchObject({ texts: ["1410", "512"] });
});

test("a made-up column beside one that was read is found", () => {
  const code = "answer_rows = rows.map((r, i) => ({ item: r.name, price: r.price, sold: [412, 388][i] }));";
  const rows = [
    { item: "Aviator", price: 80, sold: 412 },
    { item: "Classic", price: 60, sold: 388 },
  ];
  expect(ruleFor({ answer_rows: rows }, code)).toMatchObject({ texts: ["412", "388"] });
});

test.each<[string, Json, string]>([
  [
    "sums that were read",
    [
      { item: "Aviator", units: 37 },
      { item: "Classic", units: 19 },
    ],
    "answer_rows = rows.map((r) => ({ item: r.name, units: r._sum.quantity }));",
  ],
  [
    "what was worked out",
    [
      { item: "Aviator", revenue: 2960 },
      { item: "Classic", revenue: 1140 },
    ],
    "answer_rows = rows.map((r) => ({ item: r.name, revenue: r.price * r._sum.quantity }));",
  ],
  [
    "shares in percent",
    [
      { item: "Aviator", share: 66.1 },
      { item: "Classic", share: 33.9 },
    ],
    "answer_rows = rows.map((r) => ({ item: r.name, share: Math.round(r._sum.quantity / total * 1000) / 10 }));",
  ],
  [
    "counts of price bands",
    [
      { band: "under $50", from: 0, to: 50, items: 2 },
      { band: "$50 to $100", from: 50, to: 100, items: 5 },
    ],
    "const bands = [{ from: 0, to: 50 }, { from: 50, to: 100 }]; answer_rows = bands.map((b) => ({ band: name(b), ...b, items: rows.filter((r) => r.price >= b.from).length }));",
  ],
  [
    "months by their number",
    [
      { month: 1, units: 37 },
      { month: 2, units: 19 },
    ],
    "answer_rows = [1, 2].map((month) => ({ month, units: of(month) }));",
  ],
  [
    "small counts that happen to be typed elsewhere",
    [
      { item: "a", tickets: 1 },
      { item: "b", tickets: 2 },
    ],
    "counts[id] = (counts[id] ?? 0) + 1; x.toFixed(2); rows.slice(0, 2);",
  ],
  [
    "the same for all",
    [
      { item: "a", goal: 500 },
      { item: "b", goal: 500 },
    ],
    "rows.map((r) => ({ item: r.name, goal: 500 }));",
  ],
  ["words alone", [{ item: "Aviator" }, { item: "Classic" }], "answer_rows = rows.map((r) => ({ item: r.name }));"],
])("%s are no invention", (_title, rows, code) => {
  expect(ruleFor({ answer_rows: rows }, code)).toBeNull();
  expect(ruleFor({ chart: chartOf(rows) }, code)).toBeNull();
});

test("what the person wrote may be drawn for them", () => {
  const values = [
    { shop: "Berlin", sold: 412 },
    { shop: "Paris", sold: 388 },
  ];
  const code = "chart = { data: { values: [{ shop: 'Berlin', sold: 412 }, { shop: 'Paris', sold: 388 }] } };";
  expect(ruleFor({ chart: chartOf(values) }, code, SALES, "draw Berlin 412 against Paris 388")).toBeNull();
});

test("rows of the wrong form are told as such", () => {
  expect(ruleFor({ answer_rows: [["Aviator", 37]] }, "")).toEqual({
    code: "ROWS_INVALID",
    why: "answer_rows[0] is a list, not an object",
  });
});

test("small counts with gaps that were filled are not taken for made up because of how a text is cut", () => {
  const rows = [
    { month: "2025-01", tickets: 2 },
    { month: "2025-02", tickets: 0 },
    { month: "2025-03", tickets: 5 },
  ];
  const code =
    "answer_rows = months.map((m) => ({ month: '2025-' + String(m).padStart(2, '0'), tickets: counts.get(m.slice(0, 5)) ?? 0 }));";
  expect(ruleFor({ answer_rows: rows }, code, [{ tickets: 7 }])).toBeNull();
});

test.each([
  ["under a name", { datasets: { sold: [{ v: 1234 }, { v: 2345 }] }, data: { name: "sold" }, mark: "bar" }],
  ["as bare figures", { data: { values: [1234, 2345] }, mark: "bar" }],
])("made-up figures are found %s too", (_where, chart) => {
  const code = "const made = [1234, 2345];";
  expect(ruleFor({ chart }, code)).toEqual({ code: "UNGROUNDED_FIGURE", place: "chart", texts: ["1234", "2345"] });
});
