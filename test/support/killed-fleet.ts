// The deaths to die in, a shop's intake and workers out that die them one after the other and are replaced at once.
import { setTimeout as sleep } from "node:timers/promises";
import type { Receipt } from "../../src/intake.ts";
import type { Boundary } from "./killed-boundaries.ts";
import { type KilledChild, startChild } from "./killed-child.ts";
import type { Delivery, Role } from "./killed-process.ts";

/** "any moment": from outside, `nth` steps of 45 ms after the process began its work. */
export interface Kill {
  boundary: Boundary | "any moment";
  nth: number;
}

export interface Fleet {
  /** The processes that were killed, and of what. */
  dead: { number: number; role: Role; boundary: Kill["boundary"] }[];
  /** Null when the intake died over it. */
  hand(delivery: Delivery): Promise<Receipt | null>;
  /** Resolves when all are dead who had to die, with one healthy intake and one healthy worker at work. */
  run(): Promise<void>;
  /** Puts the healthy ones down; rejects when one of them does not end as it should. */
  close(): Promise<void>;
  /** However the test went: leaves no process behind. */
  end(): Promise<void>;
}

const STEP_MS = 45;
// Ready when one dies: to load and to connect takes a second or more on a busy machine.
const SPARES = { intake: 1, worker: 2 };
const LONGEST_LIFE_MS = 90_000;

export function createFleet(environment: { [name: string]: string }, kills: { intake: Kill[]; worker: Kill[] }): Fleet {
  const dead: Fleet["dead"] = [];
  const spares: { [role in Role]: Promise<KilledChild>[] } = { intake: [], worker: [] };
  const healthy: KilledChild[] = [];
  const everybody: Promise<KilledChild>[] = [];
  let intake = Promise.withResolvers<KilledChild>();
  let started = 0;
  let isOver = false;

  function addSpare(role: Role): void {
    const spare = startChild(role, ++started, environment);
    spares[role].push(spare);
    everybody.push(spare);
  }

  async function start(role: Role, kill: Kill | null): Promise<KilledChild> {
    const spare = spares[role].shift();
    if (spare === undefined || isOver) throw new Error("used before run or after the end");
    addSpare(role);
    const child = await spare;
    const death = kill === null || kill.boundary === "any moment" ? null : { boundary: kill.boundary, nth: kill.nth };
    await child.take(death);
    return child;
  }

  async function bury(child: KilledChild, role: Role, { boundary, nth }: Kill): Promise<void> {
    if (boundary === "any moment") {
      await sleep(nth * STEP_MS);
      child.kill();
    }
    const alive = new AbortController();
    const late = sleep(LONGEST_LIFE_MS, "nothing, for it is alive", { signal: alive.signal }).catch(() => null);
    const end = await Promise.race([child.ended, late]);
    alive.abort();
    if (end !== "SIGKILL") throw new Error(`a ${role} that was to die at "${boundary}" ended with ${end}`);
    dead.push({ number: child.number, role, boundary });
  }

  async function runIntakes(): Promise<void> {
    for (const kill of kills.intake) {
      const child = await start("intake", kill);
      intake.resolve(child);
      await bury(child, "intake", kill);
      intake = Promise.withResolvers();
    }
    const last = await start("intake", null);
    healthy.push(last);
    intake.resolve(last);
  }

  async function runWorkers(waiting: Kill[]): Promise<void> {
    for (let kill = waiting.shift(); kill !== undefined; kill = waiting.shift()) {
      await bury(await start("worker", kill), "worker", kill);
    }
  }

  /** First one worker alone, so that its successor must find everything; then two, so that one takes over from another. */
  async function runAllWorkers(): Promise<void> {
    const half = Math.ceil(kills.worker.length / 2);
    await runWorkers(kills.worker.slice(0, half));
    const rest = kills.worker.slice(half);
    await Promise.all([runWorkers(rest), runWorkers(rest)]);
    healthy.push(await start("worker", null));
  }

  return {
    dead,
    hand: async (delivery) => (await intake.promise).hand(delivery),
    run: async () => {
      for (const role of ["intake", "worker"] as const) {
        for (let spare = 0; spare < SPARES[role]; spare++) addSpare(role);
      }
      await Promise.all([runIntakes(), runAllWorkers()]);
    },
    close: async () => {
      const ends = await Promise.all(healthy.map((child) => child.close()));
      if (ends.some((end) => end !== 0)) throw new Error(`healthy processes ended with ${ends}`);
    },
    end: async () => {
      isOver = true;
      for (const each of everybody) {
        const child = await each;
        child.kill();
        await child.ended;
      }
    },
  };
}
