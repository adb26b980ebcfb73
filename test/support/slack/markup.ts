// Text as apps send it in; the text that people read out, and whom it rings.
import type { Ping, Workspace } from "./workspace.ts";

export type FoundPing = Pick<Ping, "kind" | "targetId">;

export function unescapeEntities(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** What people type: `&`, `<` and `>` become entities, as their client does it; mentions stay what they are. */
export function typed(text: string): string {
  const parts = text.split(/(<(?:@[UW]|#C|!subteam\^|!channel|!here|!everyone|https?:\/\/|mailto:)[^<>\n]*>)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const escaped = part.replace(/&(?!(?:amp|lt|gt);)/g, "&amp;");
      return escaped.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    })
    .join("");
}

/** Slack's own dialect. */
export function renderMrkdwn(workspace: Workspace, text: string): string {
  return unescapeEntities(outsideCode(text, (prose) => dropStyle(renderLinks(workspace, prose), MRKDWN_STYLES)));
}

/** The common dialect, as in markdown blocks and streams. */
export function renderMarkdown(workspace: Workspace, text: string): string {
  const rendered = outsideCode(text, (prose) => {
    const plain = renderLinks(workspace, prose)
      .replace(/!?\[([^\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, "$1")
      .replace(/^ {0,3}#{1,6} +/gm, "")
      .replace(/^ {0,3}> ?/gm, "");
    return dropStyle(plain, MARKDOWN_STYLES).replace(/\\([\\`*_{}[\]()#+\-.!~>|&<])/g, "$1");
  });
  return unescapeEntities(rendered);
}

export function findPings(text: string, hasBareNames = false): FoundPing[] {
  const found: FoundPing[] = [];
  for (const [, sign, name] of text.matchAll(/<([@!])([^<>|\s]+)(?:\|[^<>]*)?>/g)) {
    if (sign === "@") found.push({ kind: "user", targetId: name ?? null });
    else if (name?.startsWith("subteam^")) found.push({ kind: "subteam", targetId: name.slice("subteam^".length) });
    else if (name === "channel" || name === "here" || name === "everyone") found.push({ kind: name, targetId: null });
    else if (name === "group") found.push({ kind: "channel", targetId: null });
  }
  if (hasBareNames) {
    for (const [, name] of text.matchAll(/(?<![\w@<!])@(channel|here|everyone)\b/g)) {
      found.push({ kind: name as "channel" | "here" | "everyone", targetId: null });
    }
  }
  return found;
}

function renderLinks(workspace: Workspace, text: string): string {
  return text.replace(/<([^<>\n]+)>/g, (whole, inner: string) => {
    const [target = "", label] = inner.split(/\|(.*)/s);
    if (target.startsWith("@")) return `@${workspace.users.get(target.slice(1))?.name ?? label ?? target.slice(1)}`;
    if (target.startsWith("#")) return `#${workspace.channels.get(target.slice(1))?.name ?? label ?? target.slice(1)}`;
    if (target.startsWith("!subteam^")) {
      return `@${workspace.groups.get(target.slice("!subteam^".length))?.handle ?? label ?? "group"}`;
    }
    if (target.startsWith("!date^")) return label ?? target;
    if (target.startsWith("!")) return `@${target.slice(1)}`;
    if (/^(?:https?|mailto|tel|slack):/.test(target)) return label ?? target.replace(/^mailto:/, "");
    return whole;
  });
}

const MRKDWN_STYLES = ["\\*", "_", "~"];
const MARKDOWN_STYLES = ["\\*\\*\\*", "\\*\\*", "__", "\\*", "_", "~~"];

/** A sign counts only at the edge of a word, on one line and with its like. */
function dropStyle(text: string, signs: string[]): string {
  return signs.reduce((rest, sign) => {
    const opening = `(?<![\\p{L}\\p{N}\\\\]|${sign})${sign}(?!\\s|${sign})`;
    const closing = `(?<!\\s|${sign})${sign}(?![\\p{L}\\p{N}]|${sign})`;
    return rest.replace(new RegExp(`${opening}([^\\n]+?)${closing}`, "gu"), "$1");
  }, text);
}

function outsideCode(text: string, render: (prose: string) => string): string {
  const parts = text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
  return parts
    .map((part, index) =>
      index % 2 === 0 ? render(part) : part.replace(/^```(?:\w*\n)?|```$/g, "").replace(/^`|`$/g, ""),
    )
    .join("");
}
