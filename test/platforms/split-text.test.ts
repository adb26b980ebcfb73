// A long answer becomes several messages that read like the one it was.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitText } from "../../src/platforms/split-text.ts";

const graphemesOf = (text: string) => [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
const withoutFences = (text: string) => text.replaceAll(/`{3,}(?:(?:sql|ts)(?=\s*\n))?/g, "");
const bare = (text: string) => withoutFences(text).replaceAll(/\s/g, "");
const fenceCount = (text: string) => text.match(/`{3,}/g)?.length ?? 0;

describe("field report B74", () => {
  const sentence = "The lamp is on the shelf by the door. ";
  const paragraph = sentence.repeat(20).trim();
  const code = Array.from({ length: 60 }, (_, i) => `  SELECT name FROM items WHERE id = ${i};`).join("\n");
  const table = [
    "| item | left |",
    "|---|---|",
    ...Array.from({ length: 46 }, (_, i) => `| SG${i + 100} | ${i} |`),
  ].join("\n");
  const text = [paragraph, `\`\`\`sql\n${code}\n\`\`\``, table, paragraph].join("\n\n").padEnd(5_300, "!");
  const parts = splitText(text, { chars: 2_000 });

  test("5,300 characters with a fenced block and a table are three messages, in order, with nothing lost", () => {
    expect(text).toHaveLength(5_300);
    expect(parts).toHaveLength(3);
    expect(parts.every((part) => part.length <= 2_000)).toBe(true);
    expect(bare(parts.join("\n"))).toBe(bare(text));
  });

  test("the block is closed where a message ends and opened again, as the same language, in the next", () => {
    expect(parts[0]).toMatch(/id = \d+;\n```$/);
    expect(parts[1]).toMatch(/^```sql\n {2}SELECT/);
    expect(parts.map(fenceCount)).toEqual([2, 2, 0]);
  });

  test("no row of the table is divided", () => {
    const rows = parts.flatMap((part) => part.split("\n")).filter((line) => line.startsWith("|"));
    expect(rows.join("\n")).toBe(table);
  });
});

describe("where a text is divided", () => {
  test("a text that fits stays as it is, and nothing is no message", () => {
    expect(splitText("  two lamps\n", { chars: 20 })).toEqual(["  two lamps\n"]);
    expect(splitText("", { chars: 20 })).toEqual([]);
    expect(splitText(" \n\n ".repeat(20), { chars: 20 })).toEqual([]);
  });

  test("between paragraphs, else lines, else sentences, else words, else letters", () => {
    const at20 = (text: string) => splitText(text, { chars: 20 });
    expect(at20("One lamp. Two\nlamp\n\nThree lamps")).toEqual(["One lamp. Two\nlamp", "Three lamps"]);
    expect(at20("One lamp. Hello\nlamps are here")).toEqual(["One lamp. Hello", "lamps are here"]);
    expect(at20("Two lamps are in. Three are out")).toEqual(["Two lamps are in.", "Three are out"]);
    expect(at20("Two lamps are on the shelf")).toEqual(["Two lamps are on the", "shelf"]);
    expect(at20("a".repeat(50))).toEqual(["a".repeat(20), "a".repeat(20), "a".repeat(10)]);
  });

  test("a fence is not left behind empty at the end of a message, nor opened for nothing", () => {
    const text = `${"word ".repeat(18).trim()}\n\`\`\`ts\n${"x = 1;\n".repeat(12)}\`\`\`\nDone.`;
    for (const part of splitText(text, { chars: 100 })) {
      expect(part).not.toMatch(/```(?:ts)?\s*```/);
      expect(part.length).toBeLessThanOrEqual(100);
    }
  });

  test("code keeps its blank lines and its indentation", () => {
    const code = Array.from({ length: 20 }, (_, i) => `\n    step(${i});`).join("\n");
    const parts = splitText(`\`\`\`ts\n${code}\n\`\`\``, { chars: 100 });
    const inside = parts.map((part) => part.replace(/^```ts\n/, "").replace(/\n```$/, ""));
    expect(inside.join("\n")).toBe(code);
  });
});

describe("whatever the text", () => {
  const words = fc
    .array(
      fc.constantFrom("lamp", "Café", "two.", "👩‍👩‍👧", "🇩🇪", "x".repeat(70), "日本語", "e\u0301", "👍🏽", "a`b"),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    .map((list) => list.join(" "));
  const code = fc
    .tuple(fc.constantFrom("sql", "ts", ""), fc.array(words, { minLength: 1, maxLength: 8 }))
    .map(([info, lines]) => `\`\`\`${info}\n${lines.join("\n  ")}\n\`\`\``);
  const table = fc
    .array(words, { minLength: 1, maxLength: 5 })
    .map((cells) => cells.map((cell) => `| ${cell} |`).join("\n"));
  const blank = fc.constantFrom("\n", "\n\n", " \n \n", "  ");
  const written = fc.array(fc.oneof(words, code, table, blank), { maxLength: 8 }).map((blocks) => blocks.join("\n"));
  const limit = fc.integer({ min: 60, max: 400 });

  test("nothing is lost, every part fits, no letter is divided, and fences are whole in every part", () => {
    fc.assert(
      fc.property(written, limit, (text, chars) => {
        const parts = splitText(text, { chars });
        expect(bare(parts.join("\n"))).toBe(bare(text));
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(chars);
          expect(part.trim()).not.toBe("");
          expect(fenceCount(part) % 2).toBe(0);
        }
        const marks = (list: string[]) => list.flatMap((part) => graphemesOf(bare(part)));
        expect(marks(parts)).toEqual(marks([text]));
      }),
      { numRuns: 300 },
    );
  });

  test("any characters at all, and limits as small as one, come to an end", () => {
    const anything = fc.string({ unit: "binary", maxLength: 300 });
    const ticks = fc.string({ unit: fc.constantFrom("`", "```", "\n", " ", "é", "🧵"), maxLength: 200 });
    fc.assert(
      fc.property(fc.oneof(anything, ticks), fc.integer({ min: 2, max: 120 }), (text, chars) => {
        const parts = splitText(text, { chars });
        const letters = (given: string) => given.replaceAll(/[\s`]/g, "");
        expect(letters(parts.join("\n"))).toBe(letters(text));
        expect(parts.every((part) => part.length <= chars)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(splitText("ab", { chars: 1 })).toEqual(["a", "b"]);
    expect(splitText(`e${"\u0301".repeat(50)}`, { chars: 20 }).join("")).toBe(`e${"\u0301".repeat(50)}`);
  });
});
