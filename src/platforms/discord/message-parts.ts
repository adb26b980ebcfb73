// A text that is not ours in, the contents of the messages that show it out: none longer than Discord takes.
import { splitText } from "../split-text.ts";
import { literalWithCode } from "./escape.ts";

export const CONTENT_CHARS = 2_000;

/** Escaping makes a text longer, at most to three times its length; by how much depends on what is in it. */
const SHRINK = 0.9;

export function messageParts(text: string): string[] {
  for (let chars = CONTENT_CHARS; ; chars = Math.floor(chars * SHRINK)) {
    const parts = splitText(text, { chars }).map(literalWithCode);
    if (parts.every((part) => part.length <= CONTENT_CHARS)) return parts;
  }
}
