// Price, stock or description of items that were named.
import { itemsFor } from "./parts/items-for.js";
import { listed } from "./parts/listed.js";
import { nearestName } from "./parts/nearest-name.js";

ACTION = "read";
const { asks, invites } = intent;

// 1. The items that were named; a name that is nearly right counts for a question.
const found = new Map();
const unknown = [];
for (const wanted of intent.items) {
  let items = await itemsFor(wanted);
  const near = items.length === 0 ? await nearestName(wanted.words) : null;
  if (near !== null) items = [near];
  if (items.length === 0) unknown.push(wanted.words);
  for (const item of items) found.set(item.itemId, item);
}

// 2. What they asked about each.
const items = [...found.values()];
const stock = (item) =>
  item.quantityInStock === 0 ? `${item.name} is sold out` : `${item.quantityInStock} ${item.name} in stock`;
const price = (item) => `the ${item.name} costs ${money(item.price)}`;
const both = (item) => `the ${item.name} costs ${money(item.price)} with ${item.quantityInStock} in stock`;
const words = { stock, price, all: both }[asks];

if (items.length > 0) {
  STATUS = "success";
  const facts = listed(items.map(words));
  const sentence = asks === "stock" ? `We have ${facts}` : facts.replace(/^the/, "The");
  const description = asks === "all" && items.length === 1 ? ` ${items[0].description.slice(0, 250)}` : "";
  const invitation = invites ? ` Whenever you like, tell me how many ${items[0].name} you want to buy.` : "";
  answer_text = `${sentence.replace(/^We have (\S+ is sold out)$/, "The $1")}.${description}${invitation}`;
} else {
  STATUS = "no_match";
  const others = await db.inventory.findMany({
    where: { quantityInStock: { gt: 0 } },
    orderBy: { itemId: "asc" },
    take: 3,
  });
  const offer = others.length === 0 ? "" : ` We do have the ${listed(others.map((item) => item.name))}, among others.`;
  answer_text = `I could not find ${listed(unknown.map((name) => `"${name}"`))} in the shop.${offer}`;
}
console.log(`LOG: ${asks} of ${items.length} item(s)`);
