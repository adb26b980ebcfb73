/** The item whose name is nearly the word ("aviatr"), or null. */
export async function nearestName(words) {
  if (words.length < 4 || words.length > 40) return null;
  const items = await db.inventory.findMany({ orderBy: { itemId: "asc" }, take: 200 });
  const near = items.filter(
    (item) => distance(item.name.toLowerCase(), words.replace(/s$/, "")) <= (words.length < 6 ? 1 : 2),
  );
  return near.length === 1 ? near[0] : null;

  // How many letters must be changed, added or left out.
  function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row[b.length];
  }
}
