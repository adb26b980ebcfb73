// Which session each person of this browser has open: so that a talk is still there after the page was closed.

const key = "tillhand-sessions";

export interface KeptSessions {
  [who: string]: string;
}

export function readKept(): KeptSessions {
  const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, sessionId]) => typeof sessionId === "string"));
}

export function keepSession(who: string, sessionId: string | null): void {
  const { [who]: _, ...others } = readKept();
  localStorage.setItem(key, JSON.stringify(sessionId === null ? others : { ...others, [who]: sessionId }));
}
