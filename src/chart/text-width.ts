// How wide a text will be, without a browser that could measure it. The library takes every letter for 0.8 of the font's
// size; Inter's are this wide on average.
import { textMetrics } from "vega";

declare module "vega" {
  /** In the library, and not in its types: how it learns the width of a text. */
  const textMetrics: { width(item: { fontSize?: number }, text: string): number };
}

const LETTER_WIDTH = 0.57;
const LABEL_FONT_SIZE = 11;

export function textWidth(text: string, fontSize: number): number {
  return [...text].length * fontSize * LETTER_WIDTH;
}

/** For the whole thread. */
export function teachTextWidth(): void {
  textMetrics.width = ({ fontSize = LABEL_FONT_SIZE }, text) => textWidth(String(text), fontSize);
}

/** As much of it as the limit lets be seen. */
export function seenPart(text: string, fontSize: number, limit: number): string {
  if (limit <= 0 || textWidth(text, fontSize) <= limit) return text;
  return [...text].slice(0, Math.max(0, Math.floor(limit / (fontSize * LETTER_WIDTH)) - 1)).join("");
}
