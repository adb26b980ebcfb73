// What a person wrote in, the same without what nobody sees out: controls, marks that turn the order of what is read,
// characters without a width, in which words for a model can be hidden.

// A joiner is part of some emoji, and of words in scripts that join their letters; a variation selector belongs to an emoji.
const JOINED = ["Arabic", "Syriac", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu"];
const MORE_JOINED = ["Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Mongolian"];
const SCRIPTS = [...JOINED, ...MORE_JOINED].map((script) => `\\p{Script=${script}}`).join("");
const KEPT = [
  String.raw`[\n\t]`,
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  `(?<=[${SCRIPTS}])[\\u200c\\u200d]`,
].join("|");
const UNSEEN = new RegExp(`(?!${KEPT})[\\p{Cc}\\p{Default_Ignorable_Code_Point}]`, "gu");
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/gu;

export function visibleText(text: string): string {
  return text.replaceAll(LINE_END, "\n").replaceAll(UNSEEN, "");
}
