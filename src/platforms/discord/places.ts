// Where on Discord a talk is, a message was written, a post of ours stands: as text for the records, and read back.

export type Place =
  /** A thread of a channel. One that hangs on a message has that message's id. */
  | { kind: "thread"; guildId: string; channelId: string; threadId: string }
  /** A command's talk, which has no thread yet. */
  | { kind: "command"; guildId: string; channelId: string; interactionId: string }
  | { kind: "dm"; channelId: string }
  | { kind: "staff"; channelId: string };

export function placeText(place: Place): string {
  switch (place.kind) {
    case "thread":
      return `${place.guildId}/${place.channelId}/${place.threadId}`;
    case "command":
      return `${place.guildId}/${place.channelId}/~${place.interactionId}`;
    case "dm":
    case "staff":
      return `${place.kind}/${place.channelId}`;
  }
}

export function parsePlace(text: string): Place {
  const [first, channelId, last] = text.split("/");
  if (first === undefined || channelId === undefined) throw new Error("not a place on Discord");
  if (last === undefined) return { kind: first === "staff" ? "staff" : "dm", channelId };
  if (!last.startsWith("~")) return { kind: "thread", guildId: first, channelId, threadId: last };
  return { kind: "command", guildId: first, channelId, interactionId: last.slice(1) };
}

/** For a browser or Discord's own app; private talks can be opened by nobody else. */
export function addressOf(text: string): string | null {
  const place = parsePlace(text);
  if (place.kind === "dm" || place.kind === "staff") return null;
  const channelId = place.kind === "thread" ? place.threadId : place.channelId;
  return `https://discord.com/channels/${place.guildId}/${channelId}`;
}

/** The key of a message, or of a press or command by its interaction. */
export function keyOf(about: { guildId: string | null; channelId: string; id: string }): string {
  return `discord:${about.guildId ?? "dm"}:${about.channelId}:${about.id}`;
}

/** Where one message is: it may stand beside the thread that it belongs to, when none could be made. */
export interface MessageAt {
  channelId: string;
  messageId: string;
}

export function atText({ channelId, messageId }: MessageAt): string {
  return `${channelId}/${messageId}`;
}

export function sentAtText(sent: { id: string; channel_id: string }): string {
  return atText({ channelId: sent.channel_id, messageId: sent.id });
}

export function parseAt(text: string): MessageAt {
  const [channelId = "", messageId = ""] = text.split("/");
  return { channelId, messageId };
}

/** By which an interaction is answered later, from any process. */
export interface AnswerTo {
  applicationId: string;
  token: string;
}

export function answerToText({ applicationId, token }: AnswerTo): string {
  return `${applicationId}/${token}`;
}

export function parseAnswerTo(text: string): AnswerTo {
  const [applicationId = "", token = ""] = text.split("/");
  return { applicationId, token };
}
