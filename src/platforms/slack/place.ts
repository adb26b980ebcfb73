// A place as the records know it ⇄ where that is in Slack.

export type Place =
  /** "T1/C1/1700000000.000100": a thread of a channel or of a direct conversation. */
  | { kind: "thread"; team: string; channel: string; thread: string }
  /** "T1/D1": a direct conversation, outside of any thread. */
  | { kind: "direct"; team: string; channel: string }
  /** "T1/C1/~123.456.abc": a command that was typed there; the talk itself is not begun yet. */
  | { kind: "command"; team: string; channel: string; trigger: string }
  /** "staff/C1". */
  | { kind: "staff"; channel: string };

export const isDirect = (channel: string) => channel.startsWith("D");

export function placeText(place: Place): string {
  switch (place.kind) {
    case "thread":
      return `${place.team}/${place.channel}/${place.thread}`;
    case "direct":
      return `${place.team}/${place.channel}`;
    case "command":
      return `${place.team}/${place.channel}/~${place.trigger}`;
    case "staff":
      return `staff/${place.channel}`;
  }
}

export function readPlace(text: string): Place | null {
  const [team, channel, rest] = text.split("/");
  if (team === undefined || channel === undefined || channel === "") return null;
  if (team === "staff") return { kind: "staff", channel };
  if (rest === undefined || rest === "") return { kind: "direct", team, channel };
  if (rest.startsWith("~")) return { kind: "command", team, channel, trigger: rest.slice(1) };
  return { kind: "thread", team, channel, thread: rest };
}

export interface Target {
  channel: string;
  /** null: outside of any thread; Slack takes no empty one. */
  thread: string | null;
}

export function targetOf(place: Place): Target {
  return { channel: place.channel, thread: place.kind === "thread" ? place.thread : null };
}

/** The part of a call that names the thread, left out where there is none. */
export function threadOf({ thread }: Target): { thread_ts?: string } {
  return thread === null ? {} : { thread_ts: thread };
}

export function messageKey(team: string, channel: string, ts: string): string {
  return `slack:${team}:${channel}:${ts}`;
}

/** Of the messages of this channel among these keys. */
export function stampsIn(channel: string, keys: string[]): string[] {
  return keys.flatMap((key) => {
    const [platform, , where, ts] = key.split(":");
    return platform === "slack" && where === channel && ts !== undefined && /^\d+\.\d+$/.test(ts) ? [ts] : [];
  });
}

/** Where a browser or Slack's own app shows it. */
export function addressOf(text: string): string | null {
  const place = readPlace(text);
  if (place === null || place.kind === "staff") return null;
  const { team, channel } = place;
  const thread = place.kind === "thread" ? `/thread/${channel}-${place.thread}` : "";
  return `https://app.slack.com/client/${team}/${channel}${thread}`;
}
