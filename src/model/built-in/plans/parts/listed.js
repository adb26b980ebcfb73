/** "A", "A and B", "A, B and C"; of a long list the first few and how many more there are. */
export function listed(words, most = 6) {
  const shown = words.length > most ? [...words.slice(0, most), `${words.length - most} more`] : words;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
