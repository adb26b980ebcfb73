// What the door makes of something a person did in, what the person is told of it out: something within the time that
// Discord gives, however long the door takes.
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../telemetry/log.ts";
import type { Heard } from "../door.ts";
import { FAULT } from "./receive.ts";
import type { Responder } from "./responder.ts";

export interface Ways {
  /** The door is not back in time. */
  slow(): Promise<void>;
  taken(heard: Extract<Heard, { kind: "taken" }>): Promise<void>;
  /** Nobody is told anything. */
  quiet(): Promise<void>;
}

export async function conclude(
  work: Promise<Heard>,
  responder: Pick<Responder, "say">,
  ways: Ways,
  { withinMs, log }: { withinMs: number; log: Log },
): Promise<void> {
  const heard = work.catch((error): Heard => {
    log.error({ err: error }, "something a person did could not be taken");
    return { kind: "failed", text: FAULT };
  });
  if ((await inTime(heard, withinMs)) === null) await ways.slow();
  const news = await heard;
  switch (news.kind) {
    case "taken":
      return ways.taken(news);
    case "say":
    case "failed":
      return responder.say(news.text);
    case "ignore":
      return ways.quiet();
  }
}

/** null: not within that time. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}

/** For what has no key: the first answer makes sure that only one process does it. */
export async function concludePrivately(
  work: () => Promise<Heard>,
  responder: Responder,
  { takenText, log }: { takenText: string; log: Log },
): Promise<void> {
  await responder.thinkPrivately();
  if (responder.state() === "elsewhere") return;
  const ways = {
    slow: async () => {},
    taken: () => responder.say(takenText),
    quiet: () => responder.vanish(),
  };
  await conclude(work(), responder, ways, { withinMs: 0, log });
}
