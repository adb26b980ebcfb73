// A reply in; its words, with its table as a block of code below them where it is small enough, out. Each chat platform
// shows such a block in letters of one width.
import { TABLE_LIMITS } from "../answer-limits.ts";
import { tableForm } from "../table/table-form.ts";
import { CLOSING, fencesOf } from "./fences.ts";
import type { Reply } from "./platform.ts";

const FENCE = "```";
// Looks like it, and neither ends the block nor begins another.
const TICK = "\u02cb";

export function shownText({ text, table }: Pick<Reply, "text" | "table">): string {
  const form = table === null ? null : tableForm(table, TABLE_LIMITS);
  if (form?.kind !== "lines") return text;
  const isOpen = fencesOf(text).length % 2 === 1;
  const lines = form.lines.map((line) => line.replaceAll("`", TICK));
  return [`${text}${isOpen ? CLOSING : ""}`, FENCE, ...lines, FENCE].join("\n");
}
