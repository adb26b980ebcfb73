// What a mark under the mouse stands for in, the words beside it as HTML out. Text only: the library's own form makes
// pictures of addresses.
import { headingOf } from "../table/cell-words.ts";

export function tooltipHtml(value: unknown): string {
  if (typeof value !== "object" || value === null) return `<p>${escaped(value)}</p>`;
  const rows = Object.entries(value).map(([name, inner]) => {
    const words = typeof inner === "object" ? JSON.stringify(inner) : inner;
    return `<div><dt>${escaped(headingOf(name))}</dt><dd>${escaped(words)}</dd></div>`;
  });
  return `<dl>${rows.join("")}</dl>`;
}

const escaped = (text: unknown): string => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
