// The view that the address's hash opens, as the address moves.
import { useSyncExternalStore } from "react";
import { parseRoute, type Route } from "./route.ts";

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onHashChange, () => location.hash));
}

function onHashChange(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
