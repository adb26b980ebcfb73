// Where a request stands in, a few words for the person who waits out.
import type { StageMark } from "../report.ts";

export function stageWords({ stage, attempt, attempts, forMs }: StageMark): string {
  switch (stage) {
    case "received":
      return "Got it…";
    case "delayed":
      // A model that asks for patience says how long; a queue that is away cannot.
      return forMs === undefined
        ? "The queue is not reachable just now; your message is kept and will be answered."
        : `The model is busy just now; your message is kept and will be answered in ${durationWords(forMs)}.`;
    case "planning":
      return "Thinking…";
    case "running":
      return "Trying it on the shop, nothing is changed yet…";
    case "checking":
      return "Checking the result…";
    case "repairing":
      return attempt === undefined || attempts === undefined
        ? "Mending the plan…"
        : `Mending the plan, attempt ${attempt} of ${attempts}…`;
    case "waiting":
      return "Ready, waiting for a button.";
    case "committing":
      return "Making the change…";
    case "done":
      return "Done.";
  }
}

function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return "less than a minute";
  return minutes === 1 ? "about a minute" : `about ${minutes} minutes`;
}
