// The search field in the head of the page: "/" goes there, Escape leaves it and what it found.
import { useEffect, useRef, useState } from "react";
import { type Route, searchAddress } from "../route.ts";

const pauseMs = 150;

export function SearchBox({ route }: { route: Route }) {
  const query = route.view === "search" ? route.query : null;
  const [words, setWords] = useState(query ?? "");
  const field = useRef<HTMLInputElement>(null);
  // Where the search was begun, to go back to.
  const [from, setFrom] = useState("#/tickets");

  useEffect(() => {
    const toField = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.select();
      field.current?.focus();
    };
    document.addEventListener("keydown", toField);
    return () => document.removeEventListener("keydown", toField);
  }, []);

  // A link or the browser's own buttons lead elsewhere; what is being typed is further than the address.
  useEffect(() => {
    if (query === null || document.activeElement !== field.current) setWords(query ?? "");
  }, [query]);

  useEffect(() => {
    const wanted = words.trim();
    if (wanted === "" || wanted === query) return;
    const here = location.hash;
    const timer = setTimeout(() => {
      // A result was opened meanwhile, and this view does not know yet.
      if (location.hash !== here) return;
      if (query === null) setFrom(location.hash === "" ? "#/" : location.hash);
      // Each letter is not a place to come back to.
      if (query === null) location.assign(searchAddress(wanted));
      else location.replace(searchAddress(wanted));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [words, query]);

  function leave(): void {
    setWords("");
    field.current?.blur();
    if (query !== null) location.replace(from);
  }

  return (
    <search className="search-box">
      <label htmlFor="search" className="unseen">
        Search customers, orders, tickets, items and runs
      </label>
      <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6.5" />
        <path d="M15.5 15.5L21 21" />
      </svg>
      <input
        id="search"
        ref={field}
        type="search"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search"
        value={words}
        aria-keyshortcuts="/"
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          leave();
        }}
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
