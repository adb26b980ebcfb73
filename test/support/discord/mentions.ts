// A text and what its author allowed in; whom it mentions out. A mention is a notification.
import { PermissionFlagsBits } from "discord-api-types/v10";
import type { AllowedMentions } from "./message-shapes.ts";
import { permissionsIn } from "./permissions.ts";
import type { Channel, Mentions, World } from "./world.ts";

export const NOBODY: Mentions = { users: [], roles: [], everyone: false };

/** What Discord assumes where a call says nothing; answers to interactions reach users only. */
export const DEFAULT_MENTIONS: AllowedMentions = { parse: ["users", "roles", "everyone"], replied_user: true };
export const DEFAULT_ANSWER_MENTIONS: AllowedMentions = { parse: ["users"], replied_user: true };

/** Code mentions nobody; an escaped mention still does. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|``[\s\S]*?``|`[^`]*`/g, " ");
}

export function findMentions(
  world: World,
  channel: Channel,
  authorId: string,
  text: string,
  allowed: AllowedMentions,
): Mentions {
  const live = withoutCode(text);
  const isAllowed = (kind: "users" | "roles", id: string) =>
    allowed.parse?.includes(kind) === true || allowed[kind]?.includes(id) === true;
  const named = (pattern: RegExp) => [...new Set([...live.matchAll(pattern)].map((match) => match[1] ?? ""))];
  const guild = channel.guildId === null ? undefined : world.guilds.get(channel.guildId);
  const mayMentionAll =
    guild !== undefined && (permissionsIn(world, channel, authorId) & PermissionFlagsBits.MentionEveryone) !== 0n;
  return {
    users: named(/<@!?(\d+)>/g).filter((id) => world.people.has(id) && isAllowed("users", id)),
    roles: named(/<@&(\d+)>/g).filter((id) => {
      const role = guild?.roles.get(id);
      return role !== undefined && (role.isMentionable || mayMentionAll) && isAllowed("roles", id);
    }),
    everyone: /@(?:everyone|here)\b/.test(live) && mayMentionAll && allowed.parse?.includes("everyone") === true,
  };
}
