import { itemsFor } from "./items-for.js";
import { listed } from "./listed.js";
import { nearestName } from "./nearest-name.js";

/** One item for certain; else `item` is null, and `status` and `question` say what to answer. */
export async function oneItem(wanted) {
  const { words, pick } = wanted;
  if (words === "" && pick === null) {
    return { item: null, status: "invalid_request", question: "Which item do you mean?" };
  }
  let found = await itemsFor(wanted);
  if (pick !== null && found.length > 1) {
    const inStock = found.filter((item) => item.quantityInStock > 0);
    const prices = inStock.map((item) => item.price);
    const price = pick === "cheapest" ? Math.min(...prices) : Math.max(...prices);
    found = inStock.filter((item) => item.price === price);
  }
  if (found.length === 1) return { item: found[0] };
  if (found.length > 1) {
    const choices = listed(found.map((item) => `the ${item.name} at ${money(item.price)}`));
    return { item: null, status: "invalid_request", question: `Which one do you mean? There is ${choices}.` };
  }
  const near = await nearestName(words);
  if (near !== null) {
    return {
      item: null,
      near,
      status: "no_match",
      question: `I know no "${words}". Do you mean the ${near.name} at ${money(near.price)}?`,
    };
  }
  const others = await db.inventory.findMany({
    where: { quantityInStock: { gt: 0 } },
    orderBy: { itemId: "asc" },
    take: 3,
  });
  const offer = others.length === 0 ? "" : ` We do have the ${listed(others.map((item) => item.name))}, among others.`;
  return { item: null, status: "no_match", question: `I could not find "${words || "that"}" in the shop.${offer}` };
}
