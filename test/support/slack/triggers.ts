// The team in; trigger_ids out, each good once and for a moment.
import { randomBytes, randomInt } from "node:crypto";
import { refuse } from "./method.ts";

export interface Triggers {
  issue(userId: string): string;
  /** Whom it was given to; refuses a stale, used or unknown one. */
  exchange(triggerId: unknown): string;
}

export function createTriggers(triggerMs: number): Triggers {
  const issued = new Map<string, { userId: string; expiresAt: number; isUsed: boolean }>();
  return {
    issue: (userId) => {
      const number = () => randomInt(100_000_000_000, 200_000_000_000);
      const id = `${number()}.${number()}.${randomBytes(16).toString("hex")}`;
      issued.set(id, { userId, expiresAt: Date.now() + triggerMs, isUsed: false });
      return id;
    },
    exchange: (triggerId) => {
      const trigger = issued.get(String(triggerId));
      if (trigger === undefined) refuse("invalid_trigger_id");
      if (trigger.isUsed) refuse("exchanged_trigger_id");
      if (trigger.expiresAt < Date.now()) refuse("expired_trigger_id");
      trigger.isUsed = true;
      return trigger.userId;
    },
  };
}
