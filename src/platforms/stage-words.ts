// Where a request stands in, a few words for the person who waits out.
import type { StageMark } from "../report.ts";
import type { Texts } from "../texts/texts.ts";

export function stageWords({ stage, attempt, attempts, forMs }: StageMark, { stage: texts }: Texts): string {
  switch (stage) {
    case "delayed":
      // A model that asks for patience says how long; a queue that is away cannot.
      return forMs === undefined ? texts.delayed : texts.delayedFor(Math.round(forMs / 60_000));
    case "repairing":
      return attempt === undefined || attempts === undefined
        ? texts.repairing
        : `${texts.repairing.replace("…", "")} (${attempt}/${attempts})…`;
    case "received":
    case "loading":
    case "planning":
    case "collecting":
    case "running":
    case "checking":
    case "waiting":
    case "committing":
    case "done":
      return texts[stage];
  }
}
