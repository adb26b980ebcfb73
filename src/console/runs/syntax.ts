// JavaScript in, its pieces with their kind out: enough for colours. The pieces joined are the source again.

type PieceKind = "comment" | "string" | "number" | "keyword" | "call" | "plain";

export interface Piece {
  kind: PieceKind;
  text: string;
}

const keywords = new Set(
  `async await break case catch class const continue default delete do else false finally for function if in instanceof
   let new null of return switch this throw true try typeof undefined var void while yield`.split(/\s+/),
);

// Alternatives in the order in which they win; a backtick opens a template, whose text has a grammar of its own.
const inCode =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<string>"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|`)|(?<number>\d[\d_.]*)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|[\s\S]/uy;
const inTemplate = /`|\$\{|(?:\\[\s\S]|\$(?!\{)|[^`\\$])+|[\s\S]/uy;

export function codePieces(source: string): Piece[] {
  const found: Piece[] = [];
  // One entry for each open template; the braces open in its current ${…}, or null while its text is read.
  const templates: (number | null)[] = [];
  let at = 0;
  while (at < source.length) {
    const isText = templates.at(-1) === null;
    const grammar = isText ? inTemplate : inCode;
    grammar.lastIndex = at;
    const match = grammar.exec(source);
    if (match === null) break;
    const text = match[0];
    at += text.length;
    add(found, isText ? "string" : kindOf(match.groups ?? {}, text, source[at]), text);
    followTemplates(templates, text, isText);
  }
  return found;
}

function followTemplates(templates: (number | null)[], text: string, isText: boolean): void {
  const last = templates.length - 1;
  const braces = templates[last];
  if (isText) {
    if (text === "`") templates.pop();
    if (text === "${") templates[last] = 0;
    return;
  }
  if (text === "`") templates.push(null);
  if (typeof braces !== "number") return;
  if (text === "{") templates[last] = braces + 1;
  if (text === "}") templates[last] = braces === 0 ? null : braces - 1;
}

function add(found: Piece[], kind: PieceKind, text: string): void {
  const last = found.at(-1);
  if (last !== undefined && last.kind === kind) last.text += text;
  else found.push({ kind, text });
}

/** The pieces line by line; one that spans lines is cut at each end. */
export function codeLines(source: string): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { kind, text } of codePieces(source)) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines;
}

function kindOf(groups: { [name: string]: string | undefined }, text: string, next: string | undefined): PieceKind {
  if (groups.comment !== undefined) return "comment";
  if (groups.string !== undefined) return "string";
  if (groups.number !== undefined) return "number";
  if (groups.word === undefined) return "plain";
  if (keywords.has(text)) return "keyword";
  return next === "(" ? "call" : "plain";
}
