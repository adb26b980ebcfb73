// An answer in, its sentences out; "Nr. 1002" and "$60.00" end none.

const END = /(?<=[.!?…]["”»)]?)(?<!(?<!\p{L})(?:Nr|No|no|nº|n|ca|St|approx|Mr|Mrs|Ms|Dr|z\.B|vs)\.)\s+|\n+/u;

export function sentencesOf(text: string): string[] {
  return text
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]/gu;

/** What stands in quotes is somebody else's word, or an example. */
export function withoutQuotes(text: string): string {
  return text.replaceAll(QUOTED, " ");
}
