// The shop's own processes, of which one after the other is killed at a random moment and replaced at once.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import type { MainProcess } from "./main-process.ts";

type Role = "intake" | "worker";

export interface ChatFleet {
  dead: { role: Role; aliveMs: number }[];
  /** Resolves when all of them are at work. */
  start(roles: Role[]): Promise<void>;
  /** Resolves when so many of them were killed and replaced, and the last replacements are at work. */
  killSome(count: number): Promise<void>;
}

interface Member {
  role: Role;
  startedAt: number;
  ready: Promise<MainProcess>;
}

/** Between two deaths: now and then both workers, or worker and intake, are away at once. */
const LEAST_MS = 300;
const MOST_MS = 4_500;

export function createChatFleet(start: (role: Role) => Promise<MainProcess>, chance: Chance): ChatFleet {
  const members: Member[] = [];
  const dead: ChatFleet["dead"] = [];

  const member = (role: Role): Member => {
    const ready = start(role);
    // Awaited below, maybe much later.
    ready.catch(() => {});
    return { role, startedAt: performance.now(), ready };
  };

  async function kill(index: number): Promise<void> {
    const chosen = members[index];
    if (chosen === undefined) throw new Error("there is nobody to kill");
    const { child } = await chosen.ready;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    dead.push({ role: chosen.role, aliveMs: Math.round(performance.now() - chosen.startedAt) });
    await exited;
    members[index] = member(chosen.role);
  }

  return {
    dead,
    start: async (roles) => {
      members.push(...roles.map(member));
      await Promise.all(members.map(({ ready }) => ready));
    },
    killSome: async (count) => {
      for (let number = 0; number < count; number++) {
        await sleep(LEAST_MS + chance() * (MOST_MS - LEAST_MS));
        await kill(Math.floor(chance() * members.length));
      }
      await Promise.all(members.map(({ ready }) => ready));
    },
  };
}
