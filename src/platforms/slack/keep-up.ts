// How far Slack was heard, noted while it is heard; and what was missed, fetched before anything is noted again.
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatParts } from "../chat.ts";
import type { Door } from "../door.ts";
import type { SlackApi } from "./api.ts";
import { codeOf } from "./api-errors.ts";
import { catchUp } from "./catch-up.ts";
import type { Receive } from "./receive.ts";
import type { Self } from "./self.ts";
import type { UnderWay } from "./under-way.ts";

export interface KeepUp {
  /** After we were away. */
  fetchMissed(): void;
  /** Once more, at the end. */
  noteLast(): Promise<void>;
}

interface KeepUpParts {
  api: SlackApi;
  self: Self;
  receive: Receive;
  door: Door;
  chat: ChatParts;
  underWay: UnderWay;
  isHeard(): boolean;
  /** Ends all of it. */
  signal: AbortSignal;
}

export function createKeepUp({ api, self, receive, door, chat, underWay, isHeard, signal }: KeepUpParts): KeepUp {
  const { limits, clock, log } = chat;
  let behind = 0;
  let fetching: Promise<void> = Promise.resolve();

  async function fetchAtLast(): Promise<void> {
    while (!signal.aborted) {
      try {
        const most = { ...limits.catchUp, callTries: limits.callTries };
        await catchUp({ api, self, receive, door, log, signal, limits: most });
        if (signal.aborted) return;
        behind--;
        // Whatever is written after the end of a process that dies soon is missed from here on.
        return await note();
      } catch (error) {
        log.error({ code: codeOf(error), err: error }, "what was missed in Slack is not known yet");
        await sleep(limits.catchUp.noteMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function note(): Promise<void> {
    if (behind > 0 || !isHeard()) return;
    try {
      // What Slack sent a moment ago may still be under way.
      await door.heardUntil(new Date(clock().getTime() - limits.ackMs));
    } catch (error) {
      log.warn({ err: error }, "how far Slack was heard is not kept");
    }
  }

  async function noteOn(): Promise<void> {
    while (!signal.aborted) {
      await sleep(limits.catchUp.noteMs, undefined, { signal });
      await note();
    }
  }
  const noting = noteOn().catch(() => {});

  return {
    fetchMissed: () => {
      behind++;
      fetching = underWay.track(fetching.then(fetchAtLast));
    },
    noteLast: async () => {
      await noting;
      await note();
    },
  };
}
