// Texts in; blocks within Slack's bounds that show them literally out, and messages of as many of them as it takes.
import type { types } from "@slack/bolt";
import { splitText } from "../split-text.ts";
import { cleaned, escapedWithin } from "./escape.ts";
import { type Piece, readMarkdown, type Span } from "./markdown.ts";

export type Block = types.KnownBlock;
type Rich = types.RichTextBlock;

/** A message as it goes out: blocks for the eye, text for notifications and screen readers. */
export interface Draft {
  text: string;
  blocks: Block[];
}

// Slack's own bounds, some with a little left: texts of 3,000 characters, 50 blocks, some 13,200 characters of all blocks.
const BLOCK_CHARS = 2_900;
const MOST_BLOCKS = 50;
const MOST_CHARS = 13_000;
/** A block beyond that, for all its styles, is shown without them. */
const STYLED_CHARS = 6_500;
const TEXT_CHARS = 3_900;
const BUTTON_CHARS = 75;

/** The text beside the blocks. */
export function plainOf(text: string): string {
  return escapedWithin(text, TEXT_CHARS);
}

/** Text elements of a rich_text block are shown as they are, whatever they hold. */
export function richText(pieces: Piece[]): Rich {
  const styled: Rich = { type: "rich_text", elements: pieces.map(elementOf) };
  if (JSON.stringify(styled).length <= STYLED_CHARS) return styled;
  return { type: "rich_text", elements: pieces.map(withoutStyles).map(elementOf) };
}

function elementOf(piece: Piece): Rich["elements"][number] {
  if (piece.kind === "code") {
    return { type: "rich_text_preformatted", elements: [{ type: "text", text: piece.text }] };
  }
  return { type: "rich_text_section", elements: piece.spans.map(textElement) };
}

function textElement({ text, style }: Span): types.RichTextText {
  return { type: "text", text, ...(style === "plain" ? {} : { style: { [style]: true } }) };
}

function withoutStyles(piece: Piece): Piece {
  if (piece.kind === "code") return piece;
  return { kind: "prose", spans: [{ text: piece.spans.map(({ text }) => text).join(""), style: "plain" }] };
}

/** One line or more of words that are not ours, shown as they are. */
export function literal(text: string, style: Span["style"] = "plain"): Piece {
  return { kind: "prose", spans: [{ text: cleaned(text), style }] };
}

export function button(label: string, actionId: string, value: string, style: "primary" | "danger" | "plain") {
  const text: types.PlainTextElement = { type: "plain_text", text: escapedWithin(label, BUTTON_CHARS), emoji: false };
  const face: types.Button = { type: "button", text, action_id: actionId, value };
  return style === "plain" ? face : { ...face, style };
}

export interface Part {
  text: string;
  block: Block;
}

/** An answer of any length, as the blocks that show it. */
export function answerParts(text: string): Part[] {
  return splitText(cleaned(text), { chars: BLOCK_CHARS }).flatMap((part) => {
    const pieces = readMarkdown(part);
    return pieces.length === 0 ? [] : [{ text: part, block: richText(pieces) }];
  });
}

/** Code, as the blocks that show it. */
export function codeBlocks(code: string): Block[] {
  return splitText(cleaned(code), { chars: BLOCK_CHARS }).map((text) => richText([{ kind: "code", text }]));
}

/** As few messages as Slack takes them in, in order; `tail` (buttons) stays with the last part. */
export function draftsOf(parts: Part[], tail: Block[]): Draft[] {
  const drafts: { parts: Part[] }[] = [];
  for (const [index, part] of parts.entries()) {
    const ends = index === parts.length - 1 ? tail : [];
    const last = drafts.at(-1);
    if (last !== undefined && fits([...last.parts.map(({ block }) => block), part.block, ...ends]))
      last.parts.push(part);
    else drafts.push({ parts: [part] });
  }
  return drafts.map(({ parts: own }, index) => ({
    text: plainOf(own.map(({ text }) => text).join("\n")),
    blocks: [...own.map(({ block }) => block), ...(index === drafts.length - 1 ? tail : [])],
  }));
}

export function fits(blocks: Block[]): boolean {
  return blocks.length <= MOST_BLOCKS && JSON.stringify(blocks).length <= MOST_CHARS;
}
