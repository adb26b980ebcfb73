// What every method of the web API is made of: the scope it needs, its work, and how it refuses.
import { asList, asText, type Fields } from "./fields.ts";
import type { Channel, Message, Workspace } from "./workspace.ts";
import { findMessage, openIm } from "./workspace.ts";

export interface Method {
  /** Of the bot token; one of them is enough. `null`: any valid token will do. */
  scopes: string[] | ((args: Fields) => string[]) | null;
  /** Only the app-level token may call it. */
  isForAppToken?: true;
  run(args: Fields): Fields;
}

export type Methods = { [name: string]: Method };

/** Answered as `ok: false`. */
export class Refusal extends Error {
  readonly answer: Fields;

  constructor(error: string, more: Fields = {}) {
    super(error);
    this.answer = { ok: false, error, ...more };
  }
}

export function refuse(error: string, more: Fields = {}): never {
  throw new Refusal(error, more);
}

export function required(args: Fields, name: string, error = "invalid_arguments"): string {
  const value = args[name];
  if (value === undefined || value === null || value === "") {
    refuse(error, { response_metadata: { messages: [`[ERROR] missing required field: ${name}`] } });
  }
  return String(value);
}

/** A channel the bot can see: private ones and conversations of others do not exist for it. */
export function channelIn(workspace: Workspace, args: Fields, name = "channel"): Channel {
  const id = required(args, name, "channel_not_found");
  const channel = workspace.channels.get(id);
  if (channel === undefined) refuse("channel_not_found");
  if (channel.kind !== "public" && !isMember(workspace, channel)) refuse("channel_not_found");
  return channel;
}

/** For posting: a person's id means the conversation with them, and a name the channel of that name. */
export function postableChannel(workspace: Workspace, args: Fields): Channel {
  const given = required(args, "channel", "channel_not_found");
  const user = workspace.users.get(given);
  if (user !== undefined) return openIm(workspace, user.id);
  const named = [...workspace.channels.values()].find(
    (one) => one.kind !== "im" && one.name === given.replace(/^#/, "") && !workspace.channels.has(given),
  );
  const channel = channelIn(workspace, { channel: named?.id ?? given });
  if (channel.isArchived) refuse("is_archived");
  const canPost = isMember(workspace, channel) || workspace.app.scopes.includes("chat:write.public");
  if (!canPost) refuse("not_in_channel");
  return channel;
}

export function memberChannel(workspace: Workspace, args: Fields, name = "channel"): Channel {
  const channel = channelIn(workspace, args, name);
  if (!isMember(workspace, channel)) refuse("not_in_channel");
  return channel;
}

export function isMember({ app }: Workspace, channel: Channel): boolean {
  return channel.memberIds.includes(app.botUserId);
}

export function messageIn(channel: Channel, ts: unknown): Message {
  const message = findMessage(channel, String(ts));
  if (message === undefined || message.ephemeralFor !== null) refuse("message_not_found");
  return message;
}

/** The thread named, or `null` for none. An empty string is a mistake, and so is a stamp that was never given. */
export function threadIn(channel: Channel, args: Fields): string | null {
  if (args.thread_ts === undefined) return null;
  const threadTs = asText(args.thread_ts) ?? "";
  if (findMessage(channel, threadTs) === undefined) refuse("invalid_thread_ts");
  return threadTs;
}

/** A page of a list and the cursor to the next, as every listing method cuts it. */
export function page<T>(items: T[], args: Fields, defaultLimit = 100): { items: T[]; nextCursor: string } {
  const limit = Math.max(1, Math.min(1000, Number(args.limit ?? defaultLimit) || defaultLimit));
  const cursor = asText(args.cursor) ?? "";
  const start = cursor === "" ? 0 : Number(Buffer.from(cursor, "base64").toString().replace("next:", ""));
  if (!Number.isInteger(start)) refuse("invalid_cursor");
  const end = start + limit;
  const nextCursor = end < items.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: items.slice(start, end), nextCursor };
}

export function namesIn(value: unknown): string[] {
  const names = typeof value === "string" ? value.split(",") : asList(value).map(String);
  return names.map((name) => name.trim()).filter((name) => name !== "");
}
