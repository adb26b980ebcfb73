// Where a request stands in, a few words for the person out.
import type { Stage, StageMark } from "../../report.ts";

export function stageWords({ stage, attempt, attempts }: StageMark): string {
  switch (stage) {
    case "received":
      return "Received";
    case "delayed":
      return "Kept, and answered a little later";
    case "loading":
      return "Looking at the shop";
    case "planning":
      return "Writing a plan";
    case "collecting":
      return "Something is missing";
    case "running":
      return "Trying it on the shop, without changing anything";
    case "checking":
      return "Checking the result";
    case "repairing":
      return attempt === undefined || attempts === undefined
        ? "Mending the plan"
        : `Mending the plan: attempt ${attempt} of ${attempts}`;
    case "waiting":
      return "Ready, waiting for a button";
    case "committing":
      return "Making the change";
    case "done":
      return "Done";
  }
}

/** How far along the road of five steps a stage is: a repair goes back to the plan. */
export function stepOf(stage: Stage): number {
  switch (stage) {
    case "received":
    case "delayed":
    case "loading":
      return 1;
    case "planning":
    case "repairing":
      return 2;
    case "running":
      return 3;
    case "checking":
      return 4;
    case "collecting":
    case "waiting":
    case "committing":
    case "done":
      return 5;
  }
}

export const steps = 5;
