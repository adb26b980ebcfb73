// Where somebody writes in; whether that is served at all out. By the settings' ids of workspaces and channels.
import type { SlackSettings } from "../../chat-settings.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import type { SlackPeople } from "./people.ts";
import { isDirect } from "./place.ts";
import type { Self } from "./self.ts";

interface Whence {
  team: string;
  user: string;
  /** The workspace the person belongs to, where the payload says so. */
  home: string | null;
  channel: string;
}

/** null: it is served; otherwise what the person is told instead. */
export type Admission = (whence: Whence) => Promise<string | null>;

export function createAdmission(
  { teams, channels, staffChannel }: Pick<SlackSettings, "teams" | "channels" | "staffChannel">,
  self: Self,
  people: SlackPeople,
  metrics: Metrics,
): Admission {
  return async ({ team, user, home, channel }) => {
    const served = teams.length > 0 ? teams : [(await self()).team];
    const from = home ?? (await people.homeOf(user)) ?? team;
    if (!served.includes(team) || !served.includes(from)) {
      metrics.turnedAway("place");
      return "I serve the people of another workspace only.";
    }
    if (channels.length === 0 || isDirect(channel) || channel === staffChannel || channels.includes(channel))
      return null;
    metrics.turnedAway("place");
    return "I do not serve this channel. Please write to me directly.";
  };
}
