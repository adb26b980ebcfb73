// Nobody's name, address or number stays in a case, and what the run compared still compares.
import { expect, test } from "vitest";
import { createMask } from "../../../src/evaluation/save-case/mask.ts";

const alice = { name: "Alice", email: "alice@shop.example", isCustomer: true };
const maria = { name: "María José de la Cruz", email: "mj@shop.example", isCustomer: true };
const max = { name: "Max Moon", email: "max@shop.example", isCustomer: true };
const sam = { name: "Sam", email: null, isCustomer: false };
const mask = createMask([alice, maria, max, sam], ["Moon", "Classic"]);

test.each<[string, string, string]>([
  ["a name, in any spelling", "Alice, alice and ALICE's order", "CustomerA, CustomerA and CustomerA's order"],
  ["a long name and its parts", "María José de la Cruz; Mrs Cruz", "CustomerB FamilyB de la FamilyB; Mrs FamilyB"],
  ["somebody of the staff", "Sam asks", "PersonD asks"],
  ["a name in code", "const aliceOrders = ordersOf('Alice')", "const CustomerAOrders = ordersOf('CustomerA')"],
  ["an e-mail of a customer", "to alice@shop.example", "to customera-1@example.com"],
  ["a telephone", "call +49 170 123-4567", "call 555 0110"],
  ["a card", "4111 1111 1111 1111", "555 0111"],
  ["a telephone written in one", "01701234567", "555 0112"],
  ["a telephone behind a date", "on 2025-10-03 0170 7654321", "on 2025-10-03 555 0113"],
  ["a telephone in a text of code", "const phone = '0170 9999999';", "const phone = '555 0114';"],
  [
    "a telephone in a template of code",
    `answer_text = \`\${1700000000 - 600000000} s: +49 30 5555555 of \${\`0170 9999999\`}\`;`,
    `answer_text = \`\${1700000000 - 600000000} s: 555 0115 of \${\`555 0114\`}\`;`,
  ],
  ["a telephone in a comment of code", "let n = 0; // call 0170 9999999", "let n = 0; // call 555 0114"],
  [
    "a telephone beside a plan",
    "Call 0170 9999999.\n<execute_javascript>\nwait(604800000 / 7);\n</execute_javascript>",
    "Call 555 0114.\n<execute_javascript>\nwait(604800000 / 7);\n</execute_javascript>",
  ],
  ["a street in English", "send it to 12 Old Baker Street.", "send it to 1 Example Street."],
  ["a street in German", "Lindenstraße 12a bitte", "1 Example Street bitte"],
  ["a street in French", "12 rue de la Paix", "1 Example Street"],
  ["a street in Spanish", "Calle Mayor 7, Madrid", "1 Example Street, Madrid"],
])("%s is masked", (_what, given, masked) => {
  expect(mask.text(given)).toBe(masked);
});

test("the same person is the same stand-in, the same number the same number", () => {
  const [first, second] = ["0170 1234567 of alice@shop.example", "alice@shop.example, 0170-1234567"].map(mask.text);
  expect(second?.split(", ").toReversed().join(" of ")).toBe(first);
  expect(mask.text("new@else.example")).not.toBe(mask.text("other@else.example"));
});

test.each([
  "2 Moon at $240.00, and a Classic",
  "TXN001 on order 1008, 12.345 in the till",
  "2026-12-01T02:02:32.246Z",
  "const most = Math.max(1_000_000, 3); // set the max",
  "on 2025-10-04, of 123456 pairs",
  "from 2025-10-03 12:30 to 2025-10-04 13",
  "orders 1008 2025-10-03 and 12:30 2025-10-03",
  "2025-10-03/2025-10-10, 2025-11 2025-12, 03/10/2025 12:00",
  "const since = new Date(Date.parse(now) - 2592000000); // 30 days are 2592000000 ms",
  "const WEEK_MS = 604800000;\nconst days = (1764547200000-604800000)/86400000;",
  "answer_text = String(2592000000/1000); STATUS = 'success';",
  "const day = '2025-10-03 12';",
  "```js\nconst a = +2592000000 / 100;\n```",
])("what tells nothing of anybody stays: %s", (text) => {
  expect(mask.text(text)).toBe(text);
});

test("texts are masked however deep they stand, and columns keep their names", () => {
  expect(mask.json({ Alice: [{ name: "Alice", n: 1 }, null], at: true })).toEqual({
    Alice: [{ name: "CustomerA", n: 1 }, null],
    at: true,
  });
});
