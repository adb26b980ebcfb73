// The parts of a service in, the same parts out that end their process at one named step between a message and its reply.
import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Receipt } from "../../src/intake.ts";
import type { Model } from "../../src/model/model.ts";
import type { Platform } from "../../src/platforms/platform.ts";
import type { ServiceParts } from "../../src/service.ts";

export type Boundary =
  /** The message has its row, and nobody was woken. */
  | "stored"
  /** In the intake: the wake-up is sent and the message not acknowledged. In a worker: it has arrived. */
  | "woken"
  | "planning"
  /** The plan has sold something in the open transaction, and its sandbox goes on. */
  | "dry run"
  /** Run, card and reply have their rows, and nothing is posted. */
  | "card written"
  /** The press has its row, and nobody was woken. */
  | "press stored"
  /** Everything is applied in the transaction of the press. */
  | "before commit"
  | "after commit before outbox send"
  /** The platform has the reply, and nobody knows. */
  | "after send before mark";

export type Reach = (boundary: Boundary) => void;

export interface Death {
  boundary: Boundary;
  /** How often the process gets there. */
  nth: number;
}

export function dieAt(death: Death | null): Reach {
  let reached = 0;
  return (boundary) => {
    if (boundary !== death?.boundary) return;
    reached++;
    // Nothing runs after this line, not even in the other threads.
    if (reached === death.nth) process.kill(process.pid, "SIGKILL");
  };
}

/** What a process does to the world. */
export type MortalParts = Pick<ServiceParts, "queue" | "sandbox" | "database" | "platforms"> & { model: Model };

interface Mortal {
  parts: MortalParts;
  /** Around a call of the intake: `boundary` comes when it wants to wake somebody. */
  handing(boundary: "stored" | "press stored", call: () => Promise<Receipt>): Promise<Receipt>;
}

// What a press comes to.
const Committed = z.object({ news: z.object({ kind: z.literal("committed") }) });

export function makeMortal({ queue, model, sandbox, database, platforms }: MortalParts, reach: Reach): Mortal {
  const handed = new AsyncLocalStorage<"stored" | "press stored">();
  const parts: MortalParts = {
    queue: {
      ...queue,
      wake: async (conversationId) => {
        const stored = handed.getStore();
        if (stored === undefined) return queue.wake(conversationId);
        reach(stored);
        await queue.wake(conversationId);
        reach("woken");
      },
      consume: (work) =>
        queue.consume((conversationId, signal) => {
          reach("woken");
          return work(conversationId, signal);
        }),
    },
    model: {
      ...model,
      write: (task, signal) => {
        reach("planning");
        return model.write(task, signal);
      },
    },
    sandbox: {
      ...sandbox,
      run: (job) => {
        const onCall: typeof job.onCall = async (name, args) => {
          const result = await job.onCall(name, args);
          if (name.startsWith("shop.")) reach("dry run");
          return result;
        };
        return sandbox.run({ ...job, onCall });
      },
    },
    database: {
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(async (tx) => {
          const worked = await work(tx);
          if (Committed.safeParse(worked).success) reach("before commit");
          return worked;
        });
        if (Committed.safeParse(result).success) reach("after commit before outbox send");
        return result;
      },
    },
    platforms: platforms.map((platform) => mortalPlatform(platform, reach)),
  };
  return { parts, handing: (boundary, call) => handed.run(boundary, call) };
}

function mortalPlatform(platform: Platform, reach: Reach): Platform {
  return {
    ...platform,
    post: async (place, delivery) => {
      if (delivery.reply.card?.state === "pending") reach("card written");
      const id = await platform.post(place, delivery);
      reach("after send before mark");
      return id;
    },
  };
}
