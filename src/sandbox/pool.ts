// Limits in, a sandbox out: a few processes kept warm, one plan at a time in each, and a queue of those that wait.
import type { SandboxLimits } from "../config.ts";
import { breachError } from "./breach.ts";
import { type PlanProcess, startProcess } from "./process.ts";
import { runPlan } from "./run-plan.ts";
import type { PlanJob, PlanOutcome, Sandbox } from "./sandbox.ts";

interface Place {
  process: PlanProcess;
  runs: number;
}

export function createSandbox(limits: SandboxLimits): Sandbox {
  const free: Place[] = [];
  const waiting: PromiseWithResolvers<Place>[] = [];
  const alive = new Set<Place>();
  const starting = new Set<Promise<void>>();
  // After `startTries` failures in a row nothing is started any more until the next run asks for it.
  let failures = 0;
  let isClosed = false;

  fill();

  /** Starts what is missing. A process is replaced only when it is gone, so a pool never holds more than its number. */
  function fill() {
    while (!isClosed && failures < limits.startTries && alive.size + starting.size < limits.processes) {
      const start = startOne().finally(() => starting.delete(start));
      starting.add(start);
    }
  }

  async function startOne() {
    try {
      const place = { process: await startProcess(limits), runs: 0 };
      alive.add(place);
      void place.process.ended.then(() => lose(place));
      offer(place);
    } catch (error) {
      failures += 1;
      if (failures < limits.startTries) setTimeout(fill, limits.startRetryMs * failures);
      else for (const run of waiting.splice(0)) run.reject(error);
    }
  }

  function offer(place: Place) {
    if (isClosed) return place.process.kill();
    const next = waiting.shift();
    if (next === undefined) free.push(place);
    else next.resolve(place);
  }

  function lose(place: Place) {
    alive.delete(place);
    const index = free.indexOf(place);
    if (index >= 0) {
      free.splice(index, 1);
      // Nobody used it: something is wrong with the machine rather than with a plan.
      failures += 1;
    }
    fill();
  }

  function take(): Promise<Place> {
    const place = free.shift();
    if (place !== undefined) return Promise.resolve(place);
    const turn = Promise.withResolvers<Place>();
    waiting.push(turn);
    if (failures >= limits.startTries && starting.size === 0) failures = limits.startTries - 1;
    fill();
    return turn.promise;
  }

  async function run(job: PlanJob): Promise<PlanOutcome> {
    if (isClosed) throw new Error("The sandbox is closed.");
    if (job.code.length > limits.sourceChars) {
      return { kind: "failed", error: breachError("sourceChars", limits), log: [], ms: 0 };
    }
    const place = await take();
    place.runs += 1;
    return runPlan(place.process, job, limits, (isClean) => {
      if (!isClean) return;
      failures = 0;
      if (place.runs < limits.runsPerProcess) offer(place);
      else place.process.kill();
    });
  }

  async function close() {
    isClosed = true;
    for (const turn of waiting.splice(0)) turn.reject(new Error("The sandbox is closed."));
    await Promise.all(starting);
    const ends = [...alive].map(({ process }) => process.ended);
    for (const { process } of alive) process.kill();
    await Promise.all(ends);
  }

  return { run, close };
}
