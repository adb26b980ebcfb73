import { oneItem } from "./one-item.js";

/** The item of every line; two lines of the same item become one, and a correction takes the place of what it corrects. */
export async function lookUp(lines) {
  const found = [];
  for (const line of lines) {
    const result = { ...line, ...(await oneItem(line)) };
    const same = found.find((other) => result.item !== null && other.item?.itemId === result.item.itemId);
    if (line.corrects && result.item !== null && (same !== undefined || found.length === 1)) {
      const old = same ?? found[0];
      const quantity = result.quantity ?? (result.said === null ? old.quantity : null);
      found[found.indexOf(old)] = { ...old, ...result, quantity };
    } else if (same === undefined) found.push(result);
    else same.quantity = same.quantity === null || result.quantity === null ? null : same.quantity + result.quantity;
  }
  return found;
}
