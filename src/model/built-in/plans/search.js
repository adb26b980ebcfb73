// What there is by words, price and stock; the nearest when nothing fits.
import { itemsFor } from "./parts/items-for.js";
import { listed } from "./parts/listed.js";

ACTION = "read";
const { words, pick, price, inStock, isCertain } = intent;

// 1. What fits the words, then the price and the stock.
const { lt = Infinity, lte = Infinity, gt = -Infinity, gte = -Infinity } = price;
const fitsPrice = (item) => item.price < lt && item.price <= lte && item.price > gt && item.price >= gte;
const fitsStock = (item) => inStock === null || item.quantityInStock > 0 === inStock;
const ofStyle = await itemsFor(intent);
let found = ofStyle.filter(fitsPrice).filter(fitsStock);
if (pick !== null && found.length > 0) {
  const prices = found.map((item) => item.price);
  const best = pick === "cheapest" ? Math.min(...prices) : Math.max(...prices);
  found = found.filter((item) => item.price === best);
}

const stockOf = (item) => (item.quantityInStock === 0 ? "sold out" : `${item.quantityInStock} in stock`);
const shown = (item) => `the ${item.name} at ${money(item.price)} (${stockOf(item)})`;

if (found.length > 0) {
  STATUS = "success";
  const superlative = pick === "cheapest" ? "The cheapest is" : "The most expensive is";
  const opening = pick !== null ? superlative : inStock === false ? "Sold out:" : "We have";
  answer_text = `${opening} ${listed(found.map(shown))}.`;
} else if (words !== "" && ofStyle.length === 0 && !isCertain) {
  STATUS = "unsupported_intent";
  answer_text =
    'I did not understand that: the built-in planner knows plain requests such as "round frames in stock", "buy 2 Moon" or "where is my order".';
} else if (inStock === false) {
  STATUS = "success";
  answer_text = "Nothing of that kind is sold out.";
} else {
  // 2. Nothing fits: the nearest by style, else by price.
  STATUS = "no_match";
  const others = ofStyle.length > 0 ? ofStyle : (await itemsFor({ ...intent, words: "" })).filter(fitsStock);
  const goal = Number.isFinite(Math.min(lt, lte)) ? Math.min(lt, lte) : Math.max(gt, gte, 0);
  const nearest = others
    .toSorted((a, b) => Math.abs(a.price - goal) - Math.abs(b.price - goal))
    .slice(0, ofStyle.length > 0 ? 1 : 2);
  const what = words === "" ? "Nothing" : `Nothing "${words}"`;
  const offer = nearest.length === 0 ? "" : ` The nearest would be ${listed(nearest.map(shown))}.`;
  answer_text = `${what} fits that just now.${offer}`;
}
console.log(`LOG: ${found.length} item(s) for "${words}"`);
