// The settings in, the chats that they name, ready to post and to listen, out; and their ears opened, where this process
// takes messages in.
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { MailCode } from "../mail.ts";
import type { Chat, ChatParts, Ear } from "../platforms/chat.ts";
import { createDoor } from "../platforms/front-door.ts";
import { createPosts } from "../records/posts.ts";
import type { Service } from "../service.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** A service with the chats of its settings among its platforms. */
export interface ChatService extends Service {
  chats: Chat[];
}

interface Parts {
  database: Database;
  log: Log;
  metrics: Metrics;
  clock: () => Date;
}

/** Only the client libraries of what is served are loaded. */
export async function createChats(config: Config, { database, ...parts }: Parts): Promise<Chat[]> {
  const { slack, discord } = config.chat;
  const chats: Chat[] = [];
  const partsOf = (platform: string): ChatParts => ({
    ...parts,
    limits: config.chat,
    posts: createPosts(database.client, platform),
  });
  if (slack !== null) chats.push((await import("../platforms/slack.ts")).createSlack(slack, partsOf("slack")));
  if (discord !== null) {
    chats.push((await import("../platforms/discord.ts")).createDiscord(discord, partsOf("discord")));
  }
  return chats;
}

/** Rejects with a sentence when one of them cannot be heard; then none is. */
export async function listenToChats(service: ChatService, showMail: MailCode | null): Promise<Ear[]> {
  const ears: Ear[] = [];
  try {
    for (const { platform, listen } of service.chats) {
      ears.push(await listen(createDoor(service, platform.name, showMail)));
    }
    return ears;
  } catch (error) {
    await Promise.all(ears.map((ear) => ear.close()));
    throw error;
  }
}
