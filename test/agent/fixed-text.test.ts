import { expect, test } from "vitest";
import { fixedText } from "../../src/agent/fixed-text.ts";
import { declarationParts, declarations } from "../../src/operations/declarations.ts";

const texts = {
  code: fixedText("code", "prompt.md", { declarations: declarations() }),
  tools: fixedText("tools", "planners/tools.md", declarationParts()),
  direct: fixedText("direct", "planners/direct.md", declarationParts()),
};

test("no place and no mark is left open in any planner's prompt", () => {
  for (const text of Object.values(texts)) expect(text).not.toMatch(/\{\{|\}\}/);
});

test("all planners are told the same rules, in the same order", () => {
  const numbers = (text: string) => [...text.matchAll(/^(\d+)\. (\w+ \w+)/gm)].map(([line]) => line);
  expect(numbers(texts.tools)).toHaveLength(9);
  expect(numbers(texts.tools)).toEqual(numbers(texts.direct));
  expect(numbers(texts.code).slice(0, 9)).toEqual(numbers(texts.tools));
});

test("of code only the planner that writes it is told", () => {
  expect(texts.code).toContain("Comment each step");
  expect(texts.code).toContain("- ACTION:");
  for (const text of [texts.tools, texts.direct])
    expect(text).not.toMatch(/[Jj]ava[Ss]cript|in code|console\.log|\bACTION\b/);
});
