// The platform of this machine: whoever sent a message or a press waits here for its reply. Serves the page and the
// command line; nothing leaves the process.
import { newId } from "../records/id.ts";
import type { StageMark } from "../report.ts";
import type { Platform, Reply } from "./platform.ts";

export interface LocalPlatform extends Platform {
  /** The reply to the message or press with this key. Call it before the intake gets the key. */
  replyTo(key: string, onStage: (mark: StageMark) => void): Promise<Reply>;
  /** Nobody waits any more, e.g. because the intake refused it. */
  forget(key: string): void;
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
    replyTo: (key, onStage) =>
      new Promise<Reply>((resolve, reject) => {
        waiters.set(key, { resolve, reject, onStage });
      }),
    forget: (key) => void waiters.delete(key),
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
