// The text of an answer, as models write it, in; its pieces out: plain, bold and code. Anything else of markdown stays what
// it is, as text.
import { cleaned } from "./escape.ts";

export interface Span {
  text: string;
  style: "plain" | "bold" | "code";
}

export type Piece = { kind: "prose"; spans: Span[] } | { kind: "code"; text: string };

const FENCE = /^ {0,3}```\w*[ \t]*$/;
const HEADING = /^ {0,3}#{1,6} +(?=\S)/;
const BULLET = /^(\s*)[*-] +(?=\S)/;
const STYLED = /(?<![\w*])\*\*(?=[^\s*])([^\n]*?[^\s*])\*\*(?![\w*])|(?<!`)`([^`\n]+)`(?!`)/g;

export function readMarkdown(text: string): Piece[] {
  const pieces: Piece[] = [];
  let prose: string[] = [];
  let code: string[] | null = null;
  const endProse = () => {
    if (prose.some((line) => line.trim() !== "")) pieces.push({ kind: "prose", spans: spansOf(prose) });
    prose = [];
  };
  const endCode = () => {
    if (code?.some((line) => line.trim() !== "")) pieces.push({ kind: "code", text: code.join("\n") });
    code = null;
  };
  for (const line of cleaned(text).split("\n")) {
    if (!FENCE.test(line)) (code ?? prose).push(line);
    else if (code === null) {
      endProse();
      code = [];
    } else endCode();
  }
  endProse();
  endCode();
  return pieces;
}

function spansOf(lines: string[]): Span[] {
  const spans = lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ text: "\n", style: "plain" as const }]),
    ...spansOfLine(line),
  ]);
  // Neighbours of one style become one.
  return spans.reduce<Span[]>((merged, span) => {
    const last = merged.at(-1);
    if (last?.style === span.style) last.text += span.text;
    else merged.push({ ...span });
    return merged;
  }, []);
}

function spansOfLine(line: string): Span[] {
  if (HEADING.test(line)) {
    return [{ text: line.replace(HEADING, "").replaceAll("**", ""), style: "bold" }];
  }
  const spans: Span[] = [];
  const text = line.replace(BULLET, "$1• ");
  let from = 0;
  for (const match of text.matchAll(STYLED)) {
    const [whole, bold, code] = match;
    spans.push({ text: text.slice(from, match.index), style: "plain" });
    spans.push(bold === undefined ? { text: code ?? "", style: "code" } : { text: bold, style: "bold" });
    from = match.index + whole.length;
  }
  spans.push({ text: text.slice(from), style: "plain" });
  return spans.filter((span) => span.text !== "");
}

const SIGNS = /[\\`*_{}[\]()#+\-.!~>|<&]/g;
const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** Signs that are not sure to be taken for what they are: where there are some, the text is better shown by blocks. */
export function isStreamable(pieces: Piece[]): boolean {
  const spans = pieces.flatMap((piece) =>
    piece.kind === "code" ? [{ text: piece.text, style: "code" as const }] : piece.spans,
  );
  return spans.every(({ text, style }) => !(style === "code" ? /[&<>`]/ : /[\\`]/).test(text));
}

/** The pieces as the markdown that Slack streams, in which nothing but them has a meaning. */
export function markdownOf(pieces: Piece[]): string {
  const literal = (text: string) => text.replace(SIGNS, (sign) => ENTITIES.get(sign) ?? `\\${sign}`);
  const entities = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES.get(sign) ?? sign);
  return pieces
    .map((piece) => {
      if (piece.kind === "code") return `\`\`\`\n${entities(piece.text)}\n\`\`\``;
      return piece.spans
        .map(({ text, style }) => {
          if (style === "code") return `\`${entities(text)}\``;
          return style === "bold" ? `**${literal(text)}**` : literal(text);
        })
        .join("");
    })
    .join("\n");
}
