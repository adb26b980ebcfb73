// The platform of this machine: whoever sent a message or a press waits here for its reply. Serves the page and the
// command line; nothing leaves the process.
import type { Receipt } from "../intake.ts";
import { newId } from "../records/id.ts";
import type { StageMark } from "../report.ts";
import type { Platform, Reply } from "./platform.ts";

export interface LocalPlatform extends Platform {
  /** Hands a message or press with this key to the intake and waits for its reply, unless the intake refuses it. */
  replyTo(
    key: string,
    hand: () => Promise<Receipt>,
    onStage: (mark: StageMark) => void,
  ): Promise<Reply | Extract<Receipt, { kind: "refused" }>>;
}

interface Waiter {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  onStage(mark: StageMark): void;
}

export function createLocalPlatform(name: string): LocalPlatform {
  const waiters = new Map<string, Waiter>();
  return {
    name,
    replyTo: async (key, hand, onStage) => {
      const { promise, resolve, reject } = Promise.withResolvers<Reply>();
      // Whatever happens below, the wait itself must not end as an unhandled rejection.
      promise.catch(() => {});
      waiters.set(key, { resolve, reject, onStage });
      try {
        const receipt = await hand();
        return receipt.kind === "refused" ? receipt : await promise;
      } finally {
        waiters.delete(key);
      }
    },
    // A reply that nobody waits for is not lost: the page reads runs and approvals from the records.
    post: async (_place, reply) => {
      for (const key of reply.inReplyTo) {
        waiters.get(key)?.resolve(reply);
        waiters.delete(key);
      }
      return newId("msg");
    },
    progress: ({ keys }, mark) => {
      for (const key of keys) waiters.get(key)?.onStage(mark);
    },
    close: async () => {
      for (const waiter of waiters.values())
        waiter.reject(new Error("The service is stopping; ask again in a moment."));
      waiters.clear();
    },
  };
}
