// Something that not every workspace has; not asked for again for a while once it was missed.
import type { Log } from "../../telemetry/log.ts";
import { codeOf } from "./api-errors.ts";

export interface Feature {
  isThere(): boolean;
  isMissed(error: unknown): void;
}

export function createFeature(name: string, forMs: number, log: Log): Feature {
  let missedUntil = 0;
  return {
    isThere: () => Date.now() >= missedUntil,
    isMissed: (error) => {
      missedUntil = Date.now() + forMs;
      log.info({ feature: name, code: codeOf(error) }, "this workspace of Slack does without");
    },
  };
}
