// A text, a plan's code or a reply with code in it in; what puts something in the place of each card, account and telephone
// out. A number that code counts with is none of them, and neither is a date.

export function maskNumbers(text: string, standIn: (found: string) => string): string {
  if (!CODE_BLOCK.test(text)) return isCode(text) ? inCode(text, standIn) : inWords(text, standIn);
  return piecesOf(text, CODE_BLOCK)
    .map(({ piece, isMatch }) => (isMatch ? inCode(piece, standIn) : inWords(piece, standIn)))
    .join("");
}

/** A year and a month at least; what follows neither is a digit nor goes on as a telephone does. */
const DATE = String.raw`(?<!\d)(?:(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?!\d)|(?![\d-]))|\d{1,2}/\d{1,2}/(?:19|20)\d\d(?!\d))`;
const TIME = String.raw`(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)`;
/** Cards, accounts and telephones, however they are grouped; no amount or id of ours is as long. */
const NUMBER = String.raw`(?<![\p{L}\d.])\+?\d(?:[ ()/-]{0,2}(?!${DATE}|${TIME})\d){8,}(?!\d)`;
const DATE_OR_NUMBER = new RegExp(`(?<moment>${DATE}|${TIME})|${NUMBER}`, "gu");

const CODE_BLOCK =
  /<execute_javascript\s*>[\s\S]*?(?:<\/execute_javascript\s*>|$(?![\s\S]))|^[ \t]*(?<fence>`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\k<fence>|$(?![\s\S]))/im;

/** What only code has: a declaration, the shop's calls or the answer of a plan. */
function isCode(text: string): boolean {
  return /\b(?:const|let|var)\s[^=;\n]{1,80}=|\bawait (?:db|shop)\.|\banswer_text\s*=/.test(text);
}

function inWords(text: string, standIn: (found: string) => string): string {
  return text.replaceAll(DATE_OR_NUMBER, (found, ...rest) => {
    const groups: { moment?: string } = rest.at(-1);
    return groups.moment === undefined ? standIn(found) : found;
  });
}

/** Its ticks open no template. */
const FENCE = /^[ \t]*`{3,}[^`\n]*$/;
const LINE = /\/\/[^\n]*/;
const BLOCK = /\/\*[\s\S]*?\*\//;
const QUOTED = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
/** `${…}`, which may hold braces or a template once more. */
const INSERTED = /\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}/;
const TEMPLATE = new RegExp(String.raw`${"`"}(?:\\.|${INSERTED.source}|(?!\$\{)[^${"`"}\\])*${"`"}`, "s");
const WORDS_OF_CODE = new RegExp([FENCE, LINE, BLOCK, QUOTED, TEMPLATE].map(({ source }) => source).join("|"), "ms");

/** Only what it says and what is said of it. */
function inCode(code: string, standIn: (found: string) => string): string {
  return piecesOf(code, WORDS_OF_CODE)
    .map(({ piece, isMatch }) => {
      if (!isMatch) return piece;
      if (piece.startsWith("`")) return inTemplate(piece, standIn);
      // A comment may speak of a number of the code; only a telephone is grouped.
      const isComment = piece.startsWith("/");
      return inWords(piece, (found) => (isComment && /^\d+$/.test(found) ? found : standIn(found)));
    })
    .join("");
}

function inTemplate(template: string, standIn: (found: string) => string): string {
  return piecesOf(template, INSERTED)
    .map(({ piece, isMatch }) => (isMatch ? `\${${inCode(piece.slice(2, -1), standIn)}}` : inWords(piece, standIn)))
    .join("");
}

/** The whole text, cut before and behind each match. */
function piecesOf(text: string, pattern: RegExp): { piece: string; isMatch: boolean }[] {
  const pieces: { piece: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    pieces.push({ piece: text.slice(end, match.index), isMatch: false }, { piece: match[0], isMatch: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { piece: text.slice(end), isMatch: false }];
}
