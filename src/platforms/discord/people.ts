// Somebody as Discord names them in, the person whom the service knows out. Roles come from the settings' ids alone, and
// from servers that are served.
import type { APIUser } from "discord-api-types/v10";
import type { DiscordSettings } from "../../chat-settings.ts";
import { languageOfLocale } from "../../language.ts";
import type { Role } from "../../requester.ts";
import type { ChatPerson } from "../door.ts";
import { personName } from "../person-name.ts";
import type { Api } from "./api.ts";
import { Code, hasCode } from "./api-errors.ts";
import type { Guilds } from "./guilds.ts";

/** A server's member, as far as it matters here. */
interface Membership {
  nick?: string | null;
  roles: string[];
}

export interface People {
  /** `membership`: as it came with what they did; null where it has to be asked for. */
  /** `locale`: null where Discord does not say, as with messages. */
  person(
    user: APIUser,
    guildId: string | null,
    membership: Membership | null,
    locale: string | null,
  ): Promise<ChatPerson>;
}

interface PeopleParts {
  api: Pick<Api, "member">;
  guilds: Pick<Guilds, "served" | "servesGuild">;
  settings: DiscordSettings;
  limits: { peopleMs: number };
  clock: () => Date;
}

const MOST_PEOPLE = 5_000;
const NOBODY: Membership = { roles: [] };

export function createPeople({ api, guilds, settings, limits, clock }: PeopleParts): People {
  const asked = new Map<string, { untilMs: number; membership: Promise<Membership> }>();

  function membershipIn(guildId: string, userId: string): Promise<Membership> {
    const key = `${guildId}/${userId}`;
    const nowMs = clock().getTime();
    const known = asked.get(key);
    if (known !== undefined && nowMs < known.untilMs) return known.membership;
    const membership = fetchMembership(guildId, userId);
    asked.delete(key);
    asked.set(key, { untilMs: nowMs + limits.peopleMs, membership });
    membership.catch(() => asked.delete(key));
    for (const oldest of asked.keys()) {
      if (asked.size <= MOST_PEOPLE) break;
      asked.delete(oldest);
    }
    return membership;
  }

  async function fetchMembership(guildId: string, userId: string): Promise<Membership> {
    try {
      const { roles, nick = null } = await api.member(guildId, userId);
      return { roles, nick };
    } catch (error) {
      if (hasCode(error, Code.UnknownMember, Code.UnknownUser, Code.UnknownGuild, Code.MissingAccess)) return NOBODY;
      throw error;
    }
  }

  /** In a private talk somebody is what they are in any server that is served. */
  async function membershipsOf(userId: string, guildId: string | null): Promise<Membership[]> {
    if (guildId !== null) return guilds.servesGuild(guildId) ? [await membershipIn(guildId, userId)] : [];
    const isAnybodySpecial = settings.admins.length + settings.staff.length > 0;
    if (!isAnybodySpecial || settings.admins.includes(userId)) return [];
    return Promise.all(guilds.served().map((one) => membershipIn(one, userId)));
  }

  return {
    person: async (user, guildId, membership, locale) => {
      const memberships = membership === null ? await membershipsOf(user.id, guildId) : [membership];
      const isRoleOurs = guildId === null || guilds.servesGuild(guildId);
      const ids = [user.id, ...(isRoleOurs ? memberships.flatMap(({ roles }) => roles) : [])];
      const nick = guildId === null ? null : memberships[0]?.nick;
      return {
        person: `discord:all:${user.id}`,
        handle: `discord:${user.id}`,
        role: roleOf(ids, settings),
        name: personName(nick, user.global_name, user.username),
        language: languageOfLocale(locale) ?? "en",
      };
    },
  };
}

function roleOf(ids: string[], { admins, staff }: DiscordSettings): Role {
  if (ids.some((id) => admins.includes(id))) return "admin";
  return ids.some((id) => staff.includes(id)) ? "staff" : "customer";
}
