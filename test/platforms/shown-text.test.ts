// The words of an answer with its table below: one block of code, whatever stands in words and cells.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fencesOf } from "../../src/platforms/fences.ts";
import { shownText } from "../../src/platforms/shown-text.ts";

test("whatever stands in them, the table is the one block that the words leave closed", () => {
  const text = fc.string({ unit: fc.constantFrom("`", "```", "a", " ", "\n", "<@U1>", "@here"), maxLength: 12 });
  const cell = fc.oneof(text, fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(text, fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (words, given) => {
      const rows = given.map((row) => row.map((one) => (typeof one === "string" ? one.replaceAll("\n", " ") : one)));
      const shown = shownText({ text: words, table: { columns: ["a", "b"], rows } });
      expect(shown.startsWith(words)).toBe(true);
      const fences = fencesOf(shown);
      expect(fences.length % 2).toBe(0);
      const [opening, closing] = fences.slice(-2);
      expect(closing?.end).toBe(shown.length);
      // Its first and its last line end stand beside the fences.
      expect(shown.slice(opening?.end, closing?.start).split("\n")).toHaveLength(rows.length + 4);
    }),
  );
});
