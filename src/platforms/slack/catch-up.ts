// What was written while nobody listened in; through the door as if it had just been delivered out. Whatever is older than
// the door wants to answer, it says so itself.
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Door } from "../door.ts";
import type { SlackApi } from "./api.ts";
import { codeOf, isForEver } from "./api-errors.ts";
import { readPlace, type Target, targetOf } from "./place.ts";
import { NotTaken, type Receive } from "./receive.ts";
import type { Self } from "./self.ts";

interface CatchUpParts {
  api: SlackApi;
  self: Self;
  receive: Receive;
  door: Door;
  limits: ChatSettings["catchUp"] & Pick<ChatSettings, "callTries">;
  log: Log;
  signal: AbortSignal;
}

interface Found {
  ts?: string;
  thread_ts?: string;
  latest_reply?: string;
}

const PAGE = 200;
const BETWEEN_TRIES_MS = 5_000;

/** Resolves when all of it was taken, or was tried often enough. */
export async function catchUp(parts: CatchUpParts): Promise<void> {
  const { door, limits, log, signal } = parts;
  const missed = await door.missedSince();
  if (missed === null) return;
  const { team } = await parts.self();
  const oldest = (missed.since.getTime() / 1000).toFixed(6);
  const threads = missed.places.flatMap((text) => {
    const place = readPlace(text);
    return place === null || place.kind === "staff" || place.kind === "command" ? [] : [targetOf(place)];
  });
  const known = new Map<string, Target>();
  for (const target of [...threads, ...(await conversations(parts))]) known.set(nameOf(target), target);
  let left = [...known.values()];
  for (let tries = 1; left.length > 0 && !signal.aborted; tries++) {
    const failed: Target[] = [];
    for (const target of left) {
      if (signal.aborted) return;
      try {
        for (const thread of await take(parts, team, target, oldest)) {
          if (known.has(nameOf(thread)) || known.size >= limits.threads + limits.conversations) continue;
          known.set(nameOf(thread), thread);
          failed.push(thread);
        }
      } catch (error) {
        if (isForEver(error)) continue;
        // A fault of our own is none of this conversation's: all of it is done again, until it was taken.
        if (error instanceof NotTaken) throw error;
        log.warn(
          { channel: target.channel, code: codeOf(error), tries },
          "what was missed in a conversation is not known yet",
        );
        failed.push(target);
      }
    }
    left = failed;
    if (tries >= limits.callTries + 1 && left.length > 0) {
      log.error({ conversations: left.length }, "what was missed in some conversations of Slack stays unknown");
      return;
    }
    if (left.length > 0) await sleep(tries === 1 ? 0 : BETWEEN_TRIES_MS, undefined, { signal }).catch(() => {});
  }
}

/** Hands on what one conversation or thread holds since then; the threads in which more was written out. */
async function take(parts: CatchUpParts, team: string, target: Target, oldest: string): Promise<Target[]> {
  const { channel, thread } = target;
  const found = await since(parts, target, oldest);
  for (const message of found) {
    if (message.ts === undefined || Number(message.ts) <= Number(oldest)) continue;
    await parts.receive.message(team, { ...message, type: "message", channel }, true);
  }
  if (thread !== null) return [];
  return found.flatMap(({ ts, latest_reply }) =>
    ts !== undefined && latest_reply !== undefined && Number(latest_reply) > Number(oldest)
      ? [{ channel, thread: ts }]
      : [],
  );
}

async function since({ api, limits }: CatchUpParts, { channel, thread }: Target, oldest: string): Promise<Found[]> {
  const found: Found[] = [];
  let cursor: string | undefined;
  do {
    const window = { channel, oldest, limit: PAGE, ...(cursor && { cursor }) };
    const page = await api.paced(`${channel} history`, async () =>
      thread === null
        ? api.web.conversations.history(window)
        : api.web.conversations.replies({ ...window, ts: thread }),
    );
    found.push(...(page.messages ?? []));
    cursor = page.response_metadata?.next_cursor || undefined;
  } while (cursor !== undefined && found.length < limits.messages);
  return found.sort((one, other) => Number(one.ts) - Number(other.ts));
}

async function conversations({ api, limits, log }: CatchUpParts): Promise<Target[]> {
  const found: Target[] = [];
  for (const types of ["im", "public_channel", "private_channel"]) {
    let cursor: string | undefined;
    do {
      const wanted = { types, exclude_archived: true, limit: PAGE, ...(cursor && { cursor }) };
      const page = await api
        .paced("conversations", () => api.web.users.conversations(wanted))
        .catch((error) => {
          // What the token was not given for, nobody can write in.
          if (codeOf(error) !== "missing_scope") throw error;
          log.info({ types }, "conversations of this kind are not looked at");
          return null;
        });
      found.push(
        ...(page?.channels ?? []).flatMap(({ id }) => (id === undefined ? [] : [{ channel: id, thread: null }])),
      );
      cursor = page?.response_metadata?.next_cursor || undefined;
    } while (cursor !== undefined && found.length < limits.conversations);
  }
  return found;
}

const nameOf = ({ channel, thread }: Target) => `${channel}/${thread ?? ""}`;
