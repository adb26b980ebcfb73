// An id of a Slack user in; who that is to the shop out. Roles come from the settings' ids alone.
import type { ChatSettings, SlackSettings } from "../../chat-settings.ts";
import { type Language, languageOfLocale } from "../../language.ts";
import type { Role } from "../../requester.ts";
import type { Log } from "../../telemetry/log.ts";
import type { ChatPerson } from "../door.ts";
import { personName } from "../person-name.ts";
import type { SlackApi } from "./api.ts";
import { codeOf } from "./api-errors.ts";

export interface SlackPeople {
  /** Rejects while Slack does not say who is in a group of the settings: nobody loses or gains a role by that. */
  personOf(team: string, user: string): Promise<ChatPerson>;
  /** null: Slack does not say. */
  nameOf(user: string): Promise<string | null>;
  /** The workspace that somebody belongs to. */
  homeOf(user: string): Promise<string | null>;
}

interface Profile {
  name: string | null;
  language: Language;
  home: string | null;
}

const NOBODY: Profile = { name: null, home: null, language: "en" };
const MOST_KNOWN = 5_000;

export function createPeople(
  { web }: SlackApi,
  { admins, staff }: Pick<SlackSettings, "admins" | "staff">,
  { peopleMs }: Pick<ChatSettings, "peopleMs">,
  log: Log,
): SlackPeople {
  const profiles = remembered(peopleMs, async (user: string): Promise<Profile> => {
    try {
      const { user: found } = await web.users.info({ user, include_locale: true });
      const { display_name, real_name } = found?.profile ?? {};
      const name = personName(display_name, real_name, found?.real_name, found?.name);
      return { name, home: found?.team_id ?? null, language: languageOfLocale(found?.locale ?? null) ?? "en" };
    } catch (error) {
      log.warn({ code: codeOf(error) }, "Slack does not say who somebody is");
      return NOBODY;
    }
  });
  const members = remembered(peopleMs, async (group: string): Promise<Set<string>> => {
    try {
      const { users = [] } = await web.usergroups.users.list({ usergroup: group });
      return new Set(users);
    } catch (error) {
      if (codeOf(error) === null) throw error;
      log.error({ group, code: codeOf(error) }, "Slack does not tell a group of SLACK_ADMINS or SLACK_STAFF");
      return new Set();
    }
  });

  async function isAmong(user: string, ids: string[]): Promise<boolean> {
    if (ids.includes(user)) return true;
    for (const group of ids.filter((id) => id.startsWith("S"))) {
      if ((await members(group)).has(user)) return true;
    }
    return false;
  }

  async function roleOf(user: string): Promise<Role> {
    if (await isAmong(user, admins)) return "admin";
    return (await isAmong(user, staff)) ? "staff" : "customer";
  }

  return {
    personOf: async (team, user) => {
      const [role, { name, language }] = await Promise.all([roleOf(user), profiles(user)]);
      return { person: `slack:${team}:${user}`, handle: `slack:${user}`, role, name, language };
    },
    nameOf: async (user) => (await profiles(user)).name,
    homeOf: async (user) => (await profiles(user)).home,
  };
}

/** Asked once for all who ask at the same time, and again when it is old; what was rejected is not remembered. */
function remembered<Value>(forMs: number, ask: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const known = new Map<string, { value: Promise<Value>; until: number }>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined && found.until > Date.now()) return found.value;
    const value = ask(id);
    value.catch(() => known.delete(id));
    known.delete(id);
    known.set(id, { value, until: Date.now() + forMs });
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(oldest);
    }
    return value;
  };
}
