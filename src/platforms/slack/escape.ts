// Text that is not ours in; the same text as Slack shows it literally out: no ping, no link, no markup of its making.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Without what Slack refuses or counts sixfold: half characters and controls. */
export function cleaned(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROLS, "").toWellFormed();
}

/** For every text that Slack reads as markup, which are all but the texts within a rich_text block. */
export function escaped(text: string): string {
  return cleaned(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** At most so many characters, never half of one. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const head = text.slice(0, chars - 1);
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** Escaped, and not longer than that with its entities, of which none is cut in two. */
export function escapedWithin(text: string, chars: number): string {
  const whole = escaped(text);
  if (whole.length <= chars) return whole;
  return `${cut(whole, chars)
    .slice(0, -1)
    .replace(/&[a-z]*$/, "")}…`;
}
