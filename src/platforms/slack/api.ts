// Calls of Slack's web API in; the same with an end to each wait out: a rate limit holds up its own channel alone.
import { setTimeout as sleep } from "node:timers/promises";
import { WebClient } from "@slack/web-api";
import type { ChatSettings, SlackSettings } from "../../chat-settings.ts";
import type { Log } from "../../telemetry/log.ts";
import { retryAfterMsOf } from "./api-errors.ts";
import { slackLogger } from "./slack-logger.ts";

export interface SlackApi {
  /** For what may be done twice: reading, changing. Tried again when Slack is not reached. */
  web: WebClient;
  /** For what may not: nothing is sent twice, whatever happened to the first. */
  once: WebClient;
  /** Waits for the limits of this channel, or of whatever else the name stands for; rejects where that is too long. */
  paced<Result>(channel: string, call: () => Promise<Result>): Promise<Result>;
  /** For what is of no use later: one try, and no waiting. */
  impatient(): SlackApi;
}

const RETRY_MS = 300;
/** Of so many channels is known how long they are closed; Slack tells again. */
const MOST_CHANNELS = 1_000;

type ApiLimits = Pick<ChatSettings, "callMs" | "callTries" | "longestWaitMs">;

export function createApi({ botToken, apiUrl }: SlackSettings, limits: ApiLimits, log: Log): SlackApi {
  const client = (retries: number) =>
    new WebClient(botToken, {
      slackApiUrl: apiUrl,
      logger: slackLogger(log),
      timeout: limits.callMs,
      retryConfig: { retries, minTimeout: RETRY_MS },
      // The client would hold up all its calls for one channel's limit.
      rejectRateLimitedCalls: true,
    });
  const closedUntil = new Map<string, number>();

  async function within<Result>(waitMs: number, channel: string, call: () => Promise<Result>): Promise<Result> {
    const giveUpAt = Date.now() + waitMs;
    for (;;) {
      const openAt = closedUntil.get(channel) ?? 0;
      if (openAt > giveUpAt) throw new TooBusy(channel);
      await sleep(Math.max(0, openAt - Date.now()));
      try {
        return await call();
      } catch (error) {
        const closedMs = retryAfterMsOf(error);
        if (closedMs === null) throw error;
        log.warn({ channel, closedMs }, "Slack asks to write less often in this channel");
        closedUntil.delete(channel);
        closedUntil.set(channel, Date.now() + closedMs);
        for (const oldest of closedUntil.keys()) {
          if (closedUntil.size <= MOST_CHANNELS) break;
          closedUntil.delete(oldest);
        }
      }
    }
  }

  const once = client(0);
  const impatient: SlackApi = {
    web: once,
    once,
    paced: (channel, call) => within(0, channel, call),
    impatient: () => impatient,
  };
  return {
    web: client(limits.callTries - 1),
    once,
    paced: (channel, call) => within(limits.longestWaitMs, channel, call),
    impatient: () => impatient,
  };
}

/** Later, then: the outbox tries again. */
class TooBusy extends Error {
  override name = "TooBusy";
  constructor(channel: string) {
    super(`Slack takes nothing more in ${channel} for a while.`);
  }
}
