// The address's hash in, which view is open out.

export type Route =
  | { view: "chat" }
  | { view: "approvals" }
  | { view: "shop" }
  | { view: "runs" }
  | { view: "run"; runId: string };

export function parseRoute(hash: string): Route {
  const [view, id] = hash.replace(/^#\/?/, "").split("/");
  if (view === "runs") return id === undefined || id === "" ? { view } : { view: "run", runId: decodeURIComponent(id) };
  if (view === "approvals" || view === "shop") return { view };
  return { view: "chat" };
}

export const runAddress = (runId: string): string => `#/runs/${encodeURIComponent(runId)}`;
