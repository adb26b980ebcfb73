// Normalised words in, the same words with numbers in digits out: "half a dozen classics" → "6 classics".

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const UNIT = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ["fourty", 40] as const,
]);
const FACTOR = new Map([
  ["dozen", 12],
  ["dozens", 12],
  ["hundred", 100],
  ["thousand", 1000],
]);

/** Before these, "one" stands for a thing ("which one", "the round one") and is no quantity. */
const COUNTS_AFTER = new Set(
  "and to of take buy get me us order want like have purchase sell sold return restock with need add back by for i'd at set , . : ? plus only just all give send swap replace make exactly another".split(
    " ",
  ),
);

export function withDigits(text: string): string {
  const tokens = text
    .replace(/\b(?<tens>twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety)-(?=[a-z])/gu, "$<tens> ")
    .replace(/\b(?:a )?half (?:a |of a )?dozen\b/gu, "6")
    .replace(/\b(?:one|two|three|\d+|a|an) and (?:a |one )?half\b/gu, "1.5")
    .replace(/\bminus (?=\w)/gu, "-")
    .replace(/\ba couple(?: of)?\b/gu, "2")
    .replace(/\ba (?=(?:dozen|hundred|thousand)\b)/gu, "1 ")
    .split(" ");
  const result: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at);
    if (number === null) result.push(tokens[at++] ?? "");
    else {
      result.push(String(number.value));
      at += number.length;
    }
  }
  return result.join(" ");
}

/** The number that starts at this token, if one does. */
function readNumber(tokens: string[], at: number): { value: number; length: number } | null {
  const first = tokens[at] ?? "";
  if (first === "one" && !countsHere(tokens, at)) return null;
  const sign = /^-[a-z]/u.test(first) ? -1 : 1;
  let total = 0;
  let current: number | null = null;
  let end = at;
  for (; end < tokens.length; end++) {
    const token = (tokens[end] ?? "").replace(end === at && sign < 0 ? /^-/u : /^$/u, "");
    const unit: number | undefined =
      UNIT.get(token) ?? (end === at && /^\d{1,6}$/u.test(token) ? Number(token) : undefined);
    const factor = FACTOR.get(token);
    if (unit !== undefined && (current === null || canFollow(current, unit))) current = (current ?? 0) + unit;
    else if (factor === 1000 && current !== null) {
      total += current * factor;
      current = null;
    } else if (factor !== undefined && current !== null) current *= factor;
    else if (token === "and" && isBigger(tokens[end - 1]) && UNIT.has(tokens[end + 1] ?? "")) continue;
    else break;
  }
  // Digits alone stay as they were written.
  if (end === at || (end === at + 1 && /^\d/u.test(first))) return null;
  return { value: sign * (total + (current ?? 0)), length: end - at };
}

function canFollow(current: number, unit: number): boolean {
  if (current >= 100 && current % 100 === 0) return true;
  return current >= 20 && current % 10 === 0 && unit > 0 && unit < 10;
}

function isBigger(token: string | undefined): boolean {
  return token === "hundred" || token === "thousand";
}

function countsHere(tokens: string[], at: number): boolean {
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (after !== undefined && FACTOR.has(after)) return true;
  if (after === undefined || /^(?:[,.:?]|and|or|is|are|of|that|with|in|under|over)$/u.test(after)) return false;
  return before === undefined || COUNTS_AFTER.has(before);
}
