// The platform of this machine: whoever sent a message or a press waits here for its reply. Serves the page and the
// command line; nothing leaves the process.
import type { Receipt } from "../intake.ts";
import { newId } from "../records/id.ts";
import type { StageMark } from "../report.ts";
import type { Platform, Reply } from "./platform.ts";

export interface LocalPlatform extends Platform {
  /** Hands a message or press with this key to the intake and waits for its reply, unless the intake refuses it. */
  replyTo(key: string, asked: Asked): Promise<Reply | Extract<Receipt, { kind: "refused" }>>;
}

interface Asked {
  hand(): Promise<Receipt>;
  onStage(mark: StageMark): void;
  /** The reply as it stands in the records: news of it may be lost between processes, or have gone out before. */
  look(conversationId: string): Promise<Reply | null>;
}

/** The reply takes longer than anybody should wait at the door; it will be in the records. */
export class StillWaiting extends Error {
  override name = "StillWaiting";
  constructor(
    message = "This takes longer than usual. Your message is kept and will be answered; look again in a few minutes.",
  ) {
    super(message);
  }
}

interface Waiter {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  onStage(mark: StageMark): void;
}

export function createLocalPlatform(name: string, limits: { replyMs: number; replyLookMs: number }): LocalPlatform {
  const waiters = new Map<string, Waiter>();

  async function replyTo(key: string, asked: Asked): ReturnType<LocalPlatform["replyTo"]> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    // Whatever happens below, the wait itself must not end as an unhandled rejection.
    promise.catch(() => {});
    waiters.set(key, { resolve, reject, onStage: asked.onStage });
    const late = setTimeout(() => reject(new StillWaiting()), limits.replyMs);
    let looks: NodeJS.Timeout | undefined;
    try {
      const receipt = await asked.hand();
      if (receipt.kind === "refused") return receipt;
      if (receipt.isDelayed) asked.onStage({ stage: "delayed", atMs: 0 });
      const look = () =>
        asked.look(receipt.conversationId).then(
          (reply) => reply && resolve(reply),
          () => {},
        );
      if (receipt.kind === "known") await look();
      looks = setInterval(look, limits.replyLookMs);
      return await promise;
    } finally {
      clearTimeout(late);
      clearInterval(looks);
      waiters.delete(key);
    }
  }

  const tell = (reply: Reply) => {
    for (const key of reply.inReplyTo) waiters.get(key)?.resolve(reply);
  };
  return {
    name,
    replyTo,
    // The page has its own lists of what waits.
    staffPlace: null,
    addressOf: () => null,
    open: async (place) => place,
    // A reply that nobody waits for is not lost: the page reads runs and approvals from the records.
    post: async (_place, { reply }) => {
      tell(reply);
      return newId("msg");
    },
    answer: async (_answerTo, reply) => tell(reply),
    // Whoever looks at a card here reads it from the records.
    redraw: async () => {},
    ping: async () => {},
    progress: ({ keys }, mark) => {
      for (const key of keys) waiters.get(key)?.onStage(mark);
    },
    close: async () => {
      for (const waiter of waiters.values())
        waiter.reject(
          new StillWaiting("The service is stopping. Your message is kept and will be answered; look again soon."),
        );
      waiters.clear();
    },
  };
}
