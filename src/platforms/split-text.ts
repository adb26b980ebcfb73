// A long text in, parts of it that a platform takes as one message each out. Nothing is lost but whitespace between two
// parts; a code fence that crosses from one part into the next is closed and opened again.
import { CLOSING, type Fence, fencesOf, MOST_FENCE_CHARS } from "./fences.ts";

/** `chars`: UTF-16 units, as platforms count them. */
export interface TextLimits {
  chars: number;
}

// Where a text is rather divided, best first.
const borders = ["paragraph", "line", "sentence", "word", "grapheme"] as const;
type Border = (typeof borders)[number];

// How much of a part may stay empty for the sake of a better border. Three messages of 2,000 hold 5,300 characters.
const SPARED: { [border in Border]: number } = {
  paragraph: 1 / 6,
  line: 1 / 3,
  sentence: 1 / 3,
  word: 1,
  grapheme: 1,
};

/** Below this, fences would leave no room for the text. */
const LEAST_CHARS_FOR_FENCES = MOST_FENCE_CHARS + 12;

const LOOK_AHEAD_CHARS = 200;
const LINE_END = /[ \t\r]*\n/y;
const BLANK_LINES = /(?:[ \t\r]*\n)*/y;
// A mark belongs to the space before it.
const SPACES = /[ \t]+(?![\p{M}\p{EMod}\u200c\u200d])/uy;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

interface Cut {
  /** The end of the part; what is skipped there is whitespace. */
  at: number;
  border: Border;
  /** The fence that is open there. */
  open: Fence | null;
}

export function splitText(given: string, { chars }: TextLimits): string[] {
  const text = given.trimEnd();
  if (text === "") return [];
  if (given.length <= chars) return [given];
  const fences = chars < LEAST_CHARS_FOR_FENCES ? [] : fencesOf(text);
  const parts: string[] = [];
  let open: Fence | null = null;
  let start = skipped(text, 0, "paragraph", null);
  while (start < text.length) {
    const opening: string = open?.opening ?? "";
    const cut: Cut = bestCut(text, start, open, fences, chars - opening.length);
    const body = opening + text.slice(start, cut.at);
    const part = cut.open === null ? body : body + CLOSING;
    if (/\S/.test(part)) parts.push(part);
    start = skipped(text, cut.at, cut.border, cut.open);
    open = cut.open;
  }
  return parts;
}

function bestCut(text: string, start: number, open: Fence | null, fences: Fence[], room: number): Cut {
  const end = start + room;
  const near = fences.filter((fence) => fence.end > start && fence.start < end);
  const fenceBefore = (at: number) => near.findLast((fence) => fence.start < at);
  const openAt = (at: number) => {
    const last = fenceBefore(at);
    return last === undefined ? open : last.opening === null ? null : last;
  };
  const fits = (at: number) => at - start + (openAt(at) === null ? 0 : CLOSING.length) <= room;

  if (fits(text.length)) return { at: text.length, border: "paragraph", open: openAt(text.length) };
  let best: Cut | null = null;
  let longest: Cut | null = null;
  for (const at of graphemeEnds(text, start, end).reverse()) {
    if (!fits(at) || at < (fenceBefore(at)?.end ?? 0)) continue;
    const cut = { at, border: borderAt(text, at, openAt(at), near), open: openAt(at) };
    longest ??= cut;
    if (isHollow(text, cut, fenceBefore(at)) || at < end - room * SPARED[cut.border]) continue;
    if (best === null || borders.indexOf(cut.border) < borders.indexOf(best.border)) best = cut;
  }
  return best ?? longest ?? forcedCut(text, start, room, openAt);
}

/** A fence with nothing in it would stay behind, or follow. */
function isHollow(text: string, { at, open }: Cut, last: Fence | undefined): boolean {
  if (open === null) return false;
  return (
    /^\s*```/.test(text.slice(at, at + LOOK_AHEAD_CHARS)) ||
    (last?.opening != null && text.slice(last.end, at).trim() === "")
  );
}

/** What is longer than a message by itself is divided between two characters. */
function forcedCut(text: string, start: number, room: number, openAt: (at: number) => Fence | null): Cut {
  const end = start + room;
  const at = Math.max(start + 1, openAt(end) === null ? end : end - CLOSING.length);
  const isInsidePair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(at - 1, at + 1));
  const shifted = !isInsidePair ? at : at - 1 > start ? at - 1 : at + 1;
  return { at: shifted, border: "grapheme", open: openAt(shifted) };
}

function graphemeEnds(text: string, start: number, end: number): number[] {
  // What follows, a unit or two, may still belong to the last one.
  const starts = [...graphemes.segment(text.slice(start, end + 2))].map(({ index }) => start + index);
  return starts.slice(1).filter((at) => at <= end);
}

function borderAt(text: string, at: number, open: Fence | null, near: Fence[]): Border {
  const after = text.slice(at, at + LOOK_AHEAD_CHARS);
  if (/^[ \t\r]*\n/.test(after)) {
    const isBlank = /^[ \t\r]*\n[ \t\r]*\n/.test(after);
    const isBesideFence = /^[ \t\r]*\n[ \t\r]*```/.test(after) || near.some((fence) => fence.end === at);
    return open === null && (isBlank || isBesideFence) ? "paragraph" : "line";
  }
  if (!/^[ \t]/.test(after)) return "grapheme";
  return open === null && /[.!?…。！？]["'”’)\]]*$/.test(text.slice(Math.max(0, at - 4), at)) ? "sentence" : "word";
}

/** Where the next part begins: code keeps its blank lines and its indentation. */
function skipped(text: string, at: number, border: Border, open: Fence | null): number {
  if (border === "grapheme" || (open !== null && border === "word")) return at;
  const pattern = open !== null ? LINE_END : border === "word" || border === "sentence" ? SPACES : BLANK_LINES;
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
