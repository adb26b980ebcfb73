import { listed } from "./listed.js";

/** What has to be asked before the lines can be carried out, or null. */
export function openQuestion(operation, lines, verb, given = {}) {
  const unclear = lines.find((line) => line.item === null);
  const uncounted = lines.filter((line) => line.quantity === null);
  if (unclear === undefined && uncounted.length === 0) return null;

  // Whatever is known already is kept for the answer that follows.
  const known = lines.map(({ item, near, quantity }) => {
    const itemId = item?.itemId ?? near?.itemId;
    return { ...(itemId && { itemId }), ...(quantity && { quantity }) };
  });
  const missing = [unclear && "itemId", uncounted.length > 0 && "quantity"].filter(Boolean);
  const collected = { ...(known.length === 1 ? known[0] : { lines: known }), ...given };
  const left = { intent: operation, collected, missing };

  if (unclear !== undefined) return { status: unclear.status, question: unclear.question, pending: left };
  const odd = uncounted.find((line) => line.said !== null);
  const hint = odd === undefined ? "Gladly!" : `I need a whole number of at least one, not "${odd.said}".`;
  const names = listed(uncounted.map((line) => line.item.name));
  return { status: "invalid_request", question: `${hint} How many of the ${names} ${verb}?`, pending: left };
}
