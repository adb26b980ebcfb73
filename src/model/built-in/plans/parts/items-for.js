/** The items that the words name: by id, else by name, else by what name and description say. */
export async function itemsFor({ words, eyewearOnly }) {
  const orderBy = { price: "asc" };
  if (words === "") return meant(await db.inventory.findMany({ orderBy }));
  const byId = await db.inventory.findMany({ where: { itemId: { equals: words, mode: "insensitive" } } });
  if (byId.length > 0) return byId;
  let found = await db.inventory.findMany({ where: { search: words }, orderBy });
  // "sporty" and "roundish" are in no description, but "sport" and "round" may be.
  const plainer = words.replace(/(\p{L}{4,}?)(?:y|ish|-like)(?!\p{L})/gu, "$1");
  if (found.length === 0 && plainer !== words) {
    found = await db.inventory.findMany({ where: { search: plainer }, orderBy });
  }
  const named = found.filter((item) => wordsOf(item.name).every((word) => wordsOf(plainer).includes(word)));
  return meant(named.length > 0 ? named : found);

  // Who speaks of pairs or frames does not mean the accessories, unless by name.
  function meant(items) {
    const accessory = /\b(?:pouch|case|cloth|cord|strap|chain|spray|cleaner)\b/i;
    return eyewearOnly && items.length > 1 ? items.filter((item) => !accessory.test(item.name)) : items;
  }

  // Lower case and without the plural's ending.
  function wordsOf(text) {
    return text
      .toLowerCase()
      .split(/[\s-]+/)
      .map((word) => word.replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/, ""));
  }
}
