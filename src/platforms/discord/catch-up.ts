// When people were last heard in; everything they wrote since, oldest first, given to the door's side, out.
import type { APIChannel } from "discord-api-types/v10";
import type { ChatSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Door } from "../door.ts";
import type { Api } from "./api.ts";
import { isGone } from "./api-errors.ts";
import { channelOf, type Guilds } from "./guilds.ts";
import { type Place, parsePlace } from "./places.ts";
import type { Written } from "./read-message.ts";
import type { Receive } from "./receive.ts";
import { byAge, idAt, isLater } from "./snowflake.ts";

interface CatchUpParts {
  api: Pick<Api, "channelsOf" | "activeThreadsOf" | "messagesAfter">;
  guilds: Pick<Guilds, "served" | "serves">;
  receive: Pick<Receive, "message">;
  door: Pick<Door, "missedSince">;
  botId: () => string | null;
  limits: Pick<ChatSettings, "catchUp">;
  log: Log;
}

interface Source {
  channelId: string;
  guildId: string | null;
}

/** Rejects when it could not be found out what was missed: then it has to be done again. */
export function createCatchUp({ api, guilds, receive, door, botId, limits, log }: CatchUpParts) {
  async function sourcesIn(guildId: string, after: string): Promise<Source[]> {
    const channels = await api.channelsOf(guildId);
    const threads = await api.activeThreadsOf(guildId);
    return [...channels, ...threads]
      .filter((channel) => guilds.serves(channelOf(channel, guildId)) && hasNews(channel, after))
      .map(({ id }) => ({ channelId: id, guildId }));
  }

  async function takeFrom({ channelId, guildId }: Source, since: string, signal: AbortSignal): Promise<number> {
    let after = since;
    let count = 0;
    while (count < limits.catchUp.messages && !signal.aborted) {
      const page = (await api.messagesAfter(channelId, after)).toSorted(byAge);
      const [last] = page.slice(-1);
      if (last === undefined) break;
      // Our replies to what was answered at once name the message that they are about.
      const answered = new Set(
        page.filter(({ author }) => author.id === botId()).map((own) => own.message_reference?.message_id),
      );
      for (const message of page) {
        if (signal.aborted) break;
        const written: Written = { ...message, ...(guildId === null ? {} : { guild_id: guildId }) };
        await receive.message(written, answered.has(message.id));
      }
      after = last.id;
      count += page.length;
    }
    return count;
  }

  return async (signal: AbortSignal): Promise<void> => {
    const missed = await door.missedSince();
    if (missed === null) return;
    const since = idAt(missed.since);
    const sources = new Map<string, Source>();
    for (const guildId of guilds.served()) {
      const found = await sourcesIn(guildId, since).catch((error): Source[] => {
        if (isGone(error)) return [];
        throw error;
      });
      for (const source of found) sources.set(source.channelId, source);
    }
    for (const place of missed.places) {
      const source = sourceOf(parsePlace(place));
      if (source !== null && !sources.has(source.channelId)) sources.set(source.channelId, source);
    }
    let messages = 0;
    for (const source of sources.values()) {
      if (signal.aborted) return;
      messages += await takeFrom(source, since, signal).catch((error) => {
        // A channel that is gone or closed to the bot, or a mention that never got a thread.
        if (isGone(error)) return 0;
        throw error;
      });
    }
    log.info({ channels: sources.size, messages }, "read what was written on Discord meanwhile");
  };
}

function hasNews(channel: APIChannel, after: string): boolean {
  const last = "last_message_id" in channel ? channel.last_message_id : null;
  return typeof last === "string" && isLater(last, after);
}

function sourceOf(place: Place): Source | null {
  switch (place.kind) {
    case "thread":
      return { channelId: place.threadId, guildId: place.guildId };
    case "dm":
      return { channelId: place.channelId, guildId: null };
    case "staff":
    case "command":
      return null;
  }
}
