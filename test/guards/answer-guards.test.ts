import fc from "fast-check";
import { expect, test } from "vitest";
import { dataLine } from "../../src/guards/data-line.ts";
import { internalNameIn } from "../../src/guards/internal-names.ts";
import { pingIn } from "../../src/guards/pings.ts";

test.each([
  ["Look at run_7f3k2m9x4q1a.", "run_7f3k2m9x4q1a"],
  ["I called shop.purchase.", "shop.purchase"],
  ["db.orders gave nothing.", "db.orders"],
  ["It failed with INSUFFICIENT_STOCK.", "INSUFFICIENT_STOCK"],
  ["The table order_lines is empty.", "order_lines"],
  ["There are undefined left.", "undefined"],
  ["It costs $NaN.", "NaN"],
  ["You bought [object Object].", "[object Object]"],
  ["quantityInStock is 3.", "quantityInStock"],
  ["TypeError: x is not a function", "TypeError"],
])("an answer does not speak of the program: %s", (answer, name) => {
  expect(internalNameIn(answer, [])).toBe(name);
});

test.each([
  "Hello! We have the Aviator for $80.00.",
  "Visit our.shop.com or write to a_b@example.com/c_d.",
  "Your status is fine, and no action is needed.",
  "The McLaren frames and the iPhone case are sold out.",
])("ordinary words are no names of ours: %s", (answer) => {
  expect(internalNameIn(answer, ["a_b@example.com/c_d"])).toBeNull();
});

test("what the person wrote or a row says may be said again", () => {
  expect(internalNameIn("Your ticket says NOT_FOUND.", ["it says NOT_FOUND"])).toBeNull();
});

test("nothing that would notify people passes", () => {
  for (const ping of ["@everyone", "<!channel>", "<@U123>", "<@&42>", "[here](https://x)"]) {
    expect(pingIn(`Hi ${ping}`), ping).not.toBeNull();
  }
  expect(pingIn("Hi everyone, it is $5 < $6 [sale] (today)")).toBeNull();
});

test("a row's text stays one line of data, whatever it holds, and says the same", () => {
  const nasty = fc.string({
    unit: fc.constantFrom("\n", "\r", "\u2028", "\u2029", "\u0085", '"', "#", " ", "<|", "</", "a"),
  });
  fc.assert(
    fc.property(fc.oneof(nasty, fc.string({ unit: "binary" })), (text) => {
      const line = dataLine({ description: text });
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u200b\u202e]|<\||<\//u);
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ description: text })));
    }),
  );
  expect(dataLine("under < $50")).toBe('"under < $50"');
});
