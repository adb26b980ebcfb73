// The model's reply in, the plan's source out. Nothing is run here: a source is at most compiled, to see whether a
// place can be its end.
//
// What counts as the plan, in this order:
// 1. What stands between `<execute_javascript>` and `</execute_javascript>`, be it in a fence or not.
// 2. What stands in a closed fence, whatever its language word, if it sets answer_text: a fence may quote anything.
// 3. The whole reply, if it is JavaScript and sets answer_text.
// Of several the last that sets answer_text counts, else, for tags, the last. They are never joined: a draft and its
// final form would stage their changes twice, while a piece alone fails and is repaired. A tag or fence that is never
// closed holds no plan, because its end was not seen. Entities such as &lt; stay as they are.
import { Script } from "node:vm";

export type ExtractedPlan = { kind: "plan"; code: string } | { kind: "no-plan"; text: string };

export function extractPlan(replyText: string): ExtractedPlan {
  const text = withoutThoughts(replyText).trim();
  const code = codeInTags(text) ?? codeInFences(text) ?? bareCode(text);
  return code === null ? { kind: "no-plan", text } : { kind: "plan", code };
}

const openingTag = /<execute_javascript\s*>/gi;
const closingTag = /<\/execute_javascript\s*>/gi;
/** A line that opens or, without a language word, closes a fence. */
const fenceLine = /^[ \t]*(?<fence>`{3,}|~{3,})(?<language>[^`\r\n]*)\r?$/gm;

/** Further tags and fences are not looked at: each look compiles. */
const maxOpenings = 16;
const maxEnds = 8;

interface Mark {
  start: number;
  end: number;
  fence: string;
  language: string;
}

function marks(text: string, pattern: RegExp): Mark[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    fence: match.groups?.fence ?? "",
    language: match.groups?.language?.trim() ?? "",
  }));
}

/** The reasoning that some servers leave in front of the answer, at times without its opening tag. */
export function withoutThoughts(text: string): string {
  const answer = text.replace(/^(?:\s*<(think|thinking)>[\s\S]*?(?:<\/\1>|$))+/i, "");
  const looseEnd = /^[ \t]*<\/think(?:ing)?>[ \t]*\r?$/im.exec(answer);
  const tag = answer.search(openingTag);
  if (looseEnd === null || (tag !== -1 && tag < looseEnd.index)) return answer;
  return answer.slice(looseEnd.index + looseEnd[0].length);
}

function codeInTags(text: string): string | null {
  const openings = marks(text, openingTag).slice(0, maxOpenings);
  const closings = marks(text, closingTag);
  const blocks: string[] = [];
  let lastEnd = 0;
  for (const opening of openings) {
    if (opening.start < lastEnd) continue;
    const contentTo = (end: Mark) => withoutFence(text.slice(opening.end, end.start).trim());
    const nextBlock = openings.find((other) => other.start > opening.start && startsLine(text, other));
    const isBeforeNext = (end: Mark) => end.start < (nextBlock?.start ?? text.length);
    // From the far end, as a plan may name its own tags in a string or a comment; over the next block's start only
    // where nothing else compiles. A plan with a mistake in it goes to its last tag, for the sandbox to name the mistake.
    const ends = closings.filter((closing) => closing.start >= opening.end).reverse();
    const candidates = [...ends.filter(isBeforeNext), ...ends.filter((end) => !isBeforeNext(end))].slice(0, maxEnds);
    const end = candidates.find((candidate) => compiles(contentTo(candidate))) ?? ends.find(isBeforeNext);
    if (end === undefined) continue;
    blocks.push(contentTo(end));
    lastEnd = end.end;
  }
  return blocks.findLast(setsAnswerText) ?? blocks.at(-1) ?? null;
}

function startsLine(text: string, mark: Mark): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(0, mark.start));
}

function codeInFences(text: string): string | null {
  const lines = marks(text, fenceLine);
  const blocks: string[] = [];
  let lastEnd = 0;
  for (const opening of lines.slice(0, maxOpenings)) {
    if (opening.start < lastEnd) continue;
    const contentTo = (end: Mark) => text.slice(opening.end, end.start).trim();
    const ends = lines.filter((line) => line.start > opening.start && closes(line, opening));
    // From the near end: two fences with words in between can be JavaScript, namely tagged templates. A fence inside a
    // comment is passed over, as half a comment is none.
    const end = ends.slice(0, maxEnds).find((line) => compiles(contentTo(line))) ?? ends[0];
    if (end === undefined) continue;
    blocks.push(contentTo(end));
    lastEnd = end.end;
  }
  return blocks.findLast(setsAnswerText) ?? null;
}

function closes(line: Mark, opening: Mark): boolean {
  return line.language === "" && line.fence.startsWith(opening.fence);
}

function bareCode(text: string): string | null {
  // A fence that is not closed, or not on lines of its own, can be JavaScript too: see above.
  const hasFence = text.startsWith("```") || text.search(fenceLine) !== -1;
  return !hasFence && setsAnswerText(text) && compiles(text) ? text : null;
}

/** Inside tags a fence is a habit, and its closing line does not matter: the tag has one. */
function withoutFence(content: string): string {
  const lines = marks(content, fenceLine);
  const opening = lines[0];
  if (opening === undefined || opening.start !== 0) return content;
  const last = lines.findLast((line) => closes(line, opening));
  const isClosed = last !== undefined && last !== opening && last.end === content.length;
  return content.slice(opening.end, isClosed ? last.start : content.length).trim();
}

function setsAnswerText(code: string): boolean {
  return /\banswer_text\s*(?:\+|\?\?|\|\|)?=(?![=>])/.test(code);
}

function compiles(code: string): boolean {
  try {
    return new Script(`(async () => {\n${code}\n})`) instanceof Script;
  } catch {
    return false;
  }
}
