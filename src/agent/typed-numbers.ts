// A plan's source in, the numbers that stand in it out, be they in code or in a text: what its writer typed, not what it
// worked out.

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const NUMBER = /(?<![\w.-])\d[\d_]*(?:\.\d+)?(?:e\d+)?(?![\w-])/gi;

const DIGITS = String.raw`\d[\d_]*(?:\.\d+)?`;
/** How a text or a list is cut and filled up. */
export const CUTTING =
  /\.(?:slice|substring|substr|toFixed|padStart|padEnd|at)\(\s*-?\d+(?:\s*,\s*(?:-?\d+|(["'`])\d\1))?/g;
// Numbers that choose, cut, place or paint and cannot be what an answer states: periods and bounds, how much is read, how
// a text is cut, how a chart looks, what is written to the log.
const FRAMING = [
  /\bconsole\.log\([^\n]*/g,
  /(?<=\btitle["']?\s*:\s*)(["'`])(?:(?!\1)[^\\\n]|\\.)*\1/g,
  /(["'`])#[0-9a-f]{3,8}\1/gi,
  /\bDate(?:\.UTC)?\([\d\s,]+\)/g,
  CUTTING,
  // Where counting begins, and what stands for nothing.
  /(?:\?\?|\|\||\blet\s+\w+\s*=|,(?=\s*0\s*\)))\s*0(?![\w.])/g,
  new RegExp(String.raw`\b(?:take|skip|limit|top)["']?\s*[:=]\s*${DIGITS}`, "gi"),
  new RegExp(
    String.raw`\b\w*(?:days?|weeks?|months?|hours?|years?|ms|period|window|horizon|span|threshold|bound|from|until|min|max)["']?\s*[:=]\s*${DIGITS}(?=\s*[,;}\n])`,
    "gi",
  ),
  new RegExp(
    String.raw`(?<![\w.])${DIGITS}\s*\*\s*(?:24|60|1_?000|3_?600_?000|86_?400(?:_?000)?|\w*(?:days?|weeks?|ms))\b`,
    "gi",
  ),
  new RegExp(String.raw`\b(?:86_?400_?000|\w*day_?ms)\s*\*\s*${DIGITS}`, "gi"),
  new RegExp(
    String.raw`\b(?:width|height|step|(?:font|line|title|label)?size|(?:label)?angle|\w*(?:opacity|width|radius|padding|offset|limit|inner|outer)|dx|dy|columns)["']?\s*:\s*-?${DIGITS}`,
    "gi",
  ),
  new RegExp(String.raw`(?:(?<!=)[<>]=?|[!=]==?)\s*${DIGITS}(?![\w.])`, "g"),
];

export function typedNumbers(code: string): number[] {
  const bare = FRAMING.reduce((rest, framing) => rest.replaceAll(framing, " "), withoutComments(code));
  return [...bare.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll("_", "")));
}

export function withoutComments(code: string): string {
  return code.replaceAll(COMMENT, "");
}

// Small counts, and what turns units of time, shares and money into each other.
const CONSTANTS = new Set([
  ...[14, 24, 28, 30, 31, 50, 52, 60, 90, 91, 100, 180, 182, 183, 200, 365, 366, 600, 1_000, 1_440, 3_600, 10_000],
  ...[86_400, 60_000, 604_800, 3_600_000, 86_400_000, 604_800_000],
]);
const SMALL = 12;
const YEARS = { first: 2_000, last: 2_100 };

/** Says nothing about the shop by itself. */
export function isConstant(number: number): boolean {
  if (!Number.isInteger(number)) return false;
  return number <= SMALL || CONSTANTS.has(number) || (number >= YEARS.first && number <= YEARS.last);
}
