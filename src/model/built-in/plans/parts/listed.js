/** "A", "A and B", "A, B and C"; of a long list the first few and how many more of all there are. */
export function listed(words, some, all = words.length) {
  const most = some ?? 6;
  const shown = all > most ? [...words.slice(0, most), `${all - most} more`] : words;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
