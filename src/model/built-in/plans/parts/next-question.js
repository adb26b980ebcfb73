import { oneItem } from "./one-item.js";

/** The question that an unfinished wish still waits for. */
export async function nextQuestion({ intent, collected, missing }) {
  if (missing.includes("orderId"))
    return `And which order should be ${intent === "refund" ? "refunded" : "cancelled"}?`;
  if (missing.includes("ticketId")) return "And which ticket should be closed?";
  if (missing.includes("issue")) return "And what should the ticket be about?";
  const lines = collected.lines ?? [collected];
  const { itemId } = lines.find((line) => !line.itemId || !line.quantity) ?? {};
  if (!itemId) return "And which item did you mean?";
  const { item } = await oneItem({ words: itemId, pick: null, eyewearOnly: false });
  const name = item?.name ?? itemId;
  return {
    purchase: `And how many ${name} would you like?`,
    returnItem: `And how many ${name} would you like to return?`,
    restock: `And how many ${name} came in?`,
    adjustStock: `And how many ${name} are there?`,
  }[intent];
}
