// Colouring a plan never changes it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeLines, codePieces } from "../../src/console/runs/syntax.ts";

const fragments = ["`", "${", "}", "{", "'", '"', "\\", "//", "/*", "*/", "\n", "await ", "money(", "12.5", "é😀", " "];

test("the pieces joined are the source, whatever the source is", () => {
  const source = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...fragments)).map((a) => a.join("")),
  );
  fc.assert(
    fc.property(source, (code) => {
      expect(
        codePieces(code)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
      expect(
        codeLines(code)
          .map((line) => line.map(({ text }) => text).join(""))
          .join("\n"),
      ).toBe(code);
    }),
  );
});

test("code inside a template is coloured as code, also in a template within it", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source to colour.
  const kinds = codePieces("`a ${items.map((i) => `${money(i)} b`)} c`; const d = 1 // e");
  expect(kinds.filter(({ kind }) => kind === "call").map(({ text }) => text)).toEqual(["map", "money"]);
  expect(kinds.filter(({ kind }) => kind === "string").map(({ text }) => text)).toEqual(["`a ${", "`${", " b`", " c`"]);
  expect(kinds.filter(({ kind }) => kind === "keyword").map(({ text }) => text)).toEqual(["const"]);
  expect(kinds.at(-1)).toEqual({ kind: "comment", text: "// e" });
});
