// A text with Discord's marks in; what meets the eye out: names for mentions, marks gone where they take effect,
// escapes gone where they were needed.
import type { World } from "./world.ts";

/** Masked links are drawn in embeds and in text displays; in ordinary content they stay as they were typed. */
export function shownText(world: World, text: string, drawsLinks: boolean): string {
  return text
    .split(/(```[\s\S]*?```)/)
    .map((part, index) => (index % 2 === 1 ? codeBlock(part) : inline(world, unmarkLines(part), drawsLinks)))
    .join("");
}

function codeBlock(fenced: string): string {
  return fenced
    .slice(3, -3)
    .replace(/^(?:[\w+-]*\n)/, "")
    .replace(/\n$/, "");
}

const unmarkLines = (text: string) => text.replace(/^(?:#{1,3} +|-# +|>>> |> )/gm, "");

interface Mark {
  pattern: RegExp;
  draw: (world: World, match: RegExpExecArray, drawsLinks: boolean) => string;
}

const within = (world: World, match: RegExpExecArray, drawsLinks: boolean) => inline(world, match[1] ?? "", drawsLinks);

// In the order in which the client tries them.
const MARKS: Mark[] = [
  { pattern: /\\([^0-9A-Za-z\s])/y, draw: (_world, match) => match[1] ?? "" },
  { pattern: /``((?:[^`]|`(?!`))+)``/y, draw: (_world, match) => (match[1] ?? "").trim() },
  { pattern: /`([^`]+)`/y, draw: (_world, match) => match[1] ?? "" },
  { pattern: /<@!?(\d+)>/y, draw: (world, match) => `@${world.people.get(match[1] ?? "")?.name ?? "unknown-user"}` },
  { pattern: /<@&(\d+)>/y, draw: (world, match) => `@${roleName(world, match[1] ?? "")}` },
  { pattern: /<#(\d+)>/y, draw: (world, match) => `#${world.channels.get(match[1] ?? "")?.name ?? "unknown"}` },
  { pattern: /<(\/[^:>]+):\d+>/y, draw: (_world, match) => match[1] ?? "" },
  { pattern: /<a?(:\w+:)\d+>/y, draw: (_world, match) => match[1] ?? "" },
  {
    pattern: /<t:(-?\d+)(?::[tTdDfFRsS])?>/y,
    draw: (_world, match) => new Date(Number(match[1]) * 1_000).toUTCString(),
  },
  { pattern: /<(https?:\/\/[^\s>]+)>/y, draw: (_world, match) => match[1] ?? "" },
  {
    pattern: /\[((?:\\[\s\S]|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y,
    draw: (world, match, drawsLinks) => (drawsLinks ? inline(world, match[1] ?? "", drawsLinks) : match[0]),
  },
  { pattern: /https?:\/\/[^\s<]+[^<.,:;"'\])\s]/y, draw: (_world, match) => match[0] },
  { pattern: /\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, draw: within },
  { pattern: /__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, draw: within },
  { pattern: /~~((?:\\[\s\S]|[^\\])+?)~~/y, draw: within },
  { pattern: /\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, draw: within },
  { pattern: /(?<!\w)_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, draw: within },
  { pattern: /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, draw: within },
];

function inline(world: World, text: string, drawsLinks: boolean): string {
  let drawn = "";
  for (let at = 0; at < text.length; ) {
    const found = firstMark(text, at);
    if (found === null) {
      drawn += text[at];
      at++;
      continue;
    }
    drawn += found.mark.draw(world, found.match, drawsLinks);
    at += found.match[0].length;
  }
  return drawn;
}

function firstMark(text: string, at: number): { mark: Mark; match: RegExpExecArray } | null {
  if (!/[\\`<[h*_~|]/.test(text[at] ?? "")) return null;
  for (const mark of MARKS) {
    mark.pattern.lastIndex = at;
    const match = mark.pattern.exec(text);
    if (match !== null) return { mark, match };
  }
  return null;
}

function roleName(world: World, id: string): string {
  for (const guild of world.guilds.values()) {
    const role = guild.roles.get(id);
    if (role !== undefined) return role.name;
  }
  return "unknown-role";
}
