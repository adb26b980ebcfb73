// What Slack and Discord are to the service: a platform that posts, from any process, and an ear, in those that take
// messages in.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ChatSettings } from "../chat-settings.ts";
import type { Posts } from "../records/posts.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Door } from "./door.ts";
import type { Platform } from "./platform.ts";

export interface ChatParts {
  posts: Posts;
  limits: ChatSettings;
  clock: () => Date;
  log: Log;
  metrics: Metrics;
}

export interface Chat {
  platform: Platform;
  /** Connects, registers commands that changed, fetches what was missed; rejects with a sentence when that cannot be. */
  listen(door: Door): Promise<Ear>;
}

/** An open connection. */
export interface Ear {
  /** Where the platform calls this service by HTTP; null when it does not. */
  http: { path: string; handle(request: IncomingMessage, response: ServerResponse): void } | null;
  /** Takes nothing more in, and ends what is under way. */
  close(): Promise<void>;
}
