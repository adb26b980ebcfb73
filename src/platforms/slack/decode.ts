// Text as Slack writes it in; what the person typed out: entities resolved, the bot's own mention gone.

export interface Names {
  /** Of a user; null when Slack does not say. */
  nameOf(user: string): Promise<string | null>;
}

// Anything else in angles is what somebody typed, as commands hand it on.
const ENTITY = /<((?:[@#!]|[a-z][a-z\d+.-]*:)[^<>\n]+)>/g;

const MOST_NAMES = 20;

export function mentions(text: string, user: string): boolean {
  return new RegExp(`<@${user}(?:\\|[^<>]*)?>`).test(text);
}

export async function decoded(text: string, botUserId: string, names: Names): Promise<string> {
  // At most one space before it: of more, each would be looked at again and again.
  const own = new RegExp(`[ \\t]?<@${botUserId}(?:\\|[^<>]*)?>[,:]?`, "g");
  const rest = text.replace(own, "");
  const words: string[] = [];
  const few = fewNames(names);
  let from = 0;
  for (const match of rest.matchAll(ENTITY)) {
    words.push(unescaped(rest.slice(from, match.index)), unescaped(await resolved(match[1] ?? "", few)));
    from = match.index + match[0].length;
  }
  return [...words, unescaped(rest.slice(from))].join("").trim();
}

/** Asked for no more names than a message has sense for: of one that is all mentions each would be a call of Slack's. */
function fewNames(names: Names): Names {
  const known = new Map<string, Promise<string | null>>();
  return {
    nameOf: async (user) => {
      const found = known.get(user);
      if (found !== undefined) return found;
      if (known.size >= MOST_NAMES) return null;
      const asked = names.nameOf(user);
      known.set(user, asked);
      return asked;
    },
  };
}

async function resolved(entity: string, names: Names): Promise<string> {
  const bar = entity.indexOf("|");
  const target = bar < 0 ? entity : entity.slice(0, bar);
  const label = bar < 0 ? null : entity.slice(bar + 1);
  if (target.startsWith("@")) return `@${label ?? (await names.nameOf(target.slice(1))) ?? target.slice(1)}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  if (target.startsWith("!date^")) return label ?? "";
  if (target.startsWith("!")) return label ?? `@${target.slice(1).replace(/^subteam\^/, "")}`;
  const address = target.replace(/^(?:mailto|tel):/, "");
  // A label is what was typed; an address behind other words is shown with them.
  return label === null || label === target || target.endsWith(label) ? (label ?? address) : `${label} (${address})`;
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
