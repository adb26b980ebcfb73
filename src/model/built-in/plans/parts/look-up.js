import { oneItem } from "./one-item.js";

/** The item of every line; two lines of the same item become one. */
export async function lookUp(lines) {
  const found = [];
  for (const line of lines) {
    const result = { ...line, ...(await oneItem(line)) };
    const same = found.find((other) => result.item !== null && other.item?.itemId === result.item.itemId);
    if (same === undefined) found.push(result);
    else same.quantity = same.quantity === null || result.quantity === null ? null : same.quantity + result.quantity;
  }
  return found;
}
