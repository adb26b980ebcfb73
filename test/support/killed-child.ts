// An environment in, a process of killed-process.ts out, from its start to its end.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Receipt } from "../../src/intake.ts";
import { COMPILED } from "./compile-cache.ts";
import type { Death } from "./killed-boundaries.ts";
import type { Delivery, News, Order, Role } from "./killed-process.ts";

export interface KilledChild {
  number: number;
  /** Its turn has come; resolves when it works, or has died on its way there. */
  take(death: Death | null): Promise<void>;
  /** Null when it died over it. */
  hand(delivery: Delivery): Promise<Receipt | null>;
  kill(): void;
  /** The signal or the code that it ended with. */
  ended: Promise<NodeJS.Signals | number | null>;
  /** Resolves with what it ended with, after it has put its work down. */
  close(): Promise<NodeJS.Signals | number | null>;
}

const PROGRAM = fileURLToPath(import.meta.resolve("./killed-process.ts"));

/** Resolves when it waits for its turn. */
export async function startChild(
  role: Role,
  number: number,
  environment: { [name: string]: string },
): Promise<KilledChild> {
  const child = fork(PROGRAM, [role, String(number)], {
    env: { ...COMPILED, ...environment },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  const loaded = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const handing = new Map<number, PromiseWithResolvers<Receipt | null>>();
  let handed = 0;

  child.on("message", (news: News) => {
    if (news.kind === "loaded") loaded.resolve();
    if (news.kind === "ready") ready.resolve();
    if (news.kind !== "handed") return;
    if (news.error === null) handing.get(news.id)?.resolve(news.receipt);
    else handing.get(news.id)?.reject(new Error(news.error));
    handing.delete(news.id);
  });
  const ended = once(child, "exit").then(([code, signal]: (NodeJS.Signals | number | null)[]) => {
    process.removeListener("exit", killWithUs);
    loaded.resolve();
    ready.resolve();
    for (const waiting of handing.values()) waiting.resolve(null);
    handing.clear();
    return signal ?? code ?? null;
  });
  // One that is gone hears no more orders, and its end is told above.
  const order = (what: Order) => child.connected && child.send(what, () => {});

  await loaded.promise;
  return {
    number,
    ended,
    take: (death) => {
      order({ kind: "take", death });
      return ready.promise;
    },
    hand: (delivery) => {
      if (!child.connected) return Promise.resolve(null);
      const receipt = Promise.withResolvers<Receipt | null>();
      const id = ++handed;
      handing.set(id, receipt);
      order({ kind: "hand", id, delivery });
      return receipt.promise;
    },
    kill: () => void child.kill("SIGKILL"),
    close: () => {
      order({ kind: "close" });
      return ended;
    },
  };
}
