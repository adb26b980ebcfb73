/** The same words whether the order is missing or somebody else's. */
export function noOrder(orderId) {
  return `I could not find an order ${orderId}. "List my orders" shows the ones that I can see for you.`;
}
