// The address's hash in, which view is open out; and the addresses of views.

export type Route =
  | { view: "chat" }
  | { view: "approvals" }
  | { view: "shop" }
  | { view: "runs" }
  | { view: "run"; runId: string }
  | { view: "tickets"; ticketId: number | null }
  | { view: "customers" }
  | { view: "customer"; customerId: number }
  | { view: "conversation"; conversationId: string }
  | { view: "ledger" }
  | { view: "stock"; itemId: string | null }
  | { view: "search"; query: string };

export function parseRoute(hash: string): Route {
  const [view, id = ""] = hash.replace(/^#\/?/, "").split("/");
  const number = /^\d{1,10}$/.test(id) ? Number(id) : null;
  switch (view) {
    case "approvals":
    case "shop":
    case "ledger":
      return { view };
    case "runs":
      return id === "" ? { view } : { view: "run", runId: decoded(id) };
    case "tickets":
      return { view, ticketId: number };
    case "customers":
      return number === null ? { view } : { view: "customer", customerId: number };
    case "conversations":
      return { view: "conversation", conversationId: decoded(id) };
    case "stock":
      return { view, itemId: id === "" ? null : decoded(id) };
    case "search":
      return { view, query: decoded(id) };
    default:
      return { view: "chat" };
  }
}

/** Somebody may have cut the address in the middle of a letter. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const runAddress = (runId: string): string => `#/runs/${encodeURIComponent(runId)}`;
export const ticketAddress = (ticketId: number): string => `#/tickets/${ticketId}`;
export const customerAddress = (customerId: number): string => `#/customers/${customerId}`;
export const conversationAddress = (id: string): string => `#/conversations/${encodeURIComponent(id)}`;
export const itemAddress = (itemId: string): string => `#/stock/${encodeURIComponent(itemId)}`;
export const searchAddress = (query: string): string => `#/search/${encodeURIComponent(query)}`;

/** Views that only the shop's people open; the server refuses their reads to anybody else. */
export function isForStaff({ view }: Route): boolean {
  switch (view) {
    case "approvals":
    case "tickets":
    case "customers":
    case "customer":
    case "conversation":
    case "ledger":
    case "stock":
    case "search":
      return true;
    case "chat":
    case "shop":
    case "runs":
    case "run":
      return false;
  }
}

/** For the head of the browser's window. */
export function titleOf(route: Route): string {
  switch (route.view) {
    case "chat":
      return "Chat";
    case "approvals":
      return "Approvals";
    case "shop":
      return "Shop";
    case "runs":
      return "Runs";
    case "run":
      return "Run";
    case "tickets":
      return route.ticketId === null ? "Tickets" : `Ticket ${route.ticketId}`;
    case "customers":
      return "Customers";
    case "customer":
      return `Customer ${route.customerId}`;
    case "conversation":
      return "Conversation";
    case "ledger":
      return "Ledger";
    case "stock":
      return "Stock";
    case "search":
      return "Search";
  }
}
