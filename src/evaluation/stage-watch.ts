// The stages of a request as they are announced in; how long each took, by a clock of its own, out. A suite may set the
// shop's clock, so its marks do not tell how long anything took.
import type { Stage, StageMark } from "../report.ts";
import type { TrialTurn } from "./evaluation.ts";

export interface StageWatch {
  onStage(mark: StageMark): void;
  /** Ends the stage under way. */
  end(): TrialTurn["stages"];
}

/** In these nothing is worked any more. */
const RESTING: Stage[] = ["waiting", "collecting", "done"];

export function startStageWatch(first: Stage): StageWatch {
  const stages: TrialTurn["stages"] = [];
  let stage = first;
  let since = performance.now();
  const move = (next: Stage) => {
    const now = performance.now();
    if (!RESTING.includes(stage)) stages.push({ stage, ms: now - since });
    stage = next;
    since = now;
  };
  return {
    onStage: (mark) => {
      if (mark.stage !== stage) move(mark.stage);
    },
    end: () => {
      move("done");
      return stages;
    },
  };
}
