// A plan's source in, the numbers that stand in it out, be they in code or in a text: what its writer typed, not what it
// worked out.

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const NUMBER = /(?<![\w.-])\d[\d_]*(?:\.\d+)?(?:e\d+)?(?![\w-])/gi;

export function typedNumbers(code: string): number[] {
  const bare = code.replaceAll(COMMENT, "");
  return [...bare.matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll("_", "")));
}

// Small counts, and what turns units of time, shares and money into each other.
const CONSTANTS = new Set([
  24, 28, 30, 31, 50, 52, 60, 90, 100, 200, 365, 366, 600, 1_000, 3_600, 86_400, 60_000, 3_600_000, 86_400_000,
]);
const SMALL = 12;

/** Says nothing about the shop by itself. */
export function isConstant(number: number): boolean {
  return (Number.isInteger(number) && number <= SMALL) || CONSTANTS.has(number);
}
