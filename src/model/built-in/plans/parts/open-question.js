/** What has to be asked before the lines can be carried out, one thing at a time, or null. */
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
  const [first] = uncounted;
  const hint = first.said === null ? "Gladly!" : `I need a whole number of at least one, not "${first.said}".`;
  return { status: "invalid_request", question: `${hint} How many ${first.item.name} ${verb}?`, pending: left };
}
