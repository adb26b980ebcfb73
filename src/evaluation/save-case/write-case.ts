// The turns of a talk, masked, and the store before them in; a suite's file and a recording in a folder, walked once by the
// evaluation to see that they give the same, out.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "../../../prisma/seed.ts";
import type { Config } from "../../config.ts";
import { recordedModel } from "../../model/recording.ts";
import { createRecording, placeInWords, type RecordedReply, type Recording } from "../../model/recording-file.ts";
import { replayedModel } from "../../model/replayed.ts";
import { replyOf } from "../../replay/stored-replies.ts";
import type { StoredRun } from "../../run-detail.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { openLane } from "../lane.ts";
import { codePlannerAt } from "../planner-at.ts";
import { runTrial } from "../run-trial.ts";
import { readSuite } from "../suite.ts";
import { caseOfTurns } from "./case-of-turns.ts";
import { differencesFrom } from "./differences-from.ts";
import type { TalkTurn } from "./talk-turns.ts";

export function caseFiles(name: string): { suite: string; recording: string } {
  return { suite: `${name}.json`, recording: `${name}.replay.jsonl` };
}

interface Written {
  name: string;
  about: string;
  turns: [TalkTurn, ...TalkTurn[]];
  store: Store;
  folder: string;
}

/** What differs from the run, in sentences; none when the case may be kept. */
export async function writeCase(
  { name, about, turns, store, folder }: Written,
  { config, sandbox }: { config: Config; sandbox: Sandbox },
): Promise<string[]> {
  const files = caseFiles(name);
  const suiteFile = join(folder, files.suite);
  const [first] = turns;
  const last = (turns.at(-1) ?? first).run;
  const written = {
    about,
    now: first.run.basis?.task.now ?? first.run.createdAt,
    store,
    requests: [caseOfTurns(name, turns, config.approval)],
  };
  await writeFile(suiteFile, `${JSON.stringify(written, null, 2)}\n`);
  const suite = await readSuite(suiteFile);
  const { model, promptVersion } = last;
  const header = { suite: files.suite, model, planner: "plan", promptVersion, recordedAt: last.createdAt };
  const recording: Recording = { file: files.recording, header, replies: repliesOf(name, turns), tornLine: null };
  // Played once, each reply is written down with the prompt that it now answers.
  const writer = await createRecording(join(folder, files.recording), header);
  try {
    const lane = await openLane(suite, {
      config,
      sandbox,
      plannerAt: codePlannerAt((placeOf) => {
        let place = placeOf;
        // Asked once a call, for the place counts the calls.
        const played = replayedModel(
          recording,
          () => place(),
          () => {},
        );
        return recordedModel(
          played,
          () => {
            const now = placeOf();
            place = () => now;
            return now;
          },
          writer,
        );
      }),
    });
    try {
      const [walkedCase] = suite.cases;
      if (walkedCase === undefined) return ["The case has no turn."];
      const { trial, runs } = await runTrial(walkedCase, 1, lane);
      return [...trial.reasons, ...differencesFrom(last, runs.at(-1) ?? null)];
    } finally {
      await lane.close();
    }
  } finally {
    await writer.close();
  }
}

function repliesOf(caseId: string, turns: TalkTurn[]): Map<string, RecordedReply> {
  return new Map(
    turns.flatMap(({ run }, index) => run.attemptList.map((attempt) => replyAt(caseId, index + 1, attempt, run.model))),
  );
}

function replyAt(
  caseId: string,
  turn: number,
  attempt: StoredRun["attemptList"][number],
  model: string,
): [string, RecordedReply] {
  const place = placeInWords({ caseId, trial: 1, turn, call: attempt.number });
  return [place, { promptHash: "", reply: replyOf(attempt, model) }];
}
