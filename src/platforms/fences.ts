// A text in, its code fences out: where they open and close, and how an open one is closed and opened again elsewhere.
// Chat platforms see a fence in any run of three backticks or more, wherever it stands in a line.

/** A run of backticks. */
export interface Fence {
  start: number;
  /** Behind the backticks and the word that may follow an opening one. */
  end: number;
  /** What opens it again elsewhere; null for one that closes. */
  opening: string | null;
}

/** What closes one that is open. */
export const CLOSING = "\n```";

const MOST_INFO_CHARS = 20;

/** What may be added to a part of the text at most: an opening and a closing fence. */
export const MOST_FENCE_CHARS = "```\n".length + MOST_INFO_CHARS + CLOSING.length;

export function fencesOf(text: string): Fence[] {
  let isOpen = false;
  return [...text.matchAll(/(`{3,})([\w+#.-]+(?=[ \t\r]*\n))?/g)].map(
    ({ 0: all, 1: ticks = "", 2: info = "", index }) => {
      isOpen = !isOpen;
      if (!isOpen) return { start: index, end: index + ticks.length, opening: null };
      const opening = `\`\`\`${info.length > MOST_INFO_CHARS ? "" : info}\n`;
      return { start: index, end: index + all.length, opening };
    },
  );
}
