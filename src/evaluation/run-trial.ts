// A case and a lane in; the case walked once on a fresh store through the whole road, judged, out.
import { createLocalPlatform } from "../platforms/local.ts";
import { personOf } from "../platforms/local-people.ts";
import { createLocalTalk } from "../platforms/local-talk.ts";
import { startEmbedded } from "../presets/embedded.ts";
import { newId } from "../records/id.ts";
import type { RunReport } from "../report.ts";
import { readDetail, type StoredRun } from "../run-detail.ts";
import type { Service } from "../service.ts";
import { createLog } from "../telemetry/log.ts";
import type { Case, RowChange, Trial, TrialTurn } from "./evaluation.ts";
import { judgeTurn } from "./judge-turn.ts";
import type { Lane } from "./lane.ts";
import { PLATFORM, say, type WalkedTurn, type Walker, walkTurn } from "./walk-turn.ts";
import { createModelWatch } from "./watched-model.ts";

export interface HeldTrial {
  trial: Trial;
  /** Everything kept of its runs, where it did not pass. */
  runs: StoredRun[];
}

/** The trial says nothing of the assistant; the message says why. */
class NotHeld extends Error {
  override name = "NotHeld";
}

/** How requests end for which the model, not the assistant, is to blame; a fault of our own is a failure. */
const WORLD_BROKEN = ["MODEL_UNAVAILABLE", "SPENDING_CAP"];

export async function runTrial(one: Case, number: number, lane: Lane): Promise<HeldTrial> {
  const beganAt = performance.now();
  const turns: TrialTurn[] = [];
  const wrongChanges: RowChange[] = [];
  const runs: StoredRun[] = [];
  const ended = (verdict: Trial["verdict"], reasons: string[]): HeldTrial => {
    const ms = performance.now() - beganAt;
    return { trial: { caseId: one.id, kind: one.kind, number, verdict, reasons, wrongChanges, turns, ms }, runs };
  };
  try {
    const opened = await openTrial(one, number, lane);
    try {
      const reasons = await walkTurns(one, opened, (walked, wrong) => {
        turns.push(walked.seen);
        wrongChanges.push(...wrong);
      });
      return ended(reasons.length === 0 ? "passed" : "failed", reasons);
    } finally {
      const { client } = opened.walker.service.database;
      if (turns.some(({ runId }) => runId !== "")) runs.push(...(await storedRuns(turns, client)));
      await opened.walker.service.close();
    }
  } catch (error) {
    return ended("error", [error instanceof Error ? error.message : String(error)]);
  }
}

interface OpenedTrial {
  walker: Walker;
  /** Turns of the talk count from 1, what was said before too. */
  nextTurn(): void;
}

/** Ends at the first turn that differs: what follows rests on it. */
async function walkTurns(
  one: Case,
  { walker, nextTurn }: OpenedTrial,
  onTurn: (walked: WalkedTurn, wrong: RowChange[]) => void,
): Promise<string[]> {
  for (const said of one.history) {
    nextTurn();
    const { runId } = await say(said, walker, () => {});
    const run = runId === null ? null : await readDetail(walker.service.database.client, runId);
    throwIfBroken(run?.error ?? null);
  }
  walker.watch.take();
  for (const [index, turn] of one.turns.entries()) {
    nextTurn();
    const walked = await walkTurn(turn, one, walker);
    const { wrong, reasons } = judgeTurn(turn, one, walked);
    onTurn(walked, wrong);
    throwIfBroken(walked.error);
    if (reasons.length === 0) continue;
    return one.turns.length === 1 ? reasons : reasons.map((reason) => `Turn ${index + 1}: ${reason}`);
  }
  return [];
}

function throwIfBroken(error: RunReport["error"]): void {
  if (error !== null && WORLD_BROKEN.includes(error.code)) throw new NotHeld(error.message);
}

async function openTrial(one: Case, number: number, lane: Lane): Promise<OpenedTrial> {
  await lane.restore();
  const { config, database, sandbox, now } = lane;
  const watch = createModelWatch();
  // Before anything is started that would have to be closed.
  const person = await personIn(database, one);
  let turn = 0;
  let call = 0;
  const placeOf = () => ({ caseId: one.id, trial: number, turn, call: ++call });
  const platform = createLocalPlatform(PLATFORM, config.web);
  const offsetMs = now === null ? 0 : Date.parse(now) - Date.now();
  const service = await startEmbedded(config, {
    // The lane's own, for the trials to come.
    database: { ...database, close: async () => {} },
    sandbox: { ...sandbox, close: async () => {} },
    clock: () => new Date(Date.now() + offsetMs),
    planner: lane.plannerAt(placeOf, watch),
    platforms: [platform],
    log: createLog(config.logLevel === "info" ? "error" : config.logLevel),
    sweeps: false,
  });
  return {
    walker: { service, talk: createLocalTalk(service, platform), person, place: newId("ses"), watch },
    nextTurn: () => {
      turn += 1;
      call = 0;
    },
  };
}

async function personIn({ client }: Lane["database"], { role, customerId }: Case) {
  const claimed = await personOf(client, { role, customerId });
  if (claimed.kind === "unknown") throw new NotHeld(claimed.message);
  return claimed.person;
}

async function storedRuns(turns: TrialTurn[], client: Service["database"]["client"]): Promise<StoredRun[]> {
  const ids = new Set(turns.map(({ runId }) => runId).filter((runId) => runId !== ""));
  const runs = await Promise.all([...ids].map((runId) => readDetail(client, runId)));
  return runs.filter((run) => run !== null);
}
