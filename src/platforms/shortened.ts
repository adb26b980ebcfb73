// A text in, its beginning of at most so many graphemes out, with "…" where something is left out.
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const starts: number[] = [];
  for (const { index } of graphemes.segment(text)) {
    starts.push(index);
    if (starts.length > most) return `${text.slice(0, starts[most - 1]).trimEnd()}…`;
  }
  return text;
}
