// What happened while somebody of the shop looks elsewhere on the page: said once, seen for a while, Escape puts it away.
import { useEffect, useRef, useState } from "react";

const shownMs = 12_000;

export interface NewsItem {
  id: string;
  text: string;
  href: string;
}

/** `items`: what waits now; null while nobody knows. Only what joins later is news. */
export function News({ items }: { items: NewsItem[] | null }) {
  const [shown, setShown] = useState<NewsItem | null>(null);
  const known = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (items === null) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...items.map(({ id }) => id)]);
    const fresh = before === null ? undefined : items.find(({ id }) => !before.has(id));
    if (fresh !== undefined) setShown(fresh);
  }, [items]);

  useEffect(() => {
    if (shown === null) return;
    const putAway = () => setShown(null);
    const timer = setTimeout(putAway, shownMs);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && putAway();
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
    };
  }, [shown]);

  return (
    <div className="news" role="status" aria-label="News">
      {shown !== null && (
        <p>
          <a href={shown.href} onClick={() => setShown(null)}>
            {shown.text}
          </a>
          <button type="button" aria-label="Put away" onClick={() => setShown(null)}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
