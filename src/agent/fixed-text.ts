// A planner's file of prose in, the fixed part of its prompt out. The rules stand in files that all planners share, so that
// each is told the same; what only some of them are told is marked there: {{code:…}}, {{tools,direct:…}}.
import { readFileSync } from "node:fs";
import { join } from "node:path";

type PromptOf = "code" | "tools" | "direct";

/** `file` below src/agent; `parts` fill its places: {{declarations}}. */
export function fixedText(planner: PromptOf, file: string, parts: { [place: string]: string }): string {
  const shared = { answer: sharedText(planner, "prompt-answer.md"), rules: sharedText(planner, "prompt-rules.md") };
  return Object.entries({ ...shared, ...parts }).reduce(
    (text, [place, words]) => text.replace(`{{${place}}}`, () => words),
    readText(file),
  );
}

// A line that is one mark goes with it.
const LINE_MARK = /^\{\{([a-z,]+):([^}]*)\}\}\n?/gm;
const MARK = /\{\{([a-z,]+):([^}]*)\}\}/g;

function sharedText(planner: PromptOf, file: string): string {
  const isTold = (names: string) => names.split(",").includes(planner);
  return readText(file)
    .replace(LINE_MARK, (whole, names: string, words: string) =>
      !isTold(names) ? "" : whole.endsWith("\n") ? `${words}\n` : words,
    )
    .replace(MARK, (_, names: string, words: string) => (isTold(names) ? words : ""))
    .trimEnd();
}

function readText(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8");
}
